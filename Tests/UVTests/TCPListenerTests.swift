import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct TCPListenerTests {
    @Test func `a port that is taken is refused, and free again after close`() throws {
        let world = try World()
        func listen(_ port: UInt16) throws -> TCPListener {
            try TCPListener(
                world.loop, host: "127.0.0.1", port: port,
                onConnection: { _ in }, onError: { _ in })
        }
        let ana = try listen(0)

        #expect(throws: UVError(code: -EADDRINUSE)) { try listen(ana.port) }
        ana.close()
        ana.close()
        world.passes(.milliseconds(2))
        let ben = try listen(ana.port)

        #expect(ana.port != 0)
        #expect(ben.port == ana.port)
        world.loop.close()
    }

    @Test(arguments: ["localhost", "", "127.0.0.1.5", "1:2"])
    func `only address literals can be listened on`(host: String) throws {
        let loop = try Loop()

        #expect(throws: UVError(code: -EINVAL)) {
            try TCPListener(loop, host: host, port: 0, onConnection: { _ in }, onError: { _ in })
        }

        loop.close()
    }

    @Test func `a closed listener calls nobody and leaves its connections alone`() throws {
        let world = try World()
        let (ana, ben) = try world.pair()
        var received = 0
        ben.start(onBytes: { received += $0.count }, onEnd: { _ in })

        ana.send([1])
        let arrived = world.reaches { received == 1 }

        #expect(arrived)
        world.loop.close()
    }

    @Test func `out of descriptors it rests, tells it once, and listens on when there are some`()
        async
    {
        await #expect(processExitsWith: .success) {
            let world = try World()
            var errors: [UVError] = []
            var called = 0
            let listener = try TCPListener(
                world.loop, host: "127.0.0.1", port: 0,
                onConnection: { _ in called += 1 }, onError: { errors.append($0) })
            var outcomes: [Result<TCPConnection, UVError>] = []
            func dial() {
                TCPConnection.dial(world.loop, host: "127.0.0.1", port: listener.port) {
                    outcomes.append($0)
                }
            }
            dial()
            var limits = rlimit()
            getrlimit(descriptorLimit, &limits)
            var none = limits
            none.rlim_cur = 3
            setrlimit(descriptorLimit, &none)

            // Ana's socket exists already; only the one for accepting Ana is refused.
            let told = world.reaches { !errors.isEmpty }
            world.passes(.milliseconds(350))
            setrlimit(descriptorLimit, &limits)
            world.passes(.milliseconds(150))
            dial()
            let calledAgain = world.reaches { called == 1 && outcomes.count == 2 }

            #expect(told)
            #expect(errors.count == 1)
            #expect(errors.first?.isOutOfDescriptors == true)
            #expect(calledAgain)
            #expect(throws: Never.self) { try outcomes.last?.get() }
            world.loop.close()
        }
    }

    @Test func `a loop closes while a listener rests`() async {
        await #expect(processExitsWith: .success) {
            let world = try World()
            weak var left: TCPListener?
            var isResting = false
            do {
                var listener: TCPListener?
                listener = try TCPListener(
                    world.loop, host: "127.0.0.1", port: 0,
                    onConnection: { _ in _ = listener?.port }, onError: { _ in isResting = true })
                left = listener
                TCPConnection.dial(
                    world.loop, host: "127.0.0.1", port: listener?.port ?? 0
                ) { _ in }
            }
            var limits = rlimit()
            getrlimit(descriptorLimit, &limits)
            var none = limits
            none.rlim_cur = 3
            setrlimit(descriptorLimit, &none)

            let rested = world.reaches { isResting }
            world.loop.close()
            setrlimit(descriptorLimit, &limits)

            #expect(rested)
            #expect(left == nil)
        }
    }
}

#if canImport(Darwin)
private let descriptorLimit = RLIMIT_NOFILE
#else
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif
