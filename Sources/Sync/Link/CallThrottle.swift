package import Primitives

/// Says which calls a node takes, before it reads a byte of them: a block of addresses whose calls prove
/// nothing again and again is refused for a while.
///
/// A token bucket for each block, whose rate falls. A call takes a token, and one that proves who is
/// there gives it back, so that who means well never runs out. The others come back one by one; each
/// time that a block has spent its last, the pauses between them become twice as long, until the block
/// has been quiet for so long that it has all of them again.
///
/// Where friends and own devices were met the rate does not fall: behind one address there may be a
/// friend, and somebody who calls without end. Nobody is refused for good.
///
/// A shell asks it, because a call that the engine hears of costs ten times as much as one that is
/// closed at once.
package struct CallThrottle: Sendable {
    /// How many tokens a block has at most, and how long it takes until one comes back.
    struct Terms {
        let tokens: Int
        let pause: (shortest: Duration, longest: Duration)
    }

    private struct Account {
        var left: Int
        /// When the next one comes back, if any is missing.
        var nextAt = Instant(nanoseconds: 0)
        var pause: Duration

        init(_ terms: Terms) {
            left = terms.tokens
            pause = terms.pause.shortest
        }

        mutating func collect(_ terms: Terms, at now: Instant) {
            while left < terms.tokens, now >= nextAt {
                left += 1
                nextAt = nextAt + pause
            }
            if left == terms.tokens { pause = terms.pause.shortest }
        }

        mutating func spend(_ terms: Terms, at now: Instant) -> Bool {
            guard left > 0 else { return false }
            if left == terms.tokens { nextAt = now + pause }
            left -= 1
            if left == 0 { pause = min(pause * 2, terms.pause.longest) }
            return true
        }

        mutating func giveBack(_ terms: Terms) {
            if left == 0 { pause = max(pause / 2, terms.pause.shortest) }
            left = min(left + 1, terms.tokens)
        }
    }

    /// Of blocks with all of their tokens nothing is remembered, once there are many.
    private var accounts: [AddressBlock: Account] = [:]
    private var met = MetBlocks()

    /// Nobody has called yet.
    package init() {}

    /// Blocks of addresses of which something is remembered: a hundred bytes each.
    package var blocksKnown: Int { accounts.count }

    /// Whether the node takes a call from `address`, which is `host:port`; if so it counts as one that
    /// proves nothing, until `proved`.
    package mutating func admits(callFrom address: String, at now: Instant) -> Bool {
        let name = key(of: AddressBlock(of: address), at: now)
        let terms = terms(of: name)
        var account = accounts[name] ?? Account(terms)
        account.collect(terms, at: now)
        let isTaken = account.spend(terms, at: now)
        accounts[name] = account
        return isTaken
    }

    /// Who called from `address` has proved who they are; to be told once for each call.
    package mutating func proved(callFrom address: String) {
        let block = AddressBlock(of: address)
        let name = accounts[block] == nil ? Self.others : block
        let terms = terms(of: name)
        accounts[name]?.giveBack(terms)
    }

    /// A friend or an own device was met at `address`, whoever of the two had called.
    package mutating func met(at address: String) {
        let block = AddressBlock(of: address)
        if !met.contains(block) { accounts[block] = nil }
        if let forgotten = met.note(block) { accounts[forgotten] = nil }
    }

    // Blocks beyond those that are remembered share one account: who has addresses without end does not
    // get a new one with each.
    private mutating func key(of block: AddressBlock, at now: Instant) -> AddressBlock {
        guard accounts[block] == nil, !met.contains(block) else { return block }
        if accounts.count >= Self.blocksMax, now >= forgetAt {
            forgetAt = now + Self.forgetPause
            accounts = accounts.filter { name, account in
                var account = account
                let terms = terms(of: name)
                account.collect(terms, at: now)
                return account.left < terms.tokens
            }
        }
        return accounts.count < Self.blocksMax ? block : Self.others
    }

    private func terms(of name: AddressBlock) -> Terms {
        name == Self.others || met.contains(name) ? Self.steady : Self.falling
    }

    /// When those with all of their tokens may be looked for again.
    private var forgetAt = Instant(nanoseconds: 0)

    private static let others = AddressBlock(of: "")
    /// Blocks with an account of their own, besides those where somebody was met: as many as sockets.
    static let blocksMax = 256
    private static let forgetPause: Duration = .seconds(1)
    /// As many calls at once as the engine takes from one block. A node that dials in vain waits longer
    /// from call to call than this does, but for its longest pause.
    static let falling = Terms(
        tokens: SyncLimits.standard.unprovenPerAddressMax, pause: (.seconds(1), .seconds(64)))
    /// 32 calls a second take a twentieth of a processor at most.
    static let steady = Terms(
        tokens: 32, pause: (.nanoseconds(31_250_000), .nanoseconds(31_250_000)))
}
