import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct LoopTests {
    @Test func `a loop with nothing open returns at once and closes`() throws {
        let loop = try Loop()

        loop.run()
        loop.close()
        loop.close()
    }

    @Test func `a loop nobody closed is freed when nothing is open on it`() throws {
        weak var forgotten: Loop?

        do {
            let loop = try Loop()
            forgotten = loop
        }

        #expect(forgotten == nil)
    }

    @Test func `stop before run makes it return at once`() throws {
        let loop = try Loop()
        let wakeup = try AsyncWakeup(loop) {}

        loop.stop()
        loop.run()

        wakeup.close()
        loop.close()
    }

    @Test func `closing with every kind of handle alive leaves nothing`() throws {
        weak var timerLeft: Timer?
        weak var connectionLeft: TCPConnection?
        var closed = 0
        var dialled: [Result<TCPConnection, UVError>] = []
        do {
            let world = try World()
            let loop = world.loop
            let (ana, ben) = try world.pair()
            let timer = try Timer(loop)
            timerLeft = timer
            connectionLeft = ana
            timer.start(after: .seconds(60)) { Issue.record("this alarm was for later") }
            _ = try AsyncWakeup(loop) {}
            _ = try SignalWatcher(loop, signal: SIGHUP) {}
            _ = try UDPSocket(
                loop, host: "127.0.0.1", port: 0, onDatagram: { _, _, _ in }, onError: { _ in })
            let listener = try TCPListener(
                loop, host: "127.0.0.1", port: 0, onConnection: { _ in }, onError: { _ in })
            for end in [ana, ben] {
                end.start(onBytes: { _ in }, onEnd: { _ in _ = end.queuedBytes })
                end.onClosed = { closed += 1 }
            }
            TCPConnection.dial(loop, host: "127.0.0.1", port: listener.port) { dialled.append($0) }
            TCPConnection.dial(loop, host: "localhost", port: listener.port) { dialled.append($0) }

            loop.close()
        }

        #expect(closed == 2)
        #expect(timerLeft == nil)
        #expect(connectionLeft == nil)
        #expect(dialled.count == 2)
        for outcome in dialled {
            #expect(throws: UVError.self) { try outcome.get() }
        }
    }

    @Test func `nothing can be opened on a closed loop`() throws {
        let loop = try Loop()
        var outcome: Result<TCPConnection, UVError>?
        loop.close()

        TCPConnection.dial(loop, host: "127.0.0.1", port: 1) { outcome = $0 }

        #expect(throws: UVError(code: -ECANCELED)) { try Timer(loop) }
        #expect(throws: UVError(code: -ECANCELED)) { try outcome?.get() }
    }

    @Test func `the clock never goes back`() throws {
        let loop = try Loop()

        let readings = (0..<1000).map { _ in loop.now }

        #expect(readings == readings.sorted())
        loop.close()
    }

    @Test func `errors have name, message and meaning`() {
        let error = UVError(code: -EADDRINUSE)

        #expect(error.name == "EADDRINUSE")
        #expect(error.message == "address already in use")
        #expect(error.description == "address already in use (EADDRINUSE)")
        #expect(error.isAddressInUse)
        #expect(!error.isConnectionReset)
        #expect(UVError(code: -99_999).name == "Unknown system error -99999")
    }
}
