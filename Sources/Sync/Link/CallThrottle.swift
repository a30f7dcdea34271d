package import Primitives

/// Decides which calls a node accepts before it reads a byte of them. A block of addresses whose calls prove
/// nothing again and again is refused for a while.
///
/// A token bucket for each block, with a falling rate. A call takes a token, and one that proves who is
/// calling gives it back, so an honest caller never runs out. The other tokens return one by one; each time a
/// block spends its last, the pauses between them double, until the block has been quiet for so long that it
/// has all of them again.
///
/// The rate does not fall where friends and own devices were met: one address may hide both a friend and a
/// persistent caller. Nobody is refused for good.
///
/// The shell asks it, because a call that reaches the engine costs ten times as much as one that is closed at
/// once.
package struct CallThrottle: Sendable {
    /// The most tokens that a block has, and how long it takes until one returns.
    struct Terms {
        let tokens: Int
        let pause: (shortest: Duration, longest: Duration)
    }

    private struct Account {
        var left: Int
        /// When the next token returns, if any is missing.
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

    /// Once there are many, blocks with all of their tokens are forgotten.
    private var accounts: [AddressBlock: Account] = [:]
    private var met = MetBlocks()

    /// Creates a throttle that has seen no calls.
    package init() {}

    /// The number of blocks that are remembered; a hundred bytes each.
    package var blocksKnown: Int { accounts.count }

    /// Whether the node accepts a call from `address` (`host:port`). An accepted call counts as one that
    /// proves nothing until `proved`.
    package mutating func admits(callFrom address: String, at now: Instant) -> Bool {
        let name = key(of: AddressBlock(of: address), at: now)
        let terms = terms(of: name)
        var account = accounts[name] ?? Account(terms)
        account.collect(terms, at: now)
        let isTaken = account.spend(terms, at: now)
        accounts[name] = account
        return isTaken
    }

    /// Records that the caller from `address` has proved who they are. To be called once for each call.
    package mutating func proved(callFrom address: String) {
        let block = AddressBlock(of: address)
        let name = accounts[block] == nil ? Self.others : block
        let terms = terms(of: name)
        accounts[name]?.giveBack(terms)
    }

    /// Records that a friend or an own device was met at `address`, whichever side had called.
    package mutating func met(at address: String) {
        let block = AddressBlock(of: address)
        if !met.contains(block) { accounts[block] = nil }
        if let forgotten = met.note(block) { accounts[forgotten] = nil }
    }

    // Blocks beyond those that are remembered share one account, so that a caller with endless addresses does
    // not get a new account for each.
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

    /// When blocks with all of their tokens may be looked for again.
    private var forgetAt = Instant(nanoseconds: 0)

    private static let others = AddressBlock(of: "")
    /// The most blocks with an account of their own, besides those where somebody was met: as many as
    /// sockets.
    static let blocksMax = 256
    private static let forgetPause: Duration = .seconds(1)
    /// As many calls at once as the engine accepts from one block. A node that dials in vain pauses longer
    /// between calls than this, apart from the longest pause.
    static let falling = Terms(
        tokens: SyncLimits.standard.unprovenPerAddressMax, pause: (.seconds(1), .seconds(64)))
    /// 32 calls a second take at most a twentieth of a processor.
    static let steady = Terms(
        tokens: 32, pause: (.nanoseconds(31_250_000), .nanoseconds(31_250_000)))
}
