import CRDT
import Domain
import Primitives
import Wire

// What a device changed before it was revoked counts in each audience up to what its revoker held of it
// there. Of one change the revoker may have held the copy and not the one at home: then friends see what
// home has never shown. Such a copy is placed anew, under names that nothing has been done to.

/// What revoked devices did to an own copy and home knows nothing of.
struct SpoiltCopy {
    /// What shows of it in the copy: sorted.
    private(set) var foreign: [Dot] = []
    /// They took out of the copy what stands at home.
    private(set) var isLacking = false

    /// The copy does not show what stands at home, and nobody is going to change that.
    var isSpoilt: Bool { isLacking || !foreign.isEmpty }

    /// Nothing.
    init() {}

    /// The same, and this shows in the copy that home knows nothing of.
    mutating func add(foreign dots: [Dot]) {
        foreign = Set(foreign + dots).sorted()
    }

    /// - Parameters:
    ///   - row: what is at home.
    ///   - operations: those of the copy that devices carried which are revoked.
    ///   - difference: what the copy differs by from home.
    init(
        of row: ObjectRow, by operations: [Store.Carried], _ difference: CopyDifference
    ) {
        guard !operations.isEmpty else { return }
        foreign = difference.foreign(by: operations)

        guard let current = difference.current else { return }
        let standing = Set(row.state.liveDots.map(current.copy))
        for carried in operations {
            switch carried.operation {
            case .remove(let removal) where !Schema.isPersonal(removal.field):
                isLacking = isLacking || removal.dots.contains(where: standing.contains)
            case .withdraw(let withdrawal):
                isLacking = isLacking || withdrawal.dots.contains(where: standing.contains)
            default: continue
            }
        }
    }
}

extension Store {
    /// Marks the homes of some copies that revoked devices of this person have written, to be compared.
    ///
    /// - Parameter place: behind which delta and which key of `copied` it goes on.
    /// - Returns: where it has come; nil if that was the last.
    func markEndedCopies(
        behind place: (delta: Int64, key: Int64)
    ) throws(StorageError) -> (delta: Int64, key: Int64)? {
        let rows = try database.rows(
            """
            SELECT delta, object FROM copied WHERE (delta, object) > (?, ?)
            ORDER BY delta, object LIMIT ?
            """, [.integer(place.delta), .integer(place.key), .integer(limits.workRows)]
        ) { (row) throws(StorageError) in (delta: row.integer(0), key: row.integer(1)) }
        for row in rows {
            guard try isByEndedDevice(try chain(number: ChainRecord.number(ofDelta: row.delta)))
            else { continue }
            for home in try homes(traced: row.key) { try mark(home) }
        }
        return rows.last
    }

    /// Whether a chain is of a device of this person that is revoked.
    func isByEndedDevice(_ chain: ChainRecord) throws(StorageError) -> Bool {
        try isEnded(try device(of: chain), of: owner.person)
    }

    /// All that counts of what revoked devices of this person wrote at home is here.
    func areEndedDevicesHeard(at home: AudienceRecord) throws(StorageError) -> Bool {
        let judgement = try judgement(of: home)
        for chain in try chains(of: home) where try isByEndedDevice(chain) {
            guard judgement.standing(of: chain.id).length <= chain.length else { return false }
        }
        return true
    }
}
