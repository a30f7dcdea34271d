package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

// Forks: a device signed two deltas for one position. One proof is stored for each chain, the one with
// the lowest sequence. From that position on, the chain's deltas are void, are not counted as held, and
// are not served.
extension Store {
    /// Returns the proven forks of an audience's chains with their sequences, by rising chain.
    package func forks(of audience: Int64) throws(StorageError) -> [Frontier.Entry] {
        if let known = memory.forks[audience] { return known }
        let found = try database.rows(
            "SELECT chain, sequence FROM forks WHERE audience = ? ORDER BY chain",
            [.integer(audience)]
        ) { (row) throws(StorageError) -> Frontier.Entry in
            guard let chain = Bytes16(row.bytes(0)) else { throw .corrupt }
            return Frontier.Entry(chain: ChainID(chain), length: UInt64(row.integer(1)))
        }
        memory.forks[audience] = found
        return found
    }

    /// Returns the sequence at which `chain` is proven to fork; nil if no fork is proven.
    package func fork(
        of chain: ChainID, in audience: Int64
    ) throws(StorageError) -> UInt64? {
        try forks(of: audience).length(of: chain)
    }

    /// Returns the proof that `chain` forks; nil if there is none.
    package func proof(of chain: ChainID) throws(StorageError) -> ForkProof? {
        let found = try database.row(
            "SELECT proof FROM forks WHERE chain = ? ORDER BY chain", [.blob(chain.bytes.bytes)]
        ) { $0.bytes(0) }
        guard let found else { return nil }
        var reader = ByteReader(found)
        guard let proof = try? ForkProof(from: &reader) else { throw .corrupt }
        return proof
    }

    /// Whether a device is proven to run twice, so that two nodes may use its key.
    package func isTwice(_ certificate: Certificate) throws(StorageError) -> Bool {
        try database.row(
            "SELECT 1 FROM forks WHERE device = ? ORDER BY chain",
            [.blob(certificate.device.key.bytes)]
        ) { _ in true } ?? false
    }

    /// Handles a proof sent by a peer.
    ///
    /// - Parameter audience: the row of the audience in which it was offered; nil while only the key of
    ///   one of its epochs is known.
    package func receive(
        _ proof: ForkProof, in audience: Int64?, wall: WallTime
    ) throws(StorageError) -> Reception {
        guard let number = audience else { return .early }
        let audience = try self.audience(number)
        guard let secret = audience.secret else { return .early }
        // No chain is that long, so the proof would have no effect.
        guard proof.sequence < ChainRecord.lengthMax else { return .known }
        if let known = try fork(of: proof.chain, in: number), known <= proof.sequence {
            return .known
        }
        guard proof.isGenuine(secret: secret) else { return .refused(.badSignature) }
        if let chain = try chain(proof.chain) {
            guard chain.audience == number else { return .refused(.badChain) }
        } else if try proofsAhead(in: audience) >= Self.proofsAheadMax {
            return .early
        }
        try adopt(proof, in: audience, at: wall)
        return .parted
    }

    /// Stores a genuine proof and judges the audience again. If the chain belongs to this device, the
    /// operations that it loses are written again, into a chain of a new incarnation.
    func adopt(
        _ proof: ForkProof, in audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        let chain = try chain(proof.chain)
        let isOwn = proof.device == owner.device
        var lost: LostBranch?
        if isOwn, let chain, chain.length > proof.sequence {
            lost = try branch(of: chain, from: proof.sequence, in: audience)
        }
        var record = try authority(of: audience)
        try database.run(
            """
            INSERT OR REPLACE INTO forks (chain, audience, device, sequence, proof)
            VALUES (?, ?, ?, ?, ?)
            """, .blob(proof.chain.bytes.bytes), .integer(audience.number),
            .blob(proof.device.key.bytes), .integer(Int64(proof.sequence)), .blob(proof.bytes))
        memory.forks[audience.number] = nil
        memory.extents[audience.number] = nil
        memory.touched.audiences.append(audience.number)
        record.facts.insert(forkOf: proof.chain, at: proof.sequence)
        memory.authority[audience.number] = record
        memory.unjudged.insert(audience.number)
        memory.epochs = [:]
        if let chain, chain.length > proof.sequence { try shorten(chain, by: proof) }
        if let chain { try awaitRotations(of: chain, from: proof.sequence) }
        if isOwn {
            // Lifts the pause between refolds: the lost operations are compared with the remaining state,
            // which must be folded by then.
            memory.refolded[audience.number] = nil
            try judgeAnew(at: wall)
            try renew(after: proof)
            try goOn(with: lost, at: wall)
        } else if let chain {
            try rotateAgain(chain, from: proof.sequence, at: wall)
        }
        if let chain { try loseEpochs(of: chain, from: proof.sequence) }
        try judgeAnew(at: wall)
    }

    private func goOn(with lost: LostBranch?, at wall: WallTime) throws(StorageError) {
        let count = try lost.map { (lost) throws(StorageError) in
            try writeAgain(lost, at: wall)
        }
        memory.twice += count ?? 0
        memory.isTwiceNew = true
        memory.recallDue = nil
        try set(Self.twiceSetting, to: Self.bytes(wall.milliseconds))
    }

    // The deltas beyond the fork stay in the log without effect.
    private func shorten(_ chain: ChainRecord, by proof: ForkProof) throws(StorageError) {
        let length = proof.sequence
        var chain = chain
        chain.length = length
        chain.unsignedBytes = 0
        (chain.head, chain.stamp, chain.epoch) = (proof.previous, HybridTime(rawValue: 0), .zero)
        if length > 0, let last = try header(row: chain.row(length - 1)) {
            (chain.head, chain.stamp, chain.epoch) = (last.id, last.stamp, last.epoch)
        }
        try keep(chain)
        try database.run(
            "UPDATE acknowledged SET length = min(length, ?) WHERE chain = ?",
            .integer(Int64(length)), .integer(chain.number))
        memory.acknowledged = [:]
    }

    /// Returns how many deltas of a chain are in the log, including those beyond a proven fork.
    func loggedLength(of chain: ChainRecord) throws(StorageError) -> UInt64 {
        let last = try database.row(
            "SELECT max(id) FROM deltas WHERE id >= ? AND id <= ?",
            [.integer(chain.row(0)), .integer(chain.row(ChainRecord.lengthMax))]
        ) { row in row.isNull(0) ? nil : row.integer(0) }
        guard let found = last ?? nil else { return 0 }
        return ChainRecord.sequence(ofDelta: found) + 1
    }

    // Begins a new incarnation if the proof concerns the current one. The forked chain is not written any
    // further, and other chains of the incarnation may have forked too, so all of them are replaced.
    private func renew(after proof: ForkProof) throws(StorageError) {
        let own = try incarnation
        var current = [own]
        if let chain = try chain(proof.chain) { current.append(try incarnation(of: chain)) }
        guard current.contains(proof.incarnation) else { return }
        try beginIncarnation()
    }

    /// Makes this device write new chains in every audience from now on.
    func beginIncarnation() throws(StorageError) {
        try set(Self.beforeSetting, to: Self.bytes(try incarnation))
        let fresh = draw("incarnation after \(try incarnation)") { $0.entropy.bytes(8) }
        try set("incarnation", to: fresh)
    }

    // Returns the incarnation with which this device would open a chain like this one now.
    private func incarnation(of chain: ChainRecord) throws(StorageError) -> UInt64 {
        let grant = try database.row(
            "SELECT grant_id FROM chains WHERE id = ? ORDER BY id", [.integer(chain.number)]
        ) { UInt64(bitPattern: $0.integer(0)) }
        return try incarnation(by: grant == 0 ? nil : grant)
    }

    private func proofsAhead(in audience: AudienceRecord) throws(StorageError) -> Int64 {
        try database.row(
            """
            SELECT count(*) FROM forks WHERE audience = ?
            AND chain NOT IN (SELECT chain FROM chains)
            """, [.integer(audience.number)]
        ) { $0.integer(0) } ?? 0
    }

    // MARK: Notifications

    /// Returns the number of operations that were written again because this device's data was found to
    /// be in use in two places, since the last call; nil if that was not found.
    package func takeTwice() -> Int? {
        guard memory.isTwiceNew else { return nil }
        defer { (memory.twice, memory.isTwiceNew) = (0, false) }
        return memory.twice
    }

    /// Returns when this was last found; nil if never.
    package func foundTwice() throws(StorageError) -> WallTime? {
        guard let bytes = try setting(Self.twiceSetting) else { return nil }
        return WallTime(milliseconds: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.u64(number)
        return writer.bytes
    }

    /// Records that this was found when nothing has to be written again.
    func noteTwice(at wall: WallTime) throws(StorageError) {
        guard try foundTwice() == nil else { return }
        memory.isTwiceNew = true
        try set(Self.twiceSetting, to: Self.bytes(wall.milliseconds))
    }

    private static let twiceSetting = "twice"
    /// The maximum number of proofs of one audience whose chains are not here; each takes up to 8 KiB.
    /// More are requested again when chains have come.
    private static let proofsAheadMax: Int64 = 64
}
