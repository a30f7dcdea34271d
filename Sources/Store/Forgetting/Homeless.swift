import CRDT
import Domain
import Primitives
import Wire

// Ends copies of things that no longer exist at home. The device that declares a thing dead withdraws its copies
// first; a device that copied it meanwhile withdraws that copy when it learns of this.
extension Store {
    /// The state of a copy whose home may be erased.
    enum Homelessness {
        /// The home may still arrive, because it was rewritten.
        case unknown
        /// The copy shows; these operations withdraw it.
        case shows([OriginedOperation])
        /// Nothing of the copy shows, or its home exists.
        case isOver
    }

    /// Records that a thing is erased at home, so its copies must end.
    func noteHomeless(_ id: ObjectID) throws(StorageError) {
        guard let number = try home(of: id), let row = try object(row: number) else { return }
        for (name, _) in row.state.placements {
            guard let target = try writable(name) else { continue }
            try database.run(
                """
                INSERT INTO ending (audience, object, homeless) VALUES (?, ?, 1)
                ON CONFLICT DO UPDATE SET homeless = 1
                """, .integer(target.number), .blob(id.bytes.bytes))
            memory.areEndingsDue = true
        }
    }

    /// Returns what has to be done with the own copy of `id` in `audience`.
    func homelessness(
        of id: ObjectID, in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> Homelessness {
        let home = try self.audience(.private, of: owner.person)
        guard try isHeldWhole(home) else { return .unknown }
        // The thing may have been created again, then placed nowhere (`bringBack`).
        if let number = try self.home(of: id), let row = try object(row: number), row.state.exists,
            row.state.isPlaced(in: audience.name)
        {
            try database.run(
                "UPDATE ending SET homeless = 0 WHERE audience = ? AND object = ?",
                .integer(audience.number), .blob(id.bytes.bytes))
            return .isOver
        }
        var dots: [Dot] = []
        for dot in try ownCopy(of: id, in: audience, &reading).liveDots { dots.insertSorted(dot) }
        return dots.isEmpty ? .isOver : .shows(OriginedOperation.withdrawals(of: dots, id: id))
    }

    /// Schedules a sweep when the right to write one of this person's chains has ended: another device must then
    /// declare expired deltas of that chain dead.
    func noteEnded(
        _ audience: AudienceRecord, from before: Judgement, to after: Judgement
    ) throws(StorageError) {
        for chain in try chains(of: audience) where try person(of: chain) == (try me) {
            let (old, new) = (before.standing(of: chain.id), after.standing(of: chain.id))
            if old.length == .max, new.length < .max { try noteSweep(of: audience.number) }
        }
    }
}
