package import Primitives

/// What one link may hold here at once: bytes that have arrived and wait for their turn, and bytes that
/// the other side has not taken.
///
/// A shell counts by it and stops reading where too much waits, so that the other side's own sending
/// stops: whoever pours, or asks and reads no answer, fills their own memory. How much it is depends on
/// how much is proved of who is there (`Effect.regard`).
package struct LinkBudget: Equatable, Sendable {
    /// Who is there, as far as it is proved.
    package var closeness = Closeness.unproven
    /// Bytes that have arrived and were not taken in yet.
    package private(set) var waitingIn = 0
    /// Bytes that were given to be sent and have not left.
    private var waitingOut = 0
    /// When the last of what waited left, or the first began to wait.
    private var movedAt = Instant(nanoseconds: 0)

    /// Nothing waits, and nothing is proved.
    package init() {}

    /// More may be read: neither direction has too much waiting.
    package var isOpen: Bool {
        waitingIn < closeness.waitingInMax && waitingOut < closeness.waitingOutMax
    }

    /// Bytes have arrived.
    package mutating func arrived(_ count: Int) { waitingIn += count }

    /// Bytes that had arrived were taken in.
    package mutating func took(_ count: Int) { waitingIn = max(0, waitingIn - count) }

    /// Bytes were given to be sent, after which `waiting` in all have not left.
    package mutating func gave(_ count: Int, waiting: Int, at now: Instant) {
        if waitingOut == 0 { movedAt = now }
        waitingOut += count
        look(waiting: waiting, at: now)
    }

    /// So many bytes have not left by now.
    package mutating func look(waiting: Int, at now: Instant) {
        if waiting < waitingOut { movedAt = now }
        waitingOut = waiting
    }

    /// Something waits, and nothing of it has left for `SyncLimits.stallPatience`.
    package func isStalled(at now: Instant) -> Bool {
        waitingOut > 0 && now >= movedAt + SyncLimits.stallPatience
    }
}

extension Closeness {
    /// Bytes that may wait to be taken in. A handshake has 56 and 224; a greeting a few KiB; a friend
    /// fills a turn of the loop, and the next.
    package var waitingInMax: Int {
        switch self {
        case .unproven: return 2 * 1024
        case .stranger: return 64 * 1024
        case .fellow: return 256 * 1024
        case .friend, .own: return 512 * 1024
        }
    }

    /// Bytes that may wait to leave before nothing more is read. Who shares something gets all that
    /// their credit covers, which is 4 MiB, and as much again of frontiers: two nodes that are both
    /// honest never wait for each other.
    var waitingOutMax: Int {
        switch self {
        case .unproven: return 2 * 1024
        case .stranger: return 256 * 1024
        case .fellow, .friend, .own: return 8 * 1024 * 1024
        }
    }
}
