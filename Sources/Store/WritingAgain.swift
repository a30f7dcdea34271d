import CRDT
import Domain
import Primitives
import Wire

// Handles a device whose data is in use in two places at once. Everything that each of the two wrote after they
// diverged is void; each writes its own part again, so that nothing is lost.
extension Store {
    /// Writes what this device has lost into the chains of its new incarnation.
    ///
    /// - Returns: the number of operations written again.
    func writeAgain(_ lost: LostBranch, at wall: WallTime) throws(StorageError) -> Int {
        guard try canWrite, try mayWrite(in: lost.audience) else { return 0 }
        var count = try sayAgain(lost, at: wall)
        count += try restore(lost, at: wall)
        return try count + copyAgain(lost, at: wall)
    }

    /// Whether this person is in the audience now.
    func mayWrite(in audience: AudienceRecord) throws(StorageError) -> Bool {
        guard audience.kind.hasID else { return true }
        return try judgement(of: audience).isMember(owner.person)
    }

    // MARK: Keys and rights

    // Repeats rotations and admissions unchanged, so that their epochs count again, and grants, cuts and
    // certificates, in one delta each, because a handover must be in a single delta.
    private func sayAgain(_ lost: LostBranch, at wall: WallTime) throws(StorageError) -> Int {
        var count = 0
        for (header, operations) in lost.deltas {
            if let alone = operations.first?.operation, header.isPlain, alone.isOfKeys {
                try writePlain(alone, epoch: header.epoch, into: lost.audience, at: wall)
                continue
            }
            let said = operations.map(\.operation).filter { $0.isAuthority || $0.isCertificate }
            guard !said.isEmpty else { continue }
            count += said.count
            try write(said.map { OriginedOperation($0) }, into: lost.audience, at: wall)
        }
        return count
    }

    // MARK: Objects at home

    private func restore(_ lost: LostBranch, at wall: WallTime) throws(StorageError) -> Int {
        let place = lost.audience.place
        guard try mayChange(at: place) else { return 0 }
        var gone: [ObjectRow] = []
        var edits: [Operation] = []
        for row in lost.objects where row.state.exists {
            let after = try object(row.id, author: row.author, in: place)
            guard after.state.exists else {
                if row.state.creations.contains(where: { lost.holds($0.dot) }) { gone.append(row) }
                continue
            }
            guard let object = after.home else { continue }
            edits += Restoration(lost: lost, before: row.state)
                .operations(on: after.state, at: object)
        }
        try withdrawCopies(lost, gone: Set(gone.map(\.id)), at: wall)
        // Friends come before links: a person who is not a friend in between would be left out of the
        // next key.
        gone = gone.filter { $0.kind > 2 } + gone.filter { $0.kind <= 2 }
        try author(edits, at: place, act: nil, wall: wall)
        return try edits.count + makeAgain(gone, lost, at: wall)
    }

    private func makeAgain(
        _ gone: [ObjectRow], _ lost: LostBranch, at wall: WallTime
    ) throws(StorageError) -> Int {
        let place = lost.audience.place
        let restorations = gone.map { Restoration(lost: lost, before: $0.state) }
        let made = gone.map { $0.state.made(kind: $0.kind) }
        let written = try author(
            made.map { .create($0.creation) }, at: place, act: nil, wall: wall)
        var rest: [Operation] = []
        var placements: [Operation] = []
        var ids: [[UInt8]: [UInt8]] = [:]
        for (index, entry) in written.enumerated() {
            rest += made[index].rest(.creation(entry.dot))
            placements += restorations[index].placements(at: .creation(entry.dot))
            let id = Derivation.object(origin: entry.dot, stamp: entry.carrier.stamp)
            let author = try author(row: gone[index].author).person.key.bytes
            ids[author + gone[index].id.bytes.bytes] = owner.person.key.bytes + id.bytes.bytes
        }
        try author(rest, at: place, act: nil, wall: wall)
        try author(placements, at: place, act: nil, wall: wall)
        try renameMembers(ids, at: wall)
        return written.count + rest.count + placements.count
    }

    // An object made again has another id, and collections name things by author and id.
    private func renameMembers(
        _ ids: [[UInt8]: [UInt8]], at wall: WallTime
    ) throws(StorageError) {
        guard !ids.isEmpty else { return }
        let rows = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 2 AND kind > 1 AND author = ? AND audience = 1 AND hidden < 2
            ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in rows {
            guard let row = try object(row: number), let object = row.home,
                let members = row.state.set(Schema.Collection.members)
            else { continue }
            var operations: [Operation] = []
            for element in members.elements {
                guard let id = ids[Array(element.prefix(48))] else { continue }
                operations.append(
                    .remove(
                        ElementRemoval(
                            object: object, field: Schema.Collection.members, element: element,
                            dots: members.dots(of: element).sorted())))
                operations.append(
                    .add(
                        ElementAddition(
                            object: object, field: Schema.Collection.members,
                            element: id + element.dropFirst(48))))
            }
            try author(operations, act: nil, at: wall)
        }
    }

    // MARK: Copies

    // Withdraws copies that derive from a lost placement or thing, so that the new copies do not merge
    // with them.
    private func withdrawCopies(
        _ lost: LostBranch, gone: Set<ObjectID>, at wall: WallTime
    ) throws(StorageError) {
        guard lost.audience.kind == .private else { return }
        var withdrawals: [AudienceName: [OriginedOperation]] = [:]
        for row in lost.objects {
            for (audience, register) in row.state.placements
            where row.state.isPlaced(in: audience) {
                guard let placement = register.survivors.first?.dot,
                    gone.contains(row.id) || lost.holds(placement)
                else { continue }
                withdrawals[audience, default: []].append(
                    row.withdrawal(
                        by: CopyNames(
                            privateSecret: lost.audience.secret ?? .zero, audience: audience,
                            placement: placement)))
            }
        }
        for name in withdrawals.keys.sorted() {
            guard let operations = withdrawals[name], let target = try writable(name) else {
                continue
            }
            try write(operations, into: target, at: wall)
        }
    }

    // Places the copies that this device made or changed again, because the other node may have used the
    // same derived dots.
    private func copyAgain(_ lost: LostBranch, at wall: WallTime) throws(StorageError) -> Int {
        let ends = lost.deltas.flatMap(\.operations).filter {
            guard case .withdraw = $0.operation else { return false }
            return true
        }
        if !ends.isEmpty, try mayChange(at: lost.audience.place) || !lost.audience.kind.hasID {
            try write(ends, into: lost.audience, at: wall)
        }
        let name = lost.audience.name
        var outs: [Operation] = []
        var moved: [ObjectID] = []
        for id in lost.copied {
            let row = try object(id, author: try me, in: .private)
            guard row.state.exists, let out = Self.place(row, in: name, isIn: false) else {
                continue
            }
            outs.append(out)
            moved.append(id)
        }
        try author(outs, act: nil, at: wall)
        var ins: [Operation] = []
        for id in moved {
            let row = try object(id, author: try me, in: .private)
            if let placement = Self.place(row, in: name, isIn: true) { ins.append(placement) }
        }
        try author(ins, act: nil, at: wall)
        return ends.count + ins.count
    }
}

extension Operation {
    /// Whether the operation stands alone in a delta that is not sealed.
    fileprivate var isOfKeys: Bool {
        switch self {
        case .rotate, .admit: return true
        default: return false
        }
    }

    fileprivate var isCertificate: Bool {
        if case .certify = self { return true }
        return false
    }
}
