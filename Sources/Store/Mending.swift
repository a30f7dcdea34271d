package import CRDT
import Wire

// Deltas that the disk has changed are fetched again from peers and put in their old rows. The run that
// brings them is signed and linked to what is held after them.
extension Store {
    /// Deltas that were found damaged and have not been replaced since, rising by row; at most a
    /// thousand.
    package var damaged: [DamagedDelta] { memory.damaged }

    /// Whether the delta in `row` is damaged and can be read.
    func isDamaged(_ row: Int64) -> Bool {
        memory.damaged.contains { $0.row == row && $0.isReadable }
    }

    /// Records the result of a check, in place of earlier results for the same rows.
    func noteDamaged(_ look: LogLook) {
        let end = look.next == 0 ? Int64.max : look.next
        let before = memory.damaged.filter { $0.row < look.first }
        let behind = memory.damaged.filter { $0.row >= end }
        memory.damaged = Array((before + look.damaged + behind).prefix(Self.damagedMax))
    }

    /// Returns the damaged deltas of an audience, by row, each with the length to announce for its chain,
    /// so that a peer that holds more sends the delta again: up to the last intact signature before it.
    package func damaged(
        in audience: Int64
    ) throws(StorageError) -> [(row: Int64, before: Frontier.Entry)] {
        var found: [(row: Int64, before: Frontier.Entry)] = []
        for damage in memory.damaged where damage.isReadable {
            let chain = try chain(number: ChainRecord.number(ofDelta: damage.row))
            guard chain.audience == audience else { continue }
            let length = try lengthToTell(before: damage.row, of: chain)
            found.append((damage.row, Frontier.Entry(chain: chain.id, length: length)))
        }
        return found
    }

    private func lengthToTell(
        before row: Int64, of chain: ChainRecord
    ) throws(StorageError) -> UInt64 {
        var end = row
        while true {
            let signed = try database.row(
                """
                SELECT id FROM deltas WHERE id >= ? AND id < ? AND signature IS NOT NULL
                ORDER BY id DESC LIMIT 1
                """, [.integer(chain.row(0)), .integer(end)]
            ) { $0.integer(0) }
            guard let signed else { return 0 }
            if !isDamaged(signed) { return ChainRecord.sequence(ofDelta: signed) + 1 }
            end = signed
        }
    }

    /// Replaces damaged deltas by those of a run and folds them again, because they may have been treated
    /// as void.
    ///
    /// - Parameter deltas: a run that continues what is held, by its headers; its signatures are checked
    ///   here.
    /// - Returns: the number of deltas that were restored.
    func mend(_ deltas: [SignedDelta], of chain: ChainRecord) throws(StorageError) -> Int {
        guard deltas.contains(where: { isDamaged(chain.row($0.header.sequence)) }),
            deltas.last?.signature != nil,
            Self.areSigned(deltas, by: try device(of: chain))
        else { return 0 }
        var mended: [SignedDelta] = []
        // Each header names the one before it, so the deltas before a held one are of the same branch.
        var isTied = false
        for delta in deltas.reversed() where delta.header.sequence < chain.length {
            let sequence = delta.header.sequence
            if !isTied { isTied = try headerID(of: chain, at: sequence) == delta.header.id }
            if isTied, isDamaged(chain.row(sequence)) { mended.append(delta) }
        }
        let audience = try audience(chain.audience)
        for delta in mended.reversed() {
            let row = chain.row(delta.header.sequence)
            try database.run(
                "UPDATE deltas SET header = ?, payload = ?, signature = ? WHERE id = ?",
                .blob(delta.header.bytes), .blob(delta.payload),
                delta.signature.map { .blob($0) } ?? .null, .integer(row))
            memory.damaged.removeAll { $0.row == row }
            restartErasing(in: audience.number)
            try foldReceived(delta, of: chain, sequence: delta.header.sequence, in: audience)
        }
        return mended.count
    }

    /// The limit of damaged deltas that are reported and mended one by one; a disk with more errors needs
    /// replacement.
    package static let damagedMax = 1000
}
