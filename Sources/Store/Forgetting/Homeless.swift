import CRDT
import Domain
import Primitives
import Wire

// A thing that is over at home leaves nothing elsewhere. Whoever declared it dead there has
// withdrawn its copies before; what another device had copied meanwhile, that device withdraws when
// it hears.
extension Store {
    /// What is known of a copy whose home may be gone.
    enum Homelessness {
        /// Home may be on its way: it was written again.
        case unknown
        /// It shows, and this ends it.
        case shows([OriginedOperation])
        /// Nothing of it shows, or its home is there.
        case isOver
    }

    /// Takes note that a thing is over at home: copies of it are to end.
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

    /// What is to become of the own copy of `id` in `audience`.
    func homelessness(
        of id: ObjectID, in audience: AudienceRecord, _ reading: inout CopyReading
    ) throws(StorageError) -> Homelessness {
        let home = try self.audience(.private, of: owner.person)
        guard try isHeldWhole(home) else { return .unknown }
        // It may have been made again, and is shared with nobody then (`bringBack`).
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

    /// The word of a device or member has ended: what is over of his chains another device ends.
    func noteEnded(
        _ audience: AudienceRecord, from before: Judgement, to after: Judgement
    ) throws(StorageError) {
        for chain in try chains(of: audience) where try person(of: chain) == (try me) {
            let (old, new) = (before.standing(of: chain.id), after.standing(of: chain.id))
            if old.length == .max, new.length < .max { try noteSweep(of: audience.number) }
        }
    }
}
