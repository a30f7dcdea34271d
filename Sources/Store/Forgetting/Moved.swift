import CRDT
import Primitives
import Wire

// A rewritten creation keeps its original dot, by which others name it, and the id derived from the stamp of its
// first delta. That delta is erased, so the id is stored in the operation and, by dot, in the table `moved`.
extension Store {
    /// Records the id of a thing whose creation was rewritten at home.
    func noteMoved(_ creation: Creation, dot: Dot) throws(StorageError) {
        guard let id = creation.id, case .position(let chain, let sequence, let index) = dot,
            let known = try self.chain(chain), sequence < ChainRecord.lengthMax
        else { return }
        try database.run(
            "INSERT OR IGNORE INTO moved (delta, place, object) VALUES (?, ?, ?)",
            .integer(known.row(sequence)), .integer(Int64(index)), .blob(id.bytes.bytes))
        guard database.changes > 0 else { return }
        memory.newlyMoved.append(Self.movedKey(known.row(sequence), index))
    }

    /// Returns the id of the thing created by `dot`, if that creation was rewritten.
    func movedID(of dot: Dot) throws(StorageError) -> ObjectID? {
        guard case .position(let chain, let sequence, let index) = dot,
            let known = try self.chain(chain), sequence < ChainRecord.lengthMax
        else { return nil }
        let found = try database.row(
            "SELECT object FROM moved WHERE delta = ? AND place = ? ORDER BY delta",
            [.integer(known.row(sequence)), .integer(Int64(index))]
        ) { $0.bytes(0) }
        guard let found else { return nil }
        guard let id = Bytes16(found) else { throw .corrupt }
        return ObjectID(id)
    }

    /// Makes a delta wait for an object that was created in an erased delta and whose rewritten creation has not
    /// arrived. If the object has expired instead, so has the delta. Also waits for an object brought home that has
    /// not arrived.
    func waitForMoved(_ object: ObjectRef, delta: Int64) throws(StorageError) {
        guard case .creation(let dot) = object, case .position(let id, let sequence, _) = dot,
            let chain = try chain(id), sequence < chain.length
        else { return }
        if dot.isBroughtHome { return try wait(delta, onMaking: object) }
        guard try dead(of: chain).contains(sequence) else { return }
        try wait(delta, onMaking: object)
        try noteSweep(of: chain.audience)
    }

    /// Makes a delta wait for the erased creation `object`; it takes effect if the thing is created again.
    func wait(_ delta: Int64, onMaking object: ObjectRef) throws(StorageError) {
        guard case .creation(.position(let id, let sequence, let index)) = object,
            let chain = try chain(id), sequence < chain.length
        else { return }
        try wait(delta, on: Self.movedKey(chain.row(sequence), index))
    }

    /// Folds the deltas that waited for rewritten creations.
    func retryMoved() throws(StorageError) {
        let keys = memory.newlyMoved
        memory.newlyMoved = []
        for key in keys { try retryWaiting(on: key) }
    }

    private static func movedKey(_ delta: Int64, _ index: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 13)
        writer.byte(2)
        writer.u64(UInt64(bitPattern: delta))
        writer.u32(index)
        return writer.bytes
    }
}
