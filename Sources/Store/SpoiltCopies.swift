import CRDT
import Domain
import Primitives
import Wire

// Changes of a device before its revocation count in each audience up to what its revoker held of it
// there. The revoker may have held the copy of a change but not the change at home. Then friends see what
// home has never shown. Such a copy is placed again, under new names.

/// Changes by revoked devices to an own copy without a counterpart at home.
struct SpoiltCopy {
    /// The dots of it that the copy shows, sorted.
    private(set) var foreign: [Dot] = []
    /// Whether they removed something from the copy that stands at home.
    private(set) var isLacking = false

    /// Whether the copy differs from home in a way that no other device will correct.
    var isSpoilt: Bool { isLacking || !foreign.isEmpty }

    /// Creates an empty result.
    init() {}

    /// Adds dots that the copy shows and home does not know.
    mutating func add(foreign dots: [Dot]) {
        foreign = Set(foreign + dots).sorted()
    }

    /// Finds what revoked devices did to a copy.
    ///
    /// - Parameters:
    ///   - row: the object at home.
    ///   - operations: the operations on the copy that revoked devices wrote.
    ///   - difference: the difference between copy and home.
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
    /// Marks the homes of some copies that revoked devices of this person have written for comparison.
    ///
    /// - Parameter place: the delta and the key of `copied` after which to continue.
    /// - Returns: the last position examined; nil at the end.
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

    /// Whether a chain belongs to a revoked device of this person.
    func isByEndedDevice(_ chain: ChainRecord) throws(StorageError) -> Bool {
        try isEnded(try device(of: chain), of: owner.person)
    }

    /// Whether everything that counts of what revoked devices of this person wrote at home is here.
    func areEndedDevicesHeard(at home: AudienceRecord) throws(StorageError) -> Bool {
        let judgement = try judgement(of: home)
        for chain in try chains(of: home) where try isByEndedDevice(chain) {
            guard judgement.standing(of: chain.id).length <= chain.length else { return false }
        }
        return true
    }
}
