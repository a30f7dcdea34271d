import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct DialTests {
    @Test func `dialling a closed port is refused, once and not before dial returns`() throws {
        let world = try World()
        let listener = try TCPListener(
            world.loop, host: "127.0.0.1", port: 0, onConnection: { _ in }, onError: { _ in })
        let port = listener.port
        listener.close()
        world.passes(.milliseconds(2))
        var outcomes: [UVError?] = []

        TCPConnection.dial(world.loop, host: "127.0.0.1", port: port) {
            outcomes.append($0.failure)
        }
        let early = outcomes.count
        let told = world.reaches { !outcomes.isEmpty }
        world.passes(.milliseconds(5))

        #expect(early == 0)
        #expect(told)
        #expect(outcomes.count == 1)
        #expect(outcomes.first??.isConnectionRefused == true)
        world.loop.close()
    }

    @Test(arguments: ["255.255.255.255", "fe80::1%nowhere", "no host has spaces", ""])
    func `an impossible host fails after dial returned`(host: String) throws {
        let world = try World()
        var outcomes: [UVError?] = []

        TCPConnection.dial(world.loop, host: host, port: 9) { outcomes.append($0.failure) }
        let early = outcomes.count
        let told = world.reaches { !outcomes.isEmpty }

        #expect(early == 0)
        #expect(told)
        #expect(outcomes.count == 1)
        #expect(outcomes.first != .some(nil))
        world.loop.close()
    }

    @Test func `a host name is looked up`() throws {
        let world = try World()
        var called = 0
        let listener = try TCPListener(
            world.loop, host: "127.0.0.1", port: 0,
            onConnection: { _ in called += 1 }, onError: { _ in })
        var ana: TCPConnection?

        TCPConnection.dial(world.loop, host: "localhost", port: listener.port) {
            ana = try? $0.get()
        }
        let connected = world.reaches { ana != nil && called == 1 }

        #expect(connected)
        #expect(ana?.remoteAddress == "127.0.0.1:\(listener.port)")
        world.loop.close()
    }

    @Test func `an address that stays silent is given up when patience ends`() throws {
        let world = try World()
        let (silent, port, others) = try silentPort()
        defer { for descriptor in others + [silent] { close(descriptor) } }
        var outcomes: [UVError?] = []
        let begin = world.loop.now

        TCPConnection.dial(
            world.loop, host: "127.0.0.1", port: port, within: .milliseconds(50)
        ) { outcomes.append($0.failure) }
        let told = world.reaches { !outcomes.isEmpty }

        #expect(told)
        #expect(outcomes.first??.isTimedOut == true)
        #expect(world.loop.now - begin >= .milliseconds(50))
        world.loop.close()
    }

    /// Opens a port whose short accept queue is full, so that Linux leaves new connections
    /// unanswered.
    private func silentPort() throws -> (Int32, UInt16, [Int32]) {
        let silent = socket(AF_INET, streamKind, 0)
        try #require(silent >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(silent, pointer, size)
                _ = getsockname(silent, pointer, &size)
            }
        }
        try #require(listen(silent, 0) == 0)
        var others: [Int32] = []
        for _ in 0..<4 {
            let other = socket(AF_INET, streamKind, 0)
            _ = fcntl(other, F_SETFL, O_NONBLOCK)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    _ = connect(other, pointer, size)
                }
            }
            others.append(other)
        }
        return (silent, UInt16(bigEndian: address.sin_port), others)
    }
}

#if canImport(Darwin)
let streamKind = SOCK_STREAM
#else
let streamKind = Int32(SOCK_STREAM.rawValue)
#endif

extension Result where Failure == UVError {
    var failure: UVError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
