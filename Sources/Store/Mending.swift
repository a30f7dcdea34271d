package import CRDT
import Wire

// What the disk has changed of the log comes again from whoever has it, and takes the place that it
// had: the run that brings it is signed, and tied to what is held behind it.
extension Store {
    /// Deltas that were found not to be as they were signed, and in whose place nothing has come since:
    /// rising by row, no more than a thousand.
    package var damaged: [DamagedDelta] { memory.damaged }

    /// Whether the delta in `row` is one of them, and can be read.
    func isDamaged(_ row: Int64) -> Bool {
        memory.damaged.contains { $0.row == row && $0.isReadable }
    }

    /// Takes note of what a look has shown, instead of what an earlier one had shown there.
    func noteDamaged(_ look: LogLook) {
        let end = look.next == 0 ? Int64.max : look.next
        let before = memory.damaged.filter { $0.row < look.first }
        let behind = memory.damaged.filter { $0.row >= end }
        memory.damaged = Array((before + look.damaged + behind).prefix(Self.damagedMax))
    }

    /// Damaged deltas of an audience, by row, and how long its chain is to be told so that who holds
    /// more of it sends that delta again: to behind the last sound signature before it.
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

    /// Puts what a run brings in the place of what the disk has changed, and folds it again: it may
    /// have been taken for void.
    ///
    /// - Parameter deltas: a run behind what is held, by its headers; its signatures are checked here.
    /// - Returns: how many deltas lie there again as they were signed.
    func mend(_ deltas: [SignedDelta], of chain: ChainRecord) throws(StorageError) -> Int {
        guard deltas.contains(where: { isDamaged(chain.row($0.header.sequence)) }),
            deltas.last?.signature != nil,
            Self.areSigned(deltas, by: try device(of: chain))
        else { return 0 }
        var mended: [SignedDelta] = []
        // Each header names the one before: what is before one that is held is of the same branch.
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

    /// As many are told one by one, and mended; a disk on which more is wrong is to be replaced.
    package static let damagedMax = 1000
}
