import Primitives
import Testing

@testable import UV

@Suite struct TCPConnectionTests {
    @Test func `ten megabytes come back intact`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        let sent = pattern(10_000_000)
        var echoed: [UInt8] = []
        ben.start(onBytes: { ben.send($0) }, onEnd: { _ in ben.close() })
        ana.start(
            onBytes: { echoed += $0 }, onEnd: { Issue.record("ended: \(String(describing: $0))") })

        ana.send(sent)
        let allBack = world.reaches { echoed.count >= sent.count }

        #expect(allBack)
        #expect(echoed == sent)
        #expect(ana.queuedBytes == 0)
        #expect(ben.queuedBytes == 0)
        world.loop.close()
    }

    @Test func `ten megabytes in both directions at once, in pieces of every size, stay in order`()
        throws
    {
        let world = try World()
        let (ana, ben) = try world.pair()
        let sent = pattern(10_000_000)
        var reachedAna: [UInt8] = []
        var reachedBen: [UInt8] = []
        ana.start(onBytes: { reachedAna += $0 }, onEnd: { _ in })
        ben.start(onBytes: { reachedBen += $0 }, onEnd: { _ in })

        var rest = sent[...]
        var size = 1
        while !rest.isEmpty {
            ana.send(Array(rest.prefix(size)))
            ben.send(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            size = size * 3 % 400_009 + 1
        }
        let allThere = world.reaches {
            reachedAna.count >= sent.count && reachedBen.count >= sent.count
        }

        #expect(allThere)
        #expect(reachedAna == sent)
        #expect(reachedBen == sent)
        world.loop.close()
    }

    @Test func `the queue drains once, and not before the other end reads`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        let sent = pattern(20_000_000)
        var drained = 0
        var received = 0
        ana.onDrain = {
            drained += 1
            #expect(ana.queuedBytes == 0)
        }

        ana.send(sent)
        ana.send([])
        ana.send([1, 2, 3])
        world.passes(.milliseconds(20))
        let queuedBefore = ana.queuedBytes
        let drainedBefore = drained
        ben.start(onBytes: { received += $0.count }, onEnd: { _ in })
        let allThere = world.reaches { received == sent.count + 3 && drained > 0 }
        world.passes(.milliseconds(5))

        #expect(queuedBefore > 0)
        #expect(drainedBefore == 0)
        #expect(allThere)
        #expect(drained == 1)
        world.loop.close()
    }

    @Test func `a paused reader gets nothing until it resumes, then everything`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var received: [UInt8] = []
        ben.pauseReading()
        ben.start(onBytes: { received += $0 }, onEnd: { _ in })
        ana.send(pattern(5000))

        world.passes(.milliseconds(20))
        let whilePausedFirst = received.count
        ben.resumeReading()
        let first = world.reaches { received.count == 5000 }
        ben.pauseReading()
        ben.pauseReading()
        ana.send([9])
        world.passes(.milliseconds(20))
        let whilePausedAgain = received.count
        ben.resumeReading()
        ben.resumeReading()
        let second = world.reaches { received.count == 5001 }

        #expect(whilePausedFirst == 0)
        #expect(first)
        #expect(whilePausedAgain == 5000)
        #expect(second)
        #expect(received == pattern(5000) + [9])
        world.loop.close()
    }

    @Test func `pausing inside onBytes holds back the rest`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var pieces = 0
        var received = 0
        ben.start(
            onBytes: {
                pieces += 1
                received += $0.count
                ben.pauseReading()
            }, onEnd: { _ in })

        ana.send(pattern(1_000_000))
        world.passes(.milliseconds(20))

        #expect(pieces == 1)
        #expect(received <= Loop.readBytesMax)
        world.loop.close()
    }

    @Test func `both ends know each other's address`() throws {
        let world = try World()

        let (ana, ben) = try world.pair()

        #expect(ana.remoteAddress == ben.localAddress)
        #expect(ben.remoteAddress == ana.localAddress)
        #expect(ana.remoteAddress.hasPrefix("127.0.0.1:"))
        world.loop.close()
    }

    @Test(.enabled(if: hasLoopback6)) func `IPv6 works the same`() throws {
        let world = try World()
        let (ana, ben) = try world.pair(host: "::1")
        var received: [UInt8] = []
        ben.start(onBytes: { received += $0 }, onEnd: { _ in })

        ana.send([1, 2, 3])
        let arrived = world.reaches { received.count == 3 }

        #expect(arrived)
        #expect(ana.remoteAddress.hasPrefix("[::1]:"))
        #expect(ana.remoteAddress == ben.localAddress)
        world.loop.close()
    }

    /// Not every build machine has IPv6.
    static let hasLoopback6: Bool = {
        guard let loop = try? Loop() else { return false }
        defer { loop.close() }
        let listener = try? TCPListener(
            loop, host: "::1", port: 0, onConnection: { _ in }, onError: { _ in })
        return listener != nil
    }()
}
