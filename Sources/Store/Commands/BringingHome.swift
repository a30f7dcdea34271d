import CRDT
import Domain
import Primitives
import Wire

// What this person sees of his own by a copy alone: what a device of his wrote at home has not come,
// and, if that device is revoked, never will, for the cut leaves it out. Whoever revokes writes home
// again, under the same id, what shows to him, before the copies are withdrawn with their home.
extension Store {
    /// How far it has come; kept until it is done, whatever happens to the machine.
    private struct Bringing {
        /// The delta at home that ended the device. Behind what stands in it are the dots of what is
        /// brought home.
        let revocation: Int64
        /// Rows up to this one have been looked at.
        var row: Int64 = 0
        /// So many things were brought home.
        var count: UInt64 = 0
        /// All rows have been looked at, and of what revoked devices have copied that up to here.
        var copy: (delta: Int64, key: Int64)?
    }

    /// Takes note that what shows by copies alone is to be written home again, and that then copies
    /// which the device wrote are to be compared with home.
    func beginToBringHome(behind revocation: Int64) throws(StorageError) {
        try keep(Bringing(revocation: revocation))
    }

    /// Goes on with it, if there is something: about 10 ms.
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
            bringing.count += try bringHome(rows, at: wall) { number in
                let index = UInt64(Dot.broughtHome) + bringing.count + number
                guard index <= WireLimits.operationsMax else { return nil }
                return .position(chain: chain, sequence: sequence, index: UInt32(index))
            }
            bringing.row = last
        } else {
            bringing.copy = (0, 0)
        }
        try keep(bringing)
        return true
    }

    /// Some rows of own things that stand elsewhere than at home, behind this one.
    func ownCopies(behind row: Int64) throws(StorageError) -> [Int64] {
        try database.rows(
            """
            SELECT id FROM objects WHERE author = ? AND audience > 1 AND hidden < 2 AND id > ?
            ORDER BY id LIMIT ?
            """, [.integer(try me), .integer(row), .integer(limits.workRows)]
        ) { (row) throws(StorageError) in row.integer(0) }
    }

    /// Writes home what stands in some of these rows by copies alone, and was lost by this device itself.
    func bringHome(_ rows: [Int64], at wall: WallTime) throws(StorageError) {
        guard !rows.isEmpty else { return }
        let home = try audience(.private, of: owner.person)
        let chain = try ownChain(in: home, at: wall)
        _ = try bringHome(rows, at: wall) { .broughtHome(behind: chain, $0) }
    }

    // Writes home what stands in some of these rows by copies alone, and places it where it was by
    // copies that derive from there: of the old ones nobody here knows the names, so they go. Returns
    // how many things it was.
    private func bringHome(
        _ rows: [Int64], at wall: WallTime, named name: (UInt64) -> Dot?
    ) throws(StorageError) -> UInt64 {
        let home = try audience(.private, of: owner.person)
        var withdrawals: [AudienceName: [OriginedOperation]] = [:]
        var creations: [OriginedOperation] = []
        var behind: [Operation] = []
        for number in rows {
            guard let dot = name(UInt64(creations.count)), let row = try object(row: number),
                try isHomeless(row)
            else { continue }
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

    // What is at home of an own copy has not come.
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
    /// From this index on a position is no place of an operation: no delta that keeps the limits of its
    /// bytes has as many that a person's devices write. What is brought home by its id has such a
    /// dot, behind the delta that revoked the device that had made it.
    static let broughtHome: UInt32 = 32_768

    /// What `index`, below 30,000, of the things is called that this device writes home by their ids now: a place of
    /// the last delta of its chain, which is `chain`, for an origin stands before what carries it. They are
    /// counted down, because those of a revocation are counted up.
    static func broughtHome(behind chain: ChainRecord, _ index: UInt64) -> Dot {
        .position(
            chain: chain.id, sequence: chain.length - 1,
            index: UInt32(WireLimits.operationsMax) - 1 - UInt32(index))
    }

    /// The id of what it made is told by the creation alone.
    var isBroughtHome: Bool {
        guard case .position(_, _, let index) = self else { return false }
        return index >= Self.broughtHome
    }
}
