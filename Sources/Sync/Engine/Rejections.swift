import CRDT
import Domain
import Primitives
import Wire

/// Violations by peers that have not been announced yet.
///
/// A reason is announced at once, and then only counted for `SyncLimits.rejectionPause`, so that a peer that
/// connects a thousand times does not fill the history. Friends and fellows are counted by person; strangers,
/// who can be as many as they like, are counted together.
struct Rejections {
    private struct Kind: Equatable {
        let reason: CloseReason
        let person: PersonID?
    }

    private struct Tally {
        let kind: Kind
        /// The address of the last one.
        var address: String
        /// The number since the last announcement.
        var count = 0
        /// Nil if it has not been announced yet.
        var toldAt: Instant?

        var dueAt: Instant {
            toldAt.map { $0 + SyncLimits.rejectionPause } ?? Instant(nanoseconds: 0)
        }
    }

    /// In order of arrival.
    private var tallies: [Tally] = []

    /// When there is something to announce; nil if nothing was counted.
    var dueAt: Instant? {
        tallies.filter { $0.count > 0 }.map(\.dueAt).min()
    }

    /// Counts a link that was ended for `reason`.
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

    /// Returns the notices that are due, each once.
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
