package import CRDT
import Primitives
import Wire

/// A chain, as far as it is stored here.
struct ChainRecord: Hashable {
    /// The row in `chains`; also the upper part of its deltas' rows.
    let number: Int64
    let id: ChainID
    let audience: Int64
    let device: Int64
    /// The number of deltas up to the last signed one, including dead ones.
    var length: UInt64
    /// The id of the last header; zeros if there is none.
    var head: Bytes32
    /// The stamp of the last delta.
    var stamp: HybridTime
    /// The epoch field of the last header.
    var epoch: Bytes16
    /// Payload bytes since the last signature; nonzero only for own chains within a flush.
    var unsignedBytes: Int

    /// The position of the next delta.
    var base: CompactRun.Base {
        CompactRun.Base(
            chain: id, sequence: length, previous: head, stamp: stamp, epoch: epoch)
    }

    /// Returns the row of the delta at `sequence`: chain and sequence in one integer, so that a chain's
    /// deltas lie side by side and no second index is needed. A sequence beyond `lengthMax`, which a peer
    /// may send, maps to a row that no delta has.
    func row(_ sequence: UInt64) -> Int64 {
        number << 40 | Int64(min(sequence, Self.lengthMax))
    }

    /// Returns the row of the chain that `delta` belongs to.
    static func number(ofDelta delta: Int64) -> Int64 { delta >> 40 }

    /// Returns the sequence encoded in a delta's row.
    static func sequence(ofDelta delta: Int64) -> UInt64 { UInt64(delta & (1 << 40 - 1)) }

    /// The maximum length of a chain, given by the bits of a row. A device that writes a thousand deltas
    /// a second reaches it in 34 years.
    static let lengthMax: UInt64 = 1 << 40 - 1
}

extension Store {
    /// Returns the chain called `id`; nil if nothing of it is held.
    func chain(_ id: ChainID) throws(StorageError) -> ChainRecord? {
        if let known = memory.chains[id] { return known }
        let found = try database.row(
            """
            SELECT id, chain, audience, device, length, head, stamp, epoch, unsigned_bytes
            FROM chains WHERE chain = ? ORDER BY id
            """, [.blob(id.bytes.bytes)], Self.chainRecord)
        guard let found else { return nil }
        guard let record = found else { throw .corrupt }
        memory.chains[id] = record
        memory.chainIDs[record.number] = id
        return record
    }

    /// Returns the chain in row `number`.
    func chain(number: Int64) throws(StorageError) -> ChainRecord {
        if let id = memory.chainIDs[number], let known = memory.chains[id] { return known }
        let found = try database.row(
            """
            SELECT id, chain, audience, device, length, head, stamp, epoch, unsigned_bytes
            FROM chains WHERE id = ? ORDER BY id
            """, [.integer(number)], Self.chainRecord)
        guard let record = found ?? nil else { throw .corrupt }
        memory.chainIDs[number] = record.id
        if let known = memory.chains[record.id] { return known }
        memory.chains[record.id] = record
        return record
    }

    private static func chainRecord(_ row: Statement) -> ChainRecord? {
        guard let id = Bytes16(row.bytes(1)), let head = Bytes32(row.bytes(5)),
            let epoch = Bytes16(row.bytes(7))
        else { return nil }
        return ChainRecord(
            number: row.integer(0), id: ChainID(id), audience: row.integer(2),
            device: row.integer(3), length: UInt64(row.integer(4)), head: head,
            stamp: HybridTime(rawValue: UInt64(bitPattern: row.integer(6))), epoch: epoch,
            unsignedBytes: Int(row.integer(8)))
    }

    /// Creates a chain that begins with `open`, with no deltas yet.
    func makeChain(
        _ id: ChainID, by open: Open, in audience: AudienceRecord
    ) throws(StorageError) -> ChainRecord {
        let device = try keep(open.certificate)
        try keep(open.certificate, in: audience)
        try database.run(
            """
            INSERT INTO chains (chain, audience, device, incarnation, grant_id, length, head,
            stamp, epoch, unsigned_bytes) VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, 0)
            """, .blob(id.bytes.bytes), .integer(audience.number), .integer(device),
            .integer(Int64(bitPattern: open.incarnation)),
            .integer(Int64(bitPattern: open.grant ?? 0)), .blob(Bytes32.zero.bytes),
            .blob(Bytes16.zero.bytes))
        let number = database.lastInserted
        memory.extents[audience.number] = nil
        try learn(open, of: id, in: audience)
        return ChainRecord(
            number: number, id: id, audience: audience.number, device: device,
            length: 0, head: .zero, stamp: HybridTime(rawValue: 0), epoch: .zero,
            unsignedBytes: 0)
    }

    /// Stores how far a chain extends, and invalidates what was cached about it.
    func keep(_ chain: ChainRecord) throws(StorageError) {
        try database.run(
            """
            UPDATE chains SET length = ?, head = ?, stamp = ?, epoch = ?, unsigned_bytes = ?
            WHERE id = ?
            """, .integer(Int64(chain.length)), .blob(chain.head.bytes),
            .integer(Int64(bitPattern: chain.stamp.rawValue)), .blob(chain.epoch.bytes),
            .integer(chain.unsignedBytes), .integer(chain.number))
        memory.chains[chain.id] = chain
        memory.extents[chain.audience] = nil
        memory.touched.chains.append(chain.number)
        let isCompared = memory.checkpoints[chain.audience]?.allSatisfy {
            $0.isCompared || $0.checkpoint.chain != chain.id
        }
        if isCompared != true {
            memory.dead[chain.audience]?[chain.id] = nil
            memory.covered[chain.audience] = nil
        }
    }

    /// Returns what the transaction has touched so far, and resets it.
    package func takeTouched() throws(StorageError) -> (
        audiences: [Int64], objects: [TouchedObject], received: [ReceivedThings]
    ) {
        defer { memory.touched = Touched() }
        var audiences = Set(memory.touched.audiences)
        for number in Set(memory.touched.chains).sorted() {
            audiences.insert(try chain(number: number).audience)
        }
        return (audiences.sorted(), memory.touched.objects, memory.touched.received)
    }

    /// Whether objects were touched that have not been reported to observers.
    package var hasTouched: Bool { !memory.touched.objects.isEmpty }

    /// Returns the device that signs `chain`.
    func device(of chain: ChainRecord) throws(StorageError) -> DeviceID {
        let found = try database.row(
            "SELECT device FROM devices WHERE id = ? ORDER BY id", [.integer(chain.device)]
        ) { $0.bytes(0) }
        guard let found, let key = Bytes32(found) else { throw .corrupt }
        return DeviceID(key)
    }

    /// Returns the row of the person whose device signs `chain`.
    func person(of chain: ChainRecord) throws(StorageError) -> Int64 {
        if let known = memory.writers[chain.number] { return known }
        let found = try database.row(
            "SELECT person FROM devices WHERE id = ? ORDER BY id", [.integer(chain.device)]
        ) { $0.integer(0) }
        guard let found else { throw .corrupt }
        memory.writers[chain.number] = found
        return found
    }
}

extension Store {
    /// Records that a chain of this device is about to be sent up to `length`. The bytes leave only once
    /// this is durable. Other devices' chains are not recorded: this node cannot know where those have
    /// been.
    package func release(_ id: ChainID, to length: UInt64) throws(StorageError) {
        try database.run(
            """
            UPDATE chains SET sent = ?2 WHERE chain = ?1 AND sent < ?2
            AND device IN (SELECT id FROM devices WHERE device = ?3 ORDER BY id)
            """, .blob(id.bytes.bytes), .integer(Int64(length)),
            .blob(owner.device.key.bytes))
    }
}

/// The changes of a transaction, for observers that are notified afterwards.
struct Touched {
    /// Rows of chains that grew; may contain duplicates.
    var chains: [Int64] = []
    /// Rows of audiences in which a fork was proven.
    var audiences: [Int64] = []
    /// Objects that were created, changed or deleted; may contain duplicates.
    var objects: [TouchedObject] = []
    /// Rows of objects that are no longer visible. Used for membership tests only.
    var gone: Set<Int64> = []
    /// Things of other people that became visible.
    var received: [ReceivedThings] = []
    /// The row of the person whose operations are being folded; nil outside folding.
    var writer: Int64?
}

extension Store {
    /// Records that an object was created, changed or deleted.
    func touch(_ row: Int64, _ change: TouchedObject.Change) {
        memory.touched.objects.append(
            TouchedObject(row: row, change: change, writer: memory.touched.writer))
        if change == .deleted { memory.touched.gone.insert(row) }
    }
}

/// An object that was created, changed or deleted.
package struct TouchedObject: Equatable, Sendable {
    /// The row in `objects`.
    package let row: Int64
    /// The kind of the change.
    package let change: Change
    /// The row of the person who wrote the change; nil if no operation caused it, as when the object only
    /// became visible.
    package let writer: Int64?

    /// The ways in which an object can change.
    package enum Change: Equatable, Sendable {
        case created
        case updated
        case deleted
        /// A report was opened and concerns something that is visible here.
        case opened
    }
}
