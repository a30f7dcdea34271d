import CRDT
import Domain
import Primitives
import Wire

/// What peers did wrong and onlookers have not been told yet.
///
/// A reason is told at once, and for `SyncLimits.rejectionPause` after that only counted: who connects
/// a thousand times fills nobody's history. Friends and fellows are told apart; strangers can be as many
/// as they like, and are not.
struct Rejections {
    private struct Kind: Equatable {
        let reason: CloseReason
        let person: PersonID?
    }

    private struct Tally {
        let kind: Kind
        /// Where the last one came from.
        var address: String
        /// Since it was told.
        var count = 0
        /// Nil if it has not been told yet.
        var toldAt: Instant?

        var dueAt: Instant {
            toldAt.map { $0 + SyncLimits.rejectionPause } ?? Instant(nanoseconds: 0)
        }
    }

    /// First come first.
    private var tallies: [Tally] = []

    /// When there is something to tell; nil if nothing was counted.
    var dueAt: Instant? {
        tallies.filter { $0.count > 0 }.map(\.dueAt).min()
    }

    /// A link was ended for `reason`.
    ///
    /// - Parameter person: nil for a stranger.
    mutating func add(_ reason: CloseReason, by person: PersonID?, from address: String) {
        let isFull = tallies.count >= SyncLimits.rejectionsMax
        let kind = Kind(reason: reason, person: isFull ? nil : person)
        if let place = tallies.firstIndex(where: { $0.kind == kind }) {
            tallies[place].count += 1
            tallies[place].address = address
        } else {
            tallies.append(Tally(kind: kind, address: address, count: 1))
        }
    }

    /// What is to be told now, once.
    mutating func take(at now: Instant) -> [Notice] {
        var notices: [Notice] = []
        for place in tallies.indices
        where tallies[place].count > 0 && now >= tallies[place].dueAt {
            let tally = tallies[place]
            notices.append(
                .deltaRejected(
                    reason: tally.kind.reason.name, address: tally.address, count: tally.count))
            tallies[place].count = 0
            tallies[place].toldAt = now
        }
        tallies.removeAll { $0.count == 0 && now >= $0.dueAt }
        return notices
    }
}
