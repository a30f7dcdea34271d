import Primitives
import Testing

@testable import UV

@Suite struct TCPEndTests {
    @Test func `a finished peer is told as an end without error, once`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var ends: [UVError?] = []
        ana.start(onBytes: { _ in }, onEnd: { ends.append($0) })

        ben.close()
        let ended = world.reaches { !ends.isEmpty }
        ana.resumeReading()
        world.passes(.milliseconds(5))

        #expect(ended)
        #expect(ends == [nil])
        world.loop.close()
    }

    @Test func `a reset by the peer is told once, however much is still sent`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var ends: [UVError?] = []
        ana.start(onBytes: { _ in }, onEnd: { ends.append($0) })
        ana.send(pattern(8_000_000))
        world.passes(.milliseconds(10))

        // Closing with unread bytes makes the system send a reset.
        ben.close()
        let ended = world.reaches { !ends.isEmpty }
        for _ in 0..<5 {
            ana.send(pattern(1000))
            world.passes(.milliseconds(2))
        }

        #expect(ended)
        #expect(ends.count == 1)
        #expect(ends.first??.isConnectionReset == true)
        #expect(ana.queuedBytes == 0)
        world.loop.close()
    }

    @Test func `a connection that only writes learns of the reset too`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var ends: [UVError?] = []
        var drained = 0
        ana.pauseReading()
        ana.start(onBytes: { _ in }, onEnd: { ends.append($0) })
        ana.onDrain = { drained += 1 }
        ana.send(pattern(8_000_000))
        world.passes(.milliseconds(10))

        ben.close()
        let ended = world.reaches { !ends.isEmpty }

        #expect(ended)
        #expect(ends.first??.isConnectionReset == true)
        #expect(drained == 0)
        world.loop.close()
    }

    @Test func `closing while writes are queued drops them and calls back only onClosed`() throws {
        let world = try World()
        let (ana, _) = try world.pair()
        var calls: [String] = []
        ana.start(onBytes: { _ in calls.append("bytes") }, onEnd: { _ in calls.append("end") })
        ana.onDrain = { calls.append("drain") }
        ana.onClosed = { calls.append("closed") }
        for _ in 0..<10 { ana.send(pattern(2_000_000)) }
        let queued = ana.queuedBytes

        ana.close()
        ana.close()
        let closed = world.reaches { !calls.isEmpty }
        world.passes(.milliseconds(10))

        #expect(queued > 0)
        #expect(closed)
        #expect(calls == ["closed"])
        #expect(ana.queuedBytes == 0)
        world.loop.close()
    }

    @Test func `calls on a closed connection are harmless`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var received = 0
        ben.start(onBytes: { received += $0.count }, onEnd: { _ in })

        ana.close()
        ana.send([1, 2, 3])
        ana.pauseReading()
        ana.resumeReading()
        ana.start(onBytes: { _ in }, onEnd: { _ in })
        world.passes(.milliseconds(10))
        ana.send([1, 2, 3])
        ana.close()

        #expect(received == 0)
        world.loop.close()
        ana.send([1, 2, 3])
        ana.close()
    }

    @Test func `a connection may close in each of its callbacks`() throws {
        let world = try World()
        var closed = 0
        let (ana, ben) = try world.pair()
        let (cleo, dora) = try world.pair()
        let (emma, finn) = try world.pair()
        for end in [ana, ben, cleo, dora, emma, finn] { end.onClosed = { closed += 1 } }
        ben.start(onBytes: { _ in ben.close() }, onEnd: { _ in Issue.record("closed") })
        ana.start(onBytes: { _ in }, onEnd: { _ in ana.close() })
        cleo.onDrain = { cleo.close() }
        dora.start(onBytes: { _ in }, onEnd: { _ in dora.close() })
        emma.start(onBytes: { _ in }, onEnd: { _ in })
        finn.start(onBytes: { finn.send($0) }, onEnd: { _ in finn.close() })

        ana.send(pattern(300_000))
        cleo.send(pattern(20_000_000))
        emma.close()
        let allClosed = world.reaches { closed == 6 }

        #expect(allClosed)
        world.loop.close()
    }
}
