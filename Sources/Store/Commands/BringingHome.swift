import CRDT
import Domain
import Primitives
import Wire

// What this person sees of his own by a copy alone: what a device of his wrote at home has not come,
// and, if that device is revoked, never will, for the cut leaves it out. Whoever revokes writes home
// again, under the same id, what shows to him, before the copies are withdrawn with their home.
extension Store {
    /// Rows of own things that show here by copies alone.
    func shownByCopiesAlone() throws(StorageError) -> [Int64] {
        let rows = try database.rows(
            """
            SELECT id FROM objects WHERE author = ? AND audience > 1 AND hidden < 2 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var homeless: [Int64] = []
        for number in rows {
            if let row = try object(row: number), try isHomeless(row) { homeless.append(number) }
        }
        return homeless
    }

    /// Writes home what stands in some of these rows, and places it where it was by copies that derive
    /// from there: of the old ones nobody here knows the names, so they go.
    ///
    /// - Parameter revocation: the delta at home that ended the device. Behind what stands in it are
    ///   the dots of what is brought home, from `first` on.
    func bringHome(
        _ rows: [Int64], from first: Int, behind revocation: Int64, at wall: WallTime
    ) throws(StorageError) {
        let home = try audience(.private, of: owner.person)
        let chain = try chain(number: ChainRecord.number(ofDelta: revocation)).id
        let sequence = ChainRecord.sequence(ofDelta: revocation)
        var withdrawals: [AudienceName: [OriginedOperation]] = [:]
        var creations: [OriginedOperation] = []
        var behind: [Operation] = []
        for (offset, number) in rows.enumerated() {
            let index = Int(Dot.broughtHome) + first + offset
            guard index <= WireLimits.operationsMax, let row = try object(row: number),
                try isHomeless(row)
            else { continue }
            let dot = Dot.position(chain: chain, sequence: sequence, index: UInt32(index))
            let made = row.state.made(kind: row.kind)
            creations.append(
                OriginedOperation(
                    origin: dot,
                    .create(
                        Creation(
                            kind: row.kind, id: row.id, values: made.creation.values,
                            elements: made.creation.elements))))
            behind += made.rest(.creation(dot))
            for copy in try copies(of: row.id) {
                guard let name = try self.name(of: copy.place) else { continue }
                withdrawals[name, default: []] += OriginedOperation.withdrawals(
                    of: copy.state.liveDots, id: row.id)
                behind.append(
                    .place(
                        Placement(
                            object: .creation(dot), audience: name, isIn: true, replaces: [])))
            }
        }
        for name in withdrawals.keys.sorted() {
            guard let operations = withdrawals[name], let target = try writable(name) else {
                continue
            }
            try write(operations, into: target, at: wall)
        }
        try write(creations, into: home, at: wall)
        try author(behind, act: nil, at: wall)
    }

    // It is this person's, and what is at home of it has not come.
    private func isHomeless(_ row: ObjectRow) throws(StorageError) -> Bool {
        guard row.isCopy, row.author == (try me), row.place != .private else { return false }
        guard let home = try home(of: row.id) else { return true }
        return try object(row: home)?.state.exists != true
    }

    private func copies(of id: ObjectID) throws(StorageError) -> [ObjectRow] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects WHERE object = ? AND author = ? AND audience > 1
            ORDER BY audience
            """, [.blob(id.bytes.bytes), .integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var rows: [ObjectRow] = []
        for number in numbers {
            if let row = try object(row: number), row.isCopy, row.state.exists { rows.append(row) }
        }
        return rows
    }

    private func name(of place: Place) throws(StorageError) -> AudienceName? {
        if let group = place.groupRow { return try audience(group).name }
        return try place.kind.map { (kind) throws(StorageError) in
            try audience(kind, of: owner.person).name
        }
    }
}

extension Dot {
    /// From this index on a position is no place of an operation: no delta that keeps the limits of its
    /// bytes has as many that a person's devices write. What is brought home by its id has such a
    /// dot, behind the delta that revoked the device that had made it.
    static let broughtHome: UInt32 = 32_768

    /// The id of what it made is told by the creation alone.
    var isBroughtHome: Bool {
        guard case .position(_, _, let index) = self else { return false }
        return index >= Self.broughtHome
    }
}
