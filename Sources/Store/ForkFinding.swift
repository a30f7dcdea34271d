package import CRDT
import Primitives
package import Wire

// Detects that a device signed two deltas for one position: received deltas are compared with the held
// ones, and two nodes that hold different branches find the position where they diverge in a few rounds.
extension Store {
    /// Whether a run agrees with what is held at the same positions.
    func isHeld(
        _ deltas: [SignedDelta], of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        // Each header names the one before it, so if the last one is equal, all are. The headers of dead
        // deltas may be unknown.
        for delta in deltas.reversed() where delta.header.sequence < chain.length {
            guard let id = try headerID(of: chain, at: delta.header.sequence) else { continue }
            return id == delta.header.id
        }
        return true
    }

    /// Returns the proof of a fork between a run, whose signatures were checked, and what is held; nil if
    /// they agree.
    func proof(
        of deltas: [SignedDelta], against chain: ChainRecord, by device: DeviceID
    ) throws(StorageError) -> ForkProof? {
        let common = deltas.prefix { $0.header.sequence < chain.length }
        var found: Int?
        for (index, delta) in common.enumerated() where found == nil {
            let held = try headerID(of: chain, at: delta.header.sequence)
            if held != nil, held != delta.header.id { found = index }
        }
        guard let found else { return nil }
        let rest = deltas[found...]
        let end = rest.firstIndex { $0.signature != nil } ?? rest.endIndex - 1
        let theirs = ForkProof.Branch(
            headers: deltas[found...end].map(\.header), signature: deltas[end].signature ?? [])
        let sequence = deltas[found].header.sequence
        guard let mine = try heldBranch(of: chain, from: sequence) else { return nil }
        let incarnation = try database.row(
            "SELECT incarnation FROM chains WHERE id = ? ORDER BY id", [.integer(chain.number)]
        ) { UInt64(bitPattern: $0.integer(0)) }
        return ForkProof(device: device, incarnation: incarnation ?? 0, mine, theirs)
    }

    /// Returns what is held of a chain from `sequence` up to the first signature; nil if there is no
    /// signature.
    func heldBranch(
        of chain: ChainRecord, from sequence: UInt64
    ) throws(StorageError) -> ForkProof.Branch? {
        let rows = try database.rows(
            """
            SELECT header, signature FROM deltas WHERE id >= ? AND id < ? ORDER BY id LIMIT ?
            """,
            [
                .integer(chain.row(sequence)), .integer(chain.row(chain.length)),
                .integer(ForkProof.headersMax),
            ]
        ) { (row) throws(StorageError) -> (DeltaHeader, [UInt8]) in
            var reader = ByteReader(row.bytes(0))
            guard let header = try? DeltaHeader(from: &reader) else { throw .corrupt }
            return (header, row.bytes(1))
        }
        guard let end = rows.firstIndex(where: { !$0.1.isEmpty }) else { return nil }
        return ForkProof.Branch(headers: rows[...end].map(\.0), signature: rows[end].1)
    }

    // MARK: Comparison

    /// The knowledge of two nodes about the position where a chain diverges.
    package enum Comparison: Equatable {
        /// No difference is known.
        case alike
        /// They diverge somewhere between these heads, which are held here and which the peer compares
        /// next.
        case between([Message.Head])
        /// The sequence of the first delta that differs.
        case parted(at: UInt64)
    }

    /// Compares what a peer holds of one chain with what is held here.
    ///
    /// - Parameter heads: heads of one chain, by rising sequence.
    package func compare(
        _ heads: ArraySlice<Message.Head>, in audience: Int64
    ) throws(StorageError) -> Comparison {
        guard let id = heads.first?.chain, let chain = try chain(id), chain.audience == audience
        else { return .alike }
        // Both sides agree below `low`.
        var low: UInt64 = 0
        var different: UInt64?
        for head in heads where head.sequence < chain.length && different == nil {
            // The headers of dead deltas may be unknown.
            guard let held = try self.head(of: chain, at: head.sequence) else { continue }
            if held == head {
                low = head.sequence + 1
            } else {
                different = head.sequence
            }
        }
        let high = different ?? chain.length
        guard low < high else {
            return different.map { .parted(at: $0) } ?? .alike
        }
        var places = Self.places(in: low..<high)
        if let different, try self.heads(of: chain, at: places).isEmpty {
            return .parted(at: different)
        }
        if low > 0 { places.insert(low - 1, at: 0) }
        if let different { places.append(different) }
        return .between(try self.heads(of: chain, at: places))
    }

    /// Returns heads of a chain at enough positions to narrow down where another branch diverges.
    package func heads(
        of id: ChainID, in audience: Int64
    ) throws(StorageError) -> [Message.Head] {
        guard let chain = try chain(id), chain.audience == audience, chain.length > 0 else {
            return []
        }
        return try heads(of: chain, at: Self.places(in: 0..<chain.length))
    }

    /// Returns the last header of every chain of an audience, by rising chain.
    package func tips(of audience: Int64) throws(StorageError) -> [Message.Head] {
        try database.rows(
            """
            SELECT chain, length, head FROM chains WHERE audience = ? AND length > 0
            ORDER BY chain
            """, [.integer(audience)]
        ) { (row) throws(StorageError) -> Message.Head in
            guard let chain = Bytes16(row.bytes(0)), let head = Bytes16(row.bytes(2).prefix(16))
            else { throw .corrupt }
            return Message.Head(
                chain: ChainID(chain), sequence: UInt64(row.integer(1)) - 1, id: head)
        }
    }

    private func heads(
        of chain: ChainRecord, at places: [UInt64]
    ) throws(StorageError) -> [Message.Head] {
        var heads: [Message.Head] = []
        for place in places {
            guard let head = try head(of: chain, at: place) else { continue }
            heads.append(head)
        }
        return heads
    }

    private func head(
        of chain: ChainRecord, at sequence: UInt64
    ) throws(StorageError) -> Message.Head? {
        guard let id = try headerID(of: chain, at: sequence),
            let half = Bytes16(id.bytes.prefix(16))
        else { return nil }
        return Message.Head(chain: chain.id, sequence: sequence, id: half)
    }

    // Returns at most `placesMax` sequences, evenly spread and including the last one.
    private static func places(in range: Range<UInt64>) -> [UInt64] {
        let count = min(UInt64(range.count), placesMax)
        return (1...count).map { range.lowerBound + UInt64(range.count) * $0 / count - 1 }
    }

    /// With 32 positions a round, a chain of a million deltas takes four rounds.
    private static let placesMax: UInt64 = 32
}
