import CRDT
import Domain
import Primitives
import Wire

// Restores own things that are visible only as copies: what another own device wrote at home has not arrived, and
// never will if that device is revoked, because the cut excludes it. The revoking device writes the visible content
// home again under the same id, before the copies are withdrawn for lack of a home.
extension Store {
    /// The progress, stored until the work is complete, so that it survives a crash.
    private struct Bringing {
        /// The delta at home that revoked the device. The dots of what is brought home come after its operations.
        let revocation: Int64
        /// Rows up to this one have been examined.
        var row: Int64 = 0
        /// The number of things brought home.
        var count: UInt64 = 0
        /// Set once all rows are examined: the position in the copies by revoked devices up to which those are
        /// marked.
        var copy: (delta: Int64, key: Int64)?
    }

    /// Records that things visible only as copies must be written home, and that copies by the revoked device must
    /// then be compared with their home.
    func beginToBringHome(behind revocation: Int64) throws(StorageError) {
        try keep(Bringing(revocation: revocation))
    }

    /// Continues this work, if there is any, for about 10 ms.
    ///
    /// - Returns: whether there may be more.
    @discardableResult
    func bringSomeHome(at wall: WallTime) throws(StorageError) -> Bool {
        guard memory.isBringingHome != false, try canWrite else { return false }
        guard var bringing = try bringing() else {
            memory.isBringingHome = false
            return false
        }
        if let copy = bringing.copy {
            bringing.copy = try markEndedCopies(behind: copy)
            try keep(bringing.copy == nil ? nil : bringing)
            return bringing.copy != nil
        }
        let rows = try ownCopies(behind: bringing.row)
        if let last = rows.last {
            let chain = try chain(number: ChainRecord.number(ofDelta: bringing.revocation)).id
            let sequence = ChainRecord.sequence(ofDelta: bringing.revocation)
            let own = try ownChain(in: audience(.private, of: owner.person), at: wall)
            bringing.count += try bringHome(rows, at: wall) { number in
                let place = bringing.count + number
                guard place < limits.broughtHomePerRevocation else {
                    return .broughtHome(behind: own, number)
                }
                let index = Dot.broughtHome + UInt32(place)
                return .position(chain: chain, sequence: sequence, index: index)
            }
            bringing.row = last
        } else {
            bringing.copy = (0, 0)
        }
        try keep(bringing)
        return true
    }

    /// Returns some rows of own things outside their home, after this row.
    func ownCopies(behind row: Int64) throws(StorageError) -> [Int64] {
        try database.rows(
            """
            SELECT id FROM objects WHERE author = ? AND audience > 1 AND hidden < 2 AND id > ?
            ORDER BY id LIMIT ?
            """, [.integer(try me), .integer(row), .integer(limits.workRows)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    /// Brings home what this device itself lost among these rows and exists only as copies.
    func bringHome(_ rows: [Int64], at wall: WallTime) throws(StorageError) {
        guard !rows.isEmpty else { return }
        let home = try audience(.private, of: owner.person)
        let chain = try ownChain(in: home, at: wall)
        _ = try bringHome(rows, at: wall) { .broughtHome(behind: chain, $0) }
    }

    // Writes home what exists only as copies among these rows, and places it where it was. The new copies derive from
    // the new home; the old copies are withdrawn, because the names they derive from are unknown here. Returns the
    // number of things.
    private func bringHome(
        _ rows: [Int64], at wall: WallTime, named name: (UInt64) -> Dot
    ) throws(StorageError) -> UInt64 {
        let home = try audience(.private, of: owner.person)
        var withdrawals: [AudienceName: [OriginedOperation]] = [:]
        var creations: [OriginedOperation] = []
        var behind: [Operation] = []
        for number in rows {
            guard let row = try object(row: number), try isHomeless(row) else { continue }
            let dot = name(UInt64(creations.count))
            let made = row.state.made(kind: row.kind, id: row.id)
            creations.append(OriginedOperation(origin: dot, .create(made.creation)))
            behind += made.rest(.creation(dot))
            for copy in try copies(of: row.id) {
                guard let audience = try self.name(of: copy.place) else { continue }
                withdrawals[audience, default: []] += OriginedOperation.withdrawals(
                    of: copy.state.liveDots, id: row.id)
                behind.append(
                    .place(
                        Placement(
                            object: .creation(dot), audience: audience, isIn: true, replaces: [])))
            }
        }
        for audience in withdrawals.keys.sorted() {
            guard let operations = withdrawals[audience], let target = try writable(audience) else {
                continue
            }
            try write(operations, into: target, at: wall)
        }
        try write(creations, into: home, at: wall)
        try author(behind, act: nil, at: wall)
        return UInt64(creations.count)
    }

    private func bringing() throws(StorageError) -> Bringing? {
        guard let bytes = try setting(Self.bringingSetting), !bytes.isEmpty else { return nil }
        var reader = ByteReader(bytes)
        guard let revocation = try? reader.u64(), let row = try? reader.u64(),
            let count = try? reader.u64()
        else { throw .corrupt }
        var bringing = Bringing(revocation: Int64(revocation), row: Int64(row), count: count)
        if let delta = try? reader.u64(), let key = try? reader.u64() {
            bringing.copy = (Int64(delta), Int64(bitPattern: key))
        }
        return bringing
    }

    private func keep(_ bringing: Bringing?) throws(StorageError) {
        var writer = ByteWriter(capacity: 40)
        if let bringing {
            writer.u64(UInt64(bringing.revocation))
            writer.u64(UInt64(bringing.row))
            writer.u64(bringing.count)
            if let copy = bringing.copy {
                writer.u64(UInt64(copy.delta))
                writer.u64(UInt64(bitPattern: copy.key))
            }
        }
        try set(Self.bringingSetting, to: writer.bytes)
        memory.isBringingHome = bringing != nil
        memory.areCopiesDue = memory.areCopiesDue || bringing != nil
    }

    private static let bringingSetting = "bringing"

    // Whether the home of an own copy has not arrived.
    private func isHomeless(_ row: ObjectRow) throws(StorageError) -> Bool {
        guard row.isCopy, row.state.exists else { return false }
        return !(try object(row.id, author: try me, in: .private).state.exists)
    }

    private func copies(of id: ObjectID) throws(StorageError) -> [ObjectRow] {
        var rows: [ObjectRow] = []
        for number in try otherPlaces(of: id, author: try me, than: .private) {
            let row = try object(id, author: try me, in: try Place(column: number))
            if row.isCopy, row.state.exists { rows.append(row) }
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
    /// Indices from here on are no positions of operations: no delta that a person's devices write within the size
    /// limits has that many. A thing brought home under its id has such a dot, after the delta that revoked the device
    /// that had created it.
    static let broughtHome: UInt32 = 32_768

    /// Returns the dot of the `index`-th thing (below 30,000) that this device itself writes home now: a position in
    /// the last delta of its own `chain`, because an origin precedes its carrier. These indices count down, because
    /// those of revocations count up.
    static func broughtHome(behind chain: ChainRecord, _ index: UInt64) -> Dot {
        .position(
            chain: chain.id, sequence: chain.length - 1,
            index: UInt32(WireLimits.operationsMax) - 1 - UInt32(index))
    }

    /// Whether only the creation tells the id of what it made.
    var isBroughtHome: Bool {
        guard case .position(_, _, let index) = self else { return false }
        return index >= Self.broughtHome
    }
}
