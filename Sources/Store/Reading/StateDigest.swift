package import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

// Digests that two replicas with the same deltas compare: the same set of deltas gives the same state.
extension Store {
    /// BLAKE2b-256 over the state of everything that `person` has in `audience`; equal on replicas that hold and can
    /// read the same deltas. Call it only inside a transaction.
    package func stateDigest(
        of audience: AudienceKind, by person: PersonID
    ) throws(StorageError) -> Bytes32 {
        try digest(of: try rows(of: audience, by: person))
    }

    /// Returns the same digest for everything at home in the group with this id; nil if the group is not known here.
    /// Copies are left out, because their author has none.
    package func stateDigest(ofGroup id: Bytes32) throws(StorageError) -> Bytes32? {
        guard let group = try group(id) else { return nil }
        return try digest(
            of: try database.rows(
                """
                SELECT o.id FROM objects o JOIN people p ON p.id = o.author
                WHERE o.audience = ? ORDER BY o.object, p.person
                """, [.integer(group.audience.place.number)]
            ) { (row) throws(StorageError) in row.integer(0) }, isOnlyHome: true)
    }

    /// Returns the frontier of the group with this id; nil if it is not known here.
    package func frontier(ofGroup id: Bytes32) throws(StorageError) -> Frontier? {
        try group(id).map { (group) throws(StorageError) in
            try frontier(of: group.audience.number)
        }
    }

    private func digest(
        of rows: [Int64], isOnlyHome: Bool = false
    ) throws(StorageError) -> Bytes32 {
        var hasher = Hasher32()
        for row in rows {
            guard let object = try object(row: row), !isOnlyHome || !object.isCopy else {
                continue
            }
            var writer = ByteWriter()
            writer.bytes16(object.id.bytes)
            // A row may know the kind of an object that does not exist, if its creation arrived before its end.
            writer.byte(object.state.exists ? object.kind : 0)
            object.state.write(to: &writer)
            hasher.update(writer.bytes)
        }
        return hasher.finish()
    }

    /// Returns the row of one of a person's own audiences.
    package func audienceRow(
        _ kind: AudienceKind, of person: PersonID
    ) throws(StorageError) -> Int64 {
        try audience(kind, of: person).number
    }

    /// Returns the frontier of what `person` has in `audience`, whoever wrote it. Call it only inside a transaction.
    package func frontier(
        of audience: AudienceKind, by person: PersonID
    ) throws(StorageError) -> Frontier {
        let entries = try database.rows(
            """
            SELECT c.chain, c.length FROM chains c JOIN audiences a ON a.id = c.audience
            JOIN people p ON p.id = a.owner
            WHERE a.kind = ? AND p.person = ? ORDER BY c.chain
            """, [.integer(Int(audience.rawValue)), .blob(person.key.bytes)]
        ) { (row) throws(StorageError) -> Frontier.Entry in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            return Frontier.Entry(chain: ChainID(chain), length: UInt64(row.integer(1)))
        }
        return Frontier(entries)
    }

    /// Returns the epochs in which `person` currently writes to their own `audience`: for each chain of their devices
    /// whose last delta is held, encrypted and readable here, its length and that delta's epoch. Other writers there
    /// may not know the latest epochs yet. Call it only inside a transaction.
    package func sealedEnds(
        of audience: AudienceKind, by person: PersonID
    ) throws(StorageError) -> [(chain: ChainID, length: UInt64, epoch: EpochKey.Followed)] {
        var ends: [(chain: ChainID, length: UInt64, epoch: EpochKey.Followed)] = []
        for entry in try frontier(of: audience, by: person).entries {
            guard let chain = try chain(entry.chain), entry.length > 0,
                try self.person(of: chain) == number(of: person),
                let header = try header(row: chain.row(entry.length - 1)), !header.isPlain,
                let epoch = try epoch(header.epoch)?.followed
            else { continue }
            ends.append((entry.chain, entry.length, epoch))
        }
        return ends
    }

    private func rows(
        of audience: AudienceKind, by person: PersonID
    ) throws(StorageError) -> [Int64] {
        try database.rows(
            """
            SELECT o.id FROM objects o JOIN people p ON p.id = o.author
            WHERE o.audience = ? AND p.person = ? ORDER BY o.object
            """, [.integer(Int(audience.rawValue)), .blob(person.key.bytes)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }
}

extension ObjectState {
    fileprivate func write(to writer: inout ByteWriter) {
        Self.write(creations, to: &writer)
        Self.write(withdrawn, to: &writer)
        writer.varint(registers.count)
        for (field, register) in registers {
            writer.byte(field.number)
            Self.write(register.survivors, to: &writer)
            Self.write(register.replaced, to: &writer)
        }
        writer.varint(sets.count)
        for (field, set) in sets {
            writer.byte(field.number)
            Self.write(set.additions, to: &writer)
            Self.write(set.removed, to: &writer)
        }
    }

    private static func write(_ survivors: [Register.Survivor], to writer: inout ByteWriter) {
        writer.varint(survivors.count)
        for survivor in survivors {
            writer.lengthed(survivor.dot.hashInput)
            writer.u64(survivor.carrier.stamp.rawValue)
            writer.lengthed(survivor.value)
        }
    }

    private static func write(
        _ additions: [ObservedRemoveSet.Addition], to writer: inout ByteWriter
    ) {
        writer.varint(additions.count)
        for addition in additions {
            writer.lengthed(addition.element)
            writer.lengthed(addition.dot.hashInput)
        }
    }

    private static func write(_ dots: [Dot], to writer: inout ByteWriter) {
        writer.varint(dots.count)
        for dot in dots { writer.lengthed(dot.hashInput) }
    }
}
