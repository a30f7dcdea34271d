import Primitives
import Testing

@testable import UV

/// A loop with a listener, and ways to run it until a deadline.
final class World {
    let loop: Loop
    private let tick: Timer

    init() throws {
        loop = try Loop()
        tick = try Timer(loop)
    }

    /// Runs the loop until `condition` holds; false if it does not within `patience`.
    func reaches(
        within patience: Duration = .seconds(30), _ condition: @escaping () -> Bool
    ) -> Bool {
        var holds = false
        look(until: loop.now + patience) {
            holds = condition()
            return holds
        }
        loop.run()
        return holds
    }

    /// Runs the loop for `duration`, so that what must not happen has the time to.
    func passes(_ duration: Duration) {
        tick.start(after: duration) { [loop] in loop.stop() }
        loop.run()
    }

    /// Returns two ends of one connection, not started: ana dialled, ben accepted.
    func pair(host: String = "127.0.0.1") throws -> (ana: TCPConnection, ben: TCPConnection) {
        var ana: TCPConnection?
        var ben: TCPConnection?
        let listener = try TCPListener(
            loop, host: host, port: 0,
            onConnection: { ben = $0 }, onError: { Issue.record("\($0)") })
        TCPConnection.dial(loop, host: host, port: listener.port) { ana = try? $0.get() }
        let bothThere = reaches { ana != nil && ben != nil }
        listener.close()
        try #require(bothThere)
        return (try #require(ana), try #require(ben))
    }

    private func look(until deadline: Instant, _ condition: @escaping () -> Bool) {
        tick.start(after: .milliseconds(1)) { [self] in
            if condition() || loop.now >= deadline {
                loop.stop()
            } else {
                look(until: deadline, condition)
            }
        }
    }
}

/// Returns bytes in which every shift and every lost block shows: the pattern's length is a prime.
func pattern(_ count: Int) -> [UInt8] {
    var block: [UInt8] = []
    var state: UInt32 = 7
    for _ in 0..<65_521 {
        state = state &* 1_664_525 &+ 1_013_904_223
        block.append(UInt8(truncatingIfNeeded: state >> 24))
    }
    var bytes: [UInt8] = []
    while bytes.count < count {
        bytes += block.prefix(count - bytes.count)
    }
    return bytes
}
