import CRDT
import Domain
import Primitives
import Wire

// Rotations beyond a proven fork. They are served to nobody, so they make no epoch. Otherwise what such
// an epoch seals, in any chain, would be visible only to those who received its rotation before the
// proof.
extension Store {
    /// Returns the positions of the rotation of `epoch` in chains of its audience, as the number of
    /// deltas before it.
    func places(of epoch: EpochRecord) throws(StorageError) -> [Frontier.Entry] {
        let deltas = try database.rows(
            "SELECT delta FROM carriers WHERE epoch = ? ORDER BY delta", [.integer(epoch.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var places: [Frontier.Entry] = []
        for delta in deltas {
            let chain = try chain(number: ChainRecord.number(ofDelta: delta))
            guard chain.audience == epoch.audience else { continue }
            places.append(
                Frontier.Entry(chain: chain.id, length: ChainRecord.sequence(ofDelta: delta)))
        }
        return places
    }

    /// Whether one of these positions precedes the proven fork of its chain. Beyond a cut a rotation
    /// loses its authority but not its key, because such deltas are served to everybody.
    func isCarried(_ epoch: EpochRecord) throws(StorageError) -> Bool {
        guard let audience = epoch.audience else { return false }
        for place in try places(of: epoch) {
            guard let end = try fork(of: place.chain, in: audience) else { return true }
            if place.length < end { return true }
        }
        return false
    }

    /// Whether the epoch called `name` belongs to this audience by a rotation that is served to
    /// everybody.
    func isEpoch(_ name: Bytes16, of audience: Int64) throws(StorageError) -> Bool {
        guard let epoch = try epoch(name) else { return false }
        return epoch.audience == audience && epoch.isCarried
    }

    /// Makes everything sealed by epochs that `chain` lost from `start` on wait for their rotations, as
    /// if it had just arrived.
    func awaitRotations(of chain: ChainRecord, from start: UInt64) throws(StorageError) {
        let lost = try lostEpochs(of: chain, from: start)
        for (row, epoch) in try sealed(by: lost.map(\.name), in: try audience(chain.audience)) {
            try wait(row, on: epoch.bytes)
        }
    }

    /// Writes the rotations again that `chain` lost from `start` on, if a remaining delta is sealed by
    /// them: in a group one by this person, in own audiences one by anybody. A copy has the same epoch
    /// name, so nothing has to be sealed again.
    func rotateAgain(
        _ chain: ChainRecord, from start: UInt64, at wall: WallTime
    ) throws(StorageError) {
        let lost = try lostEpochs(of: chain, from: start)
        let audience = try audience(chain.audience)
        let isOwn = !audience.kind.hasID && audience.founder == owner.person
        guard !lost.isEmpty, isOwn || audience.kind.hasID, try canWrite,
            try mayWrite(in: audience)
        else { return }
        var used: Set<Bytes16> = []
        for (row, epoch) in try sealed(by: lost.map(\.name), in: audience) {
            let writer = try self.chain(number: ChainRecord.number(ofDelta: row))
            let isMine = try person(of: writer) == (try me)
            if isOwn || isMine { used.insert(epoch) }
        }
        for (name, row) in lost where used.remove(name) != nil {
            guard let delta = try delta(row: row), case .operations(let said) = try read(delta),
                let rotation = said.first?.operation
            else { continue }
            try writePlain(rotation, epoch: delta.header.epoch, into: audience, at: wall)
        }
    }

    /// Undoes what was written under epochs that `chain` lost from `start` on and whose rotations nobody
    /// has written again, by folding the whole audience again.
    func loseEpochs(of chain: ChainRecord, from start: UInt64) throws(StorageError) {
        let lost = try lostEpochs(of: chain, from: start)
        guard !lost.isEmpty else { return }
        let audience = try audience(chain.audience)
        for (row, _) in try sealed(by: lost.map(\.name), in: audience) {
            let writer = try self.chain(number: ChainRecord.number(ofDelta: row))
            try database.run("DELETE FROM authority WHERE delta = ?", .integer(row))
            // A checkpoint that was received ahead of its chain needs no rotation.
            try database.run(
                "DELETE FROM checkpoints WHERE chain = ? AND sequence = ? AND proof IS NULL",
                .blob(writer.id.bytes.bytes), .integer(Int64(ChainRecord.sequence(ofDelta: row))))
        }
        let before = try authority(of: audience).judgement
        memory.authority[audience.number] = nil
        memory.authority[audience.number] = AuthorityRecord(
            facts: try authority(of: audience).facts, judgement: before)
        memory.unjudged.insert(audience.number)
        memory.checkpoints[audience.number] = nil
        deadChanged(in: audience.number)
        membersChanged()
        try oweRefold(of: audience)
    }

    // Returns the epochs whose rotations are in `chain` from `start` on and precede no fork elsewhere,
    // with the rows of those rotations.
    private func lostEpochs(
        of chain: ChainRecord, from start: UInt64
    ) throws(StorageError) -> [(name: Bytes16, row: Int64)] {
        let carried = try database.rows(
            """
            SELECT e.name, c.delta FROM carriers c JOIN epochs e ON e.id = c.epoch
            WHERE c.delta >= ? AND c.delta <= ? AND e.audience = ? ORDER BY c.delta
            """,
            [
                .integer(chain.row(start)), .integer(chain.row(ChainRecord.lengthMax)),
                .integer(chain.audience),
            ]
        ) { (row) throws(StorageError) -> (name: Bytes16, row: Int64) in
            guard let name = Bytes16(row.bytes(0)) else { throw .corrupt }
            return (name, row.integer(1))
        }
        var lost: [(name: Bytes16, row: Int64)] = []
        for entry in carried where !(try isEpoch(entry.name, of: chain.audience)) {
            lost.append(entry)
        }
        return lost
    }

    // Returns the deltas of an audience that these epochs seal, by row.
    private func sealed(
        by epochs: [Bytes16], in audience: AudienceRecord
    ) throws(StorageError) -> [(row: Int64, epoch: Bytes16)] {
        guard !epochs.isEmpty else { return [] }
        var found: [(row: Int64, epoch: Bytes16)] = []
        for chain in try chains(of: audience) {
            let headers = try database.rows(
                "SELECT id, header FROM deltas WHERE id >= ? AND id < ? ORDER BY id",
                [.integer(chain.row(0)), .integer(chain.row(chain.length))]
            ) { (row) throws(StorageError) -> (row: Int64, header: DeltaHeader) in
                var reader = ByteReader(row.bytes(1))
                guard let header = try? DeltaHeader(from: &reader) else { throw .corrupt }
                return (row.integer(0), header)
            }
            for (row, header) in headers
            where !header.isPlain && epochs.contains(header.epoch) {
                found.append((row, header.epoch))
            }
        }
        return found
    }
}
