package import Primitives

/// Limits the bytes that one link may hold here at once: received ones that are not processed yet, and sent
/// ones that the other side has not read.
///
/// The shell counts by it and stops reading while too much waits, which in turn stops the other side from
/// sending. So a peer that floods, or asks and never reads the answers, fills its own memory. The limits
/// depend on what the peer has proved (`Effect.regard`).
package struct LinkBudget: Equatable, Sendable {
    /// The closeness of the peer, as far as it is proved.
    package var closeness = Closeness.unproven
    /// Bytes that were received and not processed yet.
    package private(set) var waitingIn = 0
    /// Bytes that were queued for sending and have not left.
    private var waitingOut = 0
    /// When the last waiting byte left, or the first began to wait.
    private var movedAt = Instant(nanoseconds: 0)

    /// Creates the budget of a link on which nothing waits and nothing is proved.
    package init() {}

    /// Whether more may be read: neither direction has too much waiting.
    package var isOpen: Bool {
        waitingIn < closeness.waitingInMax && waitingOut < closeness.waitingOutMax
    }

    /// Records that bytes were received.
    package mutating func arrived(_ count: Int) { waitingIn += count }

    /// Records that received bytes were processed.
    package mutating func took(_ count: Int) { waitingIn = max(0, waitingIn - count) }

    /// Records that bytes were queued for sending, after which `waiting` in all have not left.
    package mutating func gave(_ count: Int, waiting: Int, at now: Instant) {
        if waitingOut == 0 { movedAt = now }
        waitingOut += count
        look(waiting: waiting, at: now)
    }

    /// Records that `waiting` bytes have not left by now.
    package mutating func look(waiting: Int, at now: Instant) {
        if waiting < waitingOut { movedAt = now }
        waitingOut = waiting
    }

    /// Whether something waits, and nothing of it has left for `SyncLimits.stallPatience`.
    package func isStalled(at now: Instant) -> Bool {
        waitingOut > 0 && now >= movedAt + SyncLimits.stallPatience
    }
}

extension Closeness {
    /// The most received bytes that may wait. A handshake has 56 and 64, the certificate message 272; a
    /// greeting a few KiB. A friend fills this turn of the loop and the next.
    package var waitingInMax: Int {
        switch self {
        case .unproven: return 2 * 1024
        case .stranger: return 64 * 1024
        case .fellow: return 256 * 1024
        case .friend, .own: return 512 * 1024
        }
    }

    /// The most sent bytes that may wait before nothing more is read. A peer that shares an audience gets all
    /// that its credit covers, which is 4 MiB, and as much again for frontiers, so that two honest nodes
    /// never wait for each other.
    var waitingOutMax: Int {
        switch self {
        case .unproven: return 2 * 1024
        case .stranger: return 256 * 1024
        case .fellow, .friend, .own: return 8 * 1024 * 1024
        }
    }
}
