package import CRDT
import Wire

// What the disk has changed of the log comes again from whoever has it, and takes the place that it
// had: the run that brings it is signed, and tied to what is held behind it.
extension Store {
    /// Whether the delta in `row` was found not to be as it was signed, and nothing has taken its place
    /// since.
    package func isDamaged(_ row: Int64) -> Bool { memory.damaged.contains(row) }

    /// Takes note of what a look has shown, instead of what an earlier one had shown there.
    func noteDamaged(_ look: LogLook) {
        let end = look.next == 0 ? Int64.max : look.next
        memory.damaged = memory.damaged.filter { $0 < look.first || $0 >= end }
        for damage in look.damaged
        where damage.isReadable && memory.damaged.count < Self.damagedMax {
            memory.damaged.insert(damage.row)
        }
    }

    /// Damaged deltas of an audience, by row, and how long its chain is to be told so that who holds
    /// more of it sends that delta again: to behind the last sound signature before it.
    package func damaged(
        in audience: Int64
    ) throws(StorageError) -> [(row: Int64, before: Frontier.Entry)] {
        var found: [(row: Int64, before: Frontier.Entry)] = []
        for row in memory.damaged.sorted() {
            let chain = try chain(number: ChainRecord.number(ofDelta: row))
            guard chain.audience == audience else { continue }
            let length = try lengthToTell(before: row, of: chain)
            found.append((row, Frontier.Entry(chain: chain.id, length: length)))
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
            if !memory.damaged.contains(signed) { return ChainRecord.sequence(ofDelta: signed) + 1 }
            end = signed
        }
    }

    /// Puts what a run brings in the place of what the disk has changed, and folds it again: it may
    /// have been taken for void.
    ///
    /// - Parameter deltas: a run behind what is held, by its headers; its signatures are checked here.
    /// - Returns: how many deltas lie there again as they were signed.
    func mend(_ deltas: [SignedDelta], of chain: ChainRecord) throws(StorageError) -> Int {
        guard
            deltas.contains(where: { memory.damaged.contains(chain.row($0.header.sequence)) }),
            deltas.last?.signature != nil
        else { return 0 }
        let device = try device(of: chain)
        guard deltas.allSatisfy({ $0.signature == nil || $0.isSigned(by: device) }) else {
            return 0
        }
        var mended: [SignedDelta] = []
        // Each header names the one before: what is before one that is held is of the same branch.
        var isTied = false
        for delta in deltas.reversed() where delta.header.sequence < chain.length {
            let row = chain.row(delta.header.sequence)
            let isDamaged = memory.damaged.contains(row)
            if !isTied {
                isTied = try self.isTied(delta, row, isDamaged, of: chain)
            }
            if isTied, isDamaged { mended.append(delta) }
        }
        let audience = try audience(chain.audience)
        for delta in mended.reversed() {
            let row = chain.row(delta.header.sequence)
            try database.run(
                "UPDATE deltas SET header = ?, payload = ?, signature = ? WHERE id = ?",
                .blob(delta.header.bytes), .blob(delta.payload),
                delta.signature.map { .blob($0) } ?? .null, .integer(row))
            memory.damaged.remove(row)
            restartErasing(in: audience.number)
            try foldReceived(delta, of: chain, sequence: delta.header.sequence, in: audience)
        }
        return mended.count
    }

    // It is the end of what is held, or is held as it is here, or what is held behind it names it.
    private func isTied(
        _ delta: SignedDelta, _ row: Int64, _ isDamaged: Bool, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        let id = delta.header.id
        if delta.header.sequence + 1 == chain.length { return id == chain.head }
        if !isDamaged, let held = try header(row: row) { return held.id == id }
        guard !memory.damaged.contains(row + 1) else { return false }
        return try header(row: row + 1)?.previous == id
    }

    /// As many as are mended at a time; a disk on which more is wrong is to be replaced.
    private static let damagedMax = 1000
}
