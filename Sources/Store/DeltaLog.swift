package import CRDT
import Primitives
import Wire

// The log: every delta as it was signed, with the deltas of a chain side by side.
extension Store {
    /// Appends a delta to its chain.
    func append(_ delta: SignedDelta, to chain: inout ChainRecord) throws(StorageError) {
        let statement = try database.statement(
            "INSERT OR REPLACE INTO deltas (id, header, payload, signature) VALUES (?, ?, ?, ?)")
        statement.bind(1, chain.row(chain.length))
        statement.bind(2, blob: delta.header.bytes)
        statement.bind(3, blob: delta.payload)
        if let signature = delta.signature {
            statement.bind(4, blob: signature)
        } else {
            statement.bindNull(4)
        }
        try statement.run()
        advance(&chain, behind: delta)
    }

    /// Advances a chain by one delta, whether or not that delta is stored.
    func advance(_ chain: inout ChainRecord, behind delta: SignedDelta) {
        chain.length += 1
        chain.head = delta.header.id
        chain.stamp = delta.header.stamp
        chain.epoch = delta.header.epoch
        chain.unsignedBytes = delta.signature == nil ? chain.unsignedBytes + delta.payload.count : 0
    }

    /// Returns the delta in `row`; nil if it is not held.
    func delta(row: Int64) throws(StorageError) -> SignedDelta? {
        let found = try database.row(
            "SELECT header, payload, signature FROM deltas WHERE id = ? ORDER BY id",
            [.integer(row)]
        ) { row in Self.delta(header: row.bytes(0), payload: row.bytes(1), signature: row.bytes(2))
        }
        guard let found else { return nil }
        guard let delta = found else { throw .corrupt }
        return delta
    }

    /// Returns the header in `row`; nil if it is not held.
    func header(row: Int64) throws(StorageError) -> DeltaHeader? {
        let found = try database.row(
            "SELECT header FROM deltas WHERE id = ? ORDER BY id", [.integer(row)]
        ) { $0.bytes(0) }
        guard let found else { return nil }
        var reader = ByteReader(found)
        guard let header = try? DeltaHeader(from: &reader) else { throw .corrupt }
        return header
    }

    /// Returns the first sequence in `start..<end` whose delta is held. A chain's writer may leave out as
    /// much of it as they like.
    func heldPlace(
        of chain: ChainRecord, from start: UInt64, before end: UInt64
    ) throws(StorageError) -> UInt64? {
        guard start < end else { return nil }
        return try database.row(
            "SELECT id FROM deltas WHERE id >= ? AND id < ? ORDER BY id LIMIT 1",
            [.integer(chain.row(start)), .integer(chain.row(end))]
        ) { ChainRecord.sequence(ofDelta: $0.integer(0)) }
    }

    /// Returns the base of a run that begins at `sequence` of `chain`; nil if that is beyond what is
    /// held.
    func base(of chain: ChainRecord, at sequence: UInt64) throws(StorageError) -> CompactRun.Base? {
        if sequence == chain.length { return chain.base }
        if sequence == 0 { return CompactRun.Base(startOf: chain.id) }
        guard sequence < chain.length else { return nil }
        guard let header = try header(row: chain.row(sequence - 1)) else {
            return try baseBehindDead(of: chain, at: sequence)
        }
        return CompactRun.Base(after: header)
    }

    /// Encodes a run of `chain` from `sequence` on for the wire: at least one delta, ending with a signed
    /// one as soon as it has `bytesWanted`.
    ///
    /// Signatures are included where every receiver needs them: on anchors, on checkpoints and at the
    /// end.
    /// - Parameter limit: the sequence before which the run ends. If it is tied, the receiver can already
    ///   verify that position, and the last delta may be unsigned.
    /// - Returns: nil if nothing from `sequence` on is held.
    package func run(
        of id: ChainID, from sequence: UInt64, bytesWanted: Int,
        before limit: (sequence: UInt64, isTied: Bool)? = nil
    ) throws(StorageError) -> (deltas: [UInt8], end: UInt64)? {
        guard let chain = try chain(id), sequence < chain.length else { return nil }
        let isBehindDead = sequence > 0 ? try dead(of: chain).contains(sequence - 1) : false
        guard
            var base = try isBehindDead
                ? baseBehindDead(of: chain, at: sequence) : base(of: chain, at: sequence)
        else { return nil }
        var writer = ByteWriter(capacity: bytesWanted + 4096)
        var end = sequence
        var unsignedBytes = 0
        var signed: (bytes: Int, end: UInt64)?
        let last = min(limit?.sequence ?? .max, chain.length)
        let tied = try limit?.isTied == true ? last : fork(of: id, in: chain.audience)
        let kept = Set(
            try checkpoints(in: chain.audience).filter { $0.chain == id }.map(\.sequence))
        let statement = try database.statement(
            """
            SELECT header, payload, signature FROM deltas WHERE id >= ? AND id < ? ORDER BY id
            """)
        statement.bind(1, chain.row(sequence))
        statement.bind(2, chain.row(last))
        defer { statement.reset() }
        while try statement.step() {
            guard
                let delta = Self.delta(
                    header: statement.bytes(0), payload: statement.bytes(1),
                    signature: statement.bytes(2))
            else { throw .corrupt }
            // A gap that no checkpoint explains any more.
            guard delta.header.sequence == end else { break }
            unsignedBytes += delta.payload.count
            end += 1
            let isEnd =
                writer.bytes.count + delta.payload.count >= bytesWanted
                || end == last
            let isAnchor =
                delta.header.sequence % WireLimits.anchorEvery == 0
                || unsignedBytes + WireLimits.payloadBytesMax > WireLimits.unsignedBytesMax
            let isWanted = isEnd || isAnchor || limit != nil || kept.contains(end - 1)
            let isSigned = delta.signature != nil && isWanted
            CompactRun.write(delta, after: base, withSignature: isSigned, to: &writer)
            if isSigned {
                unsignedBytes = 0
                signed = (writer.bytes.count, end)
            }
            // The proof of a fork covers the deltas before it whose own signatures were not kept.
            if isEnd, isSigned || end == tied { return (writer.bytes, end) }
            base = CompactRun.Base(after: delta.header)
        }
        // Deltas after the last signature cannot be verified by anybody.
        return signed.map { (Array(writer.bytes.prefix($0.bytes)), $0.end) }
    }

    /// Returns the operations of the delta in `row`, if it can be read here.
    ///
    /// - Returns: nil if the key is missing or the delta is void, that is, implausible or undecodable.
    func operations(ofDelta row: Int64) throws(StorageError) -> [OriginedOperation]? {
        guard let delta = try delta(row: row) else { return nil }
        let chain = try chain(number: ChainRecord.number(ofDelta: row))
        guard case .operations(let operations) = try read(delta, in: chain.audience) else {
            return nil
        }
        return operations
    }

    /// The result of reading a delta's payload.
    enum Reading {
        case operations([OriginedOperation])
        /// The key of its epoch has not come.
        case sealed
        /// The delta breaks a rule and has no effect, on any replica.
        case void
    }

    /// Opens and decodes a delta of the log of `audience`.
    ///
    /// The delta is sealed until a rotation confirms that its epoch belongs to this audience. Before that
    /// the key is only a claim; or somebody copied the rotation into an audience where it has no effect,
    /// and the key that shows this has yet to come.
    func read(_ delta: SignedDelta, in audience: Int64) throws(StorageError) -> Reading {
        let reading = try read(delta)
        guard case .operations = reading, !delta.header.isPlain,
            !(try isEpoch(delta.header.epoch, of: audience))
        else { return reading }
        return .sealed
    }

    /// Opens and decodes a delta with the key that is claimed for its epoch.
    func read(_ delta: SignedDelta) throws(StorageError) -> Reading {
        let header = delta.header
        guard header.stamp.isPlausible else { return .void }
        var plain = delta.payload
        if !header.isPlain {
            guard let epoch = try epoch(header.epoch), let key = epoch.key else { return .sealed }
            guard let opened = PayloadSeal.open(delta, key: key) else {
                // A key that no rotation has confirmed may be wrong. Then the key is missing; the delta
                // is not void.
                return epoch.audience == nil ? .sealed : .void
            }
            plain = opened
        }
        guard
            let operations = try? Payload.decode(
                plain, chain: header.chain, sequence: header.sequence)
        else { return .void }
        return .operations(operations)
    }

    /// Decodes a delta from its columns; nil if they are damaged.
    static func delta(
        header: [UInt8], payload: [UInt8], signature: [UInt8]
    ) -> SignedDelta? {
        var reader = ByteReader(header)
        guard let header = try? DeltaHeader(from: &reader) else { return nil }
        return SignedDelta(
            header: header, payload: payload, signature: signature.isEmpty ? nil : signature)
    }
}
