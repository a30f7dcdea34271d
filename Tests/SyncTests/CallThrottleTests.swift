import Primitives
import Testing

@testable import Sync

/// Tests which inbound connections are accepted before anything is read from them.
@Suite struct CallThrottleTests {
    private static let tokens = CallThrottle.falling.tokens
    private static let start = Instant(nanoseconds: 5_000_000_000)

    /// Connects every tenth of a second for `patience`; returns when it was let in.
    private func insist(
        _ throttle: inout CallThrottle, from address: String, for patience: Duration,
        since start: Instant = Self.start
    ) -> [Duration] {
        var times: [Duration] = []
        for number in 0..<Int(patience / .milliseconds(100)) {
            let pause = Duration.milliseconds(100) * number
            if throttle.admits(callFrom: address, at: start + pause) { times.append(pause) }
        }
        return times
    }

    @Test func `a block that proves nothing is let in less and less often, and never not at all`() {
        var throttle = CallThrottle()
        let times = insist(&throttle, from: "192.0.2.1:7", for: .seconds(1200))

        let pauses = zip(times, times.dropFirst()).map { $1 - $0 }
        let first = (0..<Self.tokens).map { Duration.milliseconds(100) * $0 }
        #expect(Array(times.prefix(Self.tokens)) == first)
        #expect(
            Array(pauses.dropFirst(Self.tokens).prefix(7))
                == [2, 4, 8, 16, 32, 64, 64].map { .seconds($0) })
        #expect(pauses.dropFirst(Self.tokens + 7).allSatisfy { $0 == .seconds(64) })
        #expect(times.count > 20)
    }

    @Test func `who proves who they are may call as often as they like`() {
        var throttle = CallThrottle()
        for number in 0..<1000 {
            let now = Self.start + .milliseconds(number)
            let isTaken = throttle.admits(callFrom: "192.0.2.1:\(number)", at: now)
            #expect(isTaken)
            throttle.proved(callFrom: "192.0.2.1:\(number)")
        }
    }

    @Test func `a proof counts for one call and not for those that proved nothing`() {
        var throttle = CallThrottle()
        var taken = 0
        for number in 0..<100 where throttle.admits(callFrom: "m:1", at: Self.start) {
            taken += 1
            if number % 2 == 1 { throttle.proved(callFrom: "m:1") }
        }
        // Half of them were given back, until none was left.
        #expect(taken < 2 * Self.tokens + 1)
        throttle.proved(callFrom: "m:1")
        let isTaken = throttle.admits(callFrom: "m:1", at: Self.start)
        #expect(isTaken)
    }

    @Test func `a block that was quiet for long has all of its calls again`() {
        var throttle = CallThrottle()
        _ = insist(&throttle, from: "192.0.2.1:7", for: .seconds(600))
        let later = Self.start + .seconds(600) + .seconds(64 * (Self.tokens + 1))

        let times = insist(&throttle, from: "192.0.2.1:7", for: .seconds(2), since: later)

        #expect(times.count == Self.tokens + 1, "and pauses are short again")
    }

    @Test func `one block takes nothing from another`() {
        var throttle = CallThrottle()
        _ = insist(&throttle, from: "[2001:db8::1]:7", for: .seconds(60))
        let callers = ["[2001:db8::2]:7", "[2001:db8:0:1::1]:7", "192.0.2.2:7"]
        let taken = callers.filter {
            throttle.admits(callFrom: $0, at: Self.start + .seconds(60))
        }
        #expect(taken == Array(callers.dropFirst()))
    }

    @Test func `where a friend was met calls are taken at a steady rate, whatever went before`() {
        var throttle = CallThrottle()
        _ = insist(&throttle, from: "192.0.2.1:7", for: .seconds(600))
        throttle.met(at: "192.0.2.1:4711")
        let steady = CallThrottle.steady
        var taken: [Instant] = []
        for number in 0..<10_000 {
            let now = Self.start + .seconds(600) + .milliseconds(number)
            if throttle.admits(callFrom: "192.0.2.1:\(number)", at: now) { taken.append(now) }
        }
        #expect(taken.count == steady.tokens + 319, "32 a second")

        // A friend behind the same address, who reconnects after growing pauses.
        var now = Self.start + .seconds(660)
        for _ in 0..<32 { _ = throttle.admits(callFrom: "192.0.2.1:1", at: now) }
        let isTaken = throttle.admits(callFrom: "192.0.2.1:2", at: now)
        now = now + steady.pause.longest
        let isTakenLater = throttle.admits(callFrom: "192.0.2.1:2", at: now)
        #expect(!isTaken && isTakenLater)
    }

    @Test func `of the blocks where friends were met the latest are remembered`() {
        var throttle = CallThrottle()
        for number in 0...SyncLimits.metBlocksMax { throttle.met(at: "m\(number):1") }
        let latest = insist(&throttle, from: "m1:1", for: .seconds(1))
        let first = insist(&throttle, from: "m0:1", for: .seconds(1))
        #expect(latest.count == 10)
        #expect(first.count == Self.tokens)
    }

    @Test func `blocks without end take bounded memory and share one rate`() {
        var throttle = CallThrottle()
        throttle.met(at: "home:1")
        var taken = 0
        for number in 0..<100_000 {
            let (high, low) = (String(number >> 16, radix: 16), String(number & 0xFFFF, radix: 16))
            let address = "[2001:db8:\(high):\(low)::1]:7"
            let now = Self.start + .microseconds(100 * number)
            if throttle.admits(callFrom: address, at: now) { taken += 1 }
        }
        #expect(throttle.blocksKnown <= CallThrottle.blocksMax + 1)
        // Each block connects once: quiet ones are forgotten, and make room for others.
        #expect(taken < 12 * (CallThrottle.blocksMax + CallThrottle.steady.tokens))
        let isFriendTaken = throttle.admits(callFrom: "home:2", at: Self.start + .seconds(10))
        #expect(isFriendTaken)
    }
}
