import CRDT
import Domain
package import Primitives
import Wire

/// The operations in the other branch of an own chain, applied on top of this device's state.
private struct OtherBranch {
    var lost: LostBranch
    /// Own copies, in the order in which they were first named.
    var copies: [Copy] = []

    /// The branch's operations on one own copy.
    struct Copy {
        let id: ObjectID
        var kind: UInt8 = 0
        var state = ObjectState()
        var isWithdrawn = false
    }
}

/// The new ids of things that were made again, by their old ids.
private struct MadeAgain {
    var ids: [ObjectID: ObjectID] = [:]
    var count = 0
}

// The other branch of a fork is written again by the device whose chain it is, if no node runs it, just
// as each of two nodes would write its own: rights and keys unchanged, objects at home with their values.
// If home was only on the lost disk, shared things are made again from the copies that others had.
extension Store {
    /// Writes again what has been received of other branches, and ends the requests for more.
    ///
    /// - Returns: the number of operations written.
    package func writeRecalled(at wall: WallTime) throws(StorageError) -> Int {
        guard let due = try recallDue(), wall >= due, try canWrite else { return 0 }
        let recalls = try recalls().filter(\.isBegun)
        var branches: [OtherBranch] = []
        for recall in recalls { branches.append(try otherBranch(recall)) }
        var again = MadeAgain()
        var atHome: Set<ObjectID> = []
        for branch in branches where try mayWrite(in: branch.lost.audience) {
            again.count += try writeAgain(branch.lost, at: wall)
            if branch.lost.audience.kind == .private {
                atHome.formUnion(branch.lost.objects.map(\.id))
            }
        }
        for branch in branches where try mayWrite(in: branch.lost.audience) {
            for copy in branch.copies where !atHome.contains(copy.id) {
                if copy.state.exists {
                    try makeAgain(copy, of: branch.lost, &again, at: wall)
                } else if copy.isWithdrawn {
                    again.count += try takeOut(copy.id, of: branch.lost.audience, at: wall)
                }
            }
        }
        try endRecalls()
        memory.twice += again.count
        memory.isTwiceNew = again.count > 0 || memory.isTwiceNew
        return again.count
    }

    // MARK: Reading

    private func otherBranch(_ recall: RecalledChain) throws(StorageError) -> OtherBranch {
        let chain = recall.chain
        let audience = try audience(chain.audience)
        var branch = OtherBranch(
            lost: LostBranch(audience: audience, chain: chain.id, start: recall.start))
        let deltas = try otherDeltas(of: chain)
        // The branch's rotations carry the keys of what it sealed.
        for delta in deltas where delta.header.isPlain {
            guard case .operations(let operations) = try read(delta),
                case .rotate(let rotation)? = operations.first?.operation,
                let key = try key(of: rotation)
            else { continue }
            try deliver(epoch: Derivation.epochName(of: rotation), key: key)
        }
        var made: [Dot: ObjectKey] = [:]
        var rows: [ObjectKey: ObjectRow] = [:]
        var order: [ObjectKey] = []
        var copyPlaces: [ObjectID: Int] = [:]
        let isOwn = try isOwnCopies(chain, in: audience)
        for delta in deltas {
            guard case .operations(let operations) = try read(delta) else { continue }
            branch.lost.deltas.append((delta.header, operations))
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            for (index, entry) in operations.enumerated() {
                let dot = entry.dot(in: chain.id, at: delta.header.sequence, index)
                if isOwn, !entry.operation.isAtHome(in: audience.kind) {
                    take(entry.operation, dot, carrier, into: &branch, &copyPlaces)
                    continue
                }
                guard
                    let key = try otherKey(
                        of: entry.operation, dot, carrier, chain, in: audience, made)
                else { continue }
                if case .create = entry.operation { made[dot] = key }
                var row: ObjectRow
                if let known = rows[key] {
                    row = known
                } else {
                    row = try object(key.id, author: key.author, in: audience.place)
                    order.append(key)
                }
                if case .create(let creation) = entry.operation { row.kind = creation.kind }
                row.state.apply(entry.operation, dot: dot, carrier: carrier)
                rows[key] = row
            }
        }
        branch.lost.objects = order.compactMap { rows[$0] }
        return branch
    }

    private func otherDeltas(of chain: ChainRecord) throws(StorageError) -> [SignedDelta] {
        let rows = try database.rows(
            """
            SELECT header, payload, signature FROM other_branches WHERE id >= ? AND id <= ?
            ORDER BY id
            """,
            [.integer(chain.row(0)), .integer(chain.row(ChainRecord.lengthMax))]
        ) { (row) throws(StorageError) in
            Self.delta(header: row.bytes(0), payload: row.bytes(1), signature: row.bytes(2))
        }
        return rows.compactMap { $0 }
    }

    private func take(
        _ operation: Operation, _ dot: Dot, _ carrier: Carrier, into branch: inout OtherBranch,
        _ places: inout [ObjectID: Int]
    ) {
        guard let id = operation.copied else { return }
        let place = places[id] ?? branch.copies.count
        if places[id] == nil {
            places[id] = place
            branch.copies.append(OtherBranch.Copy(id: id))
        }
        if case .create(let creation) = operation { branch.copies[place].kind = creation.kind }
        if case .withdraw = operation { branch.copies[place].isWithdrawn = true }
        branch.copies[place].state.apply(operation, dot: dot, carrier: carrier)
    }

    // Objects that the branch itself created are in no table.
    private func otherKey(
        of operation: Operation, _ dot: Dot, _ carrier: Carrier, _ chain: ChainRecord,
        in audience: AudienceRecord, _ made: [Dot: ObjectKey]
    ) throws(StorageError) -> ObjectKey? {
        if case .creation(let maker)? = operation.object, let key = made[maker] { return key }
        return try key(of: operation, dot: dot, carrier, chain, in: audience)
    }

    // MARK: Copies

    // Home was on the lost disk, so the thing is made again and placed where its copy was. A thing that
    // is here, or a link with the same address, is placed there as it is.
    private func makeAgain(
        _ copy: OtherBranch.Copy, of lost: LostBranch, _ again: inout MadeAgain, at wall: WallTime
    ) throws(StorageError) {
        var id = again.ids[copy.id]
        if id == nil { id = try kept(copy) }
        if id == nil {
            let (creation, rest) = copy.state.made(kind: copy.kind)
            let written = try author([.create(creation)], act: nil, at: wall)
            guard let made = written.first else { return }
            try author(rest(.creation(made.dot)), act: nil, at: wall)
            id = Derivation.object(origin: made.dot, stamp: made.carrier.stamp)
            again.count += 1
        }
        guard let id else { return }
        again.ids[copy.id] = id
        let row = try object(id, author: try me, in: .private)
        guard let placement = Self.place(row, in: lost.audience.name, isIn: true) else { return }
        try author([placement], act: nil, at: wall)
        again.count += 1
    }

    // Removes the placement of a thing whose copy the branch withdrew.
    private func takeOut(
        _ id: ObjectID, of audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) -> Int {
        let row = try object(id, author: try me, in: .private)
        guard row.state.exists, let out = Self.place(row, in: audience.name, isIn: false) else {
            return 0
        }
        try author([out], act: nil, at: wall)
        return 1
    }

    // Returns the id of the thing if it is here already. Two branches that create objects at one position
    // in the same millisecond give them one id, so links are compared by address.
    private func kept(_ copy: OtherBranch.Copy) throws(StorageError) -> ObjectID? {
        let known = try object(copy.id, author: try me, in: .private)
        guard copy.kind == Kind.link.rawValue else { return known.state.exists ? known.id : nil }
        let url = copy.state.register(Schema.Thing.url)?.shown?.value ?? []
        if known.state.exists, known.state.register(Schema.Thing.url)?.shown?.value == url {
            return known.id
        }
        let row = try ownBookmark(
            canonical: CanonicalURL.canonical(String(decoding: url, as: UTF8.self)))
        return try row.flatMap { (row) throws(StorageError) in try object(row: row)?.id }
    }
}
