package import CRDT
import Domain
package import Primitives
package import Wire

/// An epoch: its key and the audience it belongs to.
struct EpochRecord: Hashable {
    let number: Int64
    let name: Bytes16
    /// The row of the audience; nil while only the key has come, ahead of the rotation.
    let audience: Int64?
    /// The key; nil while only the rotation has come, and it is not for this device.
    let key: Bytes32?
    /// The hash that the key is checked against; nil until the rotation has come.
    var check: Bytes32?
    /// Whether the key has shown that the rotation is in the audience it was made for.
    var isConfirmed = false
    /// Whether the rotation precedes the proven fork of some chain of the audience, so that what the
    /// epoch seals has effect.
    var isCarried = false

    /// The key with the epoch's name; nil without the key.
    var followed: EpochKey.Followed? { key.map { EpochKey.Followed(name: name, key: $0) } }
}

// Epochs: their keys, which arrive in rotations, admissions and sessions, and the devices they mark.
extension Store {
    /// Returns the epoch called `name`; nil if neither its key nor its rotation has come.
    func epoch(_ name: Bytes16) throws(StorageError) -> EpochRecord? {
        if let known = memory.epochs[name] { return known }
        let found = try database.row(
            "SELECT id, audience, key, check_hash, confirmed FROM epochs WHERE name = ? ORDER BY id",
            [.blob(name.bytes)]
        ) { row in
            EpochRecord(
                number: row.integer(0), name: name,
                audience: row.isNull(1) ? nil : row.integer(1), key: Bytes32(row.bytes(2)),
                check: Bytes32(row.bytes(3)), isConfirmed: row.integer(4) != 0)
        }
        guard var found else { return nil }
        found.isCarried = try isCarried(found)
        memory.epochs[name] = found
        return found
    }

    /// Returns the claimed or proven key of epoch `name`; nil if no peer has sent one.
    package func key(ofEpoch name: Bytes16) throws(StorageError) -> Bytes32? {
        try epoch(name)?.key
    }

    /// Stores what a peer says is the key of epoch `name`.
    ///
    /// If the rotation is here, the key is checked against it. Otherwise it is a claim, which the next
    /// claim replaces, so a wrong key does no harm once the right one comes. Only the latest claims are
    /// stored, because any admitted peer could go on claiming for ever.
    package func deliver(epoch name: Bytes16, key: Bytes32) throws(StorageError) {
        guard let known = try epoch(name) else {
            try forgetOldClaims()
            try database.run(
                "INSERT INTO epochs (name, key) VALUES (?, ?)", .blob(name.bytes),
                .blob(key.bytes))
            return
        }
        guard known.audience == nil || known.key == nil, known.key != key else { return }
        if let check = known.check, Derivation.epochCheck(key) != check { return }
        try database.run(
            "UPDATE epochs SET key = ? WHERE id = ?", .blob(key.bytes), .integer(known.number))
        memory.epochs[name] = nil
        guard known.audience != nil else { return }
        membersChanged()
        // What the key opens may decide who may write; that is judged together with the next deltas.
        try retryWaiting(on: name.bytes)
    }

    /// Stores what a peer says are keys of epochs.
    ///
    /// - Returns: the keys that are not yet proven to be right.
    package func claim(
        _ keys: [EpochKey.Followed]
    ) throws(StorageError) -> [EpochKey.Followed] {
        var unproven: [EpochKey.Followed] = []
        for key in keys {
            try deliver(epoch: key.name, key: key.key)
            let known = try epoch(key.name)
            if known?.audience == nil || known?.key == nil { unproven.append(key) }
        }
        return unproven
    }

    // Makes room for one more epoch of which only a claim has come.
    private func forgetOldClaims() throws(StorageError) {
        if let claims = memory.claims, claims < Self.claimedKeysMax {
            memory.claims = claims + 1
            return
        }
        let claims = try database.rows(
            "SELECT id FROM epochs WHERE audience IS NULL AND check_hash IS NULL ORDER BY id"
        ) { (row) throws(StorageError) in row.integer(0) }
        memory.claims = claims.count + 1
        guard claims.count >= Self.claimedKeysMax else { return }
        // Deletes a quarter at once, so that a peer that goes on claiming causes one scan for many
        // claims.
        for claim in claims.prefix(Self.claimedKeysMax / 4) {
            try database.run("DELETE FROM epochs WHERE id = ?", .integer(claim))
        }
        memory.claims = nil
        memory.epochs = [:]
    }

    /// The maximum number of keys without rotations: more than twenty sessions bring.
    static let claimedKeysMax = 5000

    /// Stores what a rotation of `audience` says: `key` is the key of this epoch from now on, or, if it
    /// is nil, any key that fits `check`.
    ///
    /// Without the key the epoch's audience is unknown. A rotation copied into another audience is
    /// accepted there until the key comes.
    ///
    /// - Parameter delta: the row of the delta that carries the rotation.
    /// - Returns: false if the epoch belongs to another audience.
    func establish(
        epoch name: Bytes16, in audience: AudienceRecord, check: Bytes32, key: Bytes32?,
        delta: Int64
    ) throws(StorageError) -> Bool {
        let known = try epoch(name)
        if let other = known?.audience, other != audience.number {
            guard key != nil, known?.isConfirmed == false else { return false }
            try database.run("UPDATE epochs SET delta = NULL WHERE name = ?", .blob(name.bytes))
        }
        try database.run(
            """
            INSERT INTO epochs (name, audience, key, check_hash, delta, confirmed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (name) DO UPDATE SET audience = ?2, key = ?3, check_hash = ?4,
            delta = coalesce(delta, ?5), confirmed = max(confirmed, ?6)
            """, .blob(name.bytes), .integer(audience.number),
            key.map { .blob($0.bytes) } ?? .null, .blob(check.bytes), .integer(delta),
            .integer(key == nil ? 0 : 1))
        try database.run(
            """
            INSERT OR IGNORE INTO carriers (epoch, delta)
            SELECT id, ? FROM epochs WHERE name = ? ORDER BY id
            """, .integer(delta), .blob(name.bytes))
        memory.epochs[name] = nil
        membersChanged()
        return true
    }

    /// Detaches an epoch from `audience` after its key has shown that the rotation was only copied there.
    func disown(epoch name: Bytes16, from audience: AudienceRecord) throws(StorageError) {
        guard let known = try epoch(name), known.audience == audience.number, !known.isConfirmed
        else { return }
        try database.run(
            "UPDATE epochs SET audience = NULL, delta = NULL WHERE id = ?",
            .integer(known.number))
        memory.epochs[name] = nil
        membersChanged()
    }

    /// Records that an epoch follows others.
    func follow(_ others: [EpochKey.Followed], by epoch: EpochRecord) throws(StorageError) {
        for other in others {
            try database.run(
                "INSERT OR IGNORE INTO follows (epoch, name) VALUES (?, ?)",
                .integer(epoch.number), .blob(other.name.bytes))
        }
        membersChanged()
    }

    /// Returns the epochs of an audience that no other one follows and whose key is here, by name. A
    /// rotation beyond the end of its chain is not among them and follows nothing; its key is still
    /// stored.
    func heads(of audience: AudienceRecord) throws(StorageError) -> [EpochRecord] {
        if let known = memory.heads[audience.number] { return known }
        let judgement = try judgement(of: audience)
        var standing: [EpochRecord] = []
        let found = try database.rows(
            """
            SELECT id, name, key FROM epochs
            WHERE audience = ? AND key IS NOT NULL AND delta IS NOT NULL ORDER BY name
            """, [.integer(audience.number)]
        ) { (row) throws(StorageError) -> EpochRecord in
            guard let name = Bytes16(row.bytes(1)) else { throw .corrupt }
            return EpochRecord(
                number: row.integer(0), name: name, audience: audience.number,
                key: Bytes32(row.bytes(2)))
        }
        for epoch in found where try isStanding(epoch, judgement) { standing.append(epoch) }
        var followed: Set<Bytes16> = []
        for epoch in standing {
            let names = try database.rows(
                "SELECT name FROM follows WHERE epoch = ? ORDER BY name", [.integer(epoch.number)]
            ) { (row) throws(StorageError) in Bytes16(row.bytes(0)) }
            followed.formUnion(names.compactMap { $0 })
        }
        let heads = standing.filter { !followed.contains($0.name) }
        memory.heads[audience.number] = heads
        return heads
    }

    // Whether a chain that counts up to the rotation carries it. Copies of the rotation in other chains
    // do no harm.
    private func isStanding(
        _ epoch: EpochRecord, _ judgement: Judgement
    ) throws(StorageError) -> Bool {
        try places(of: epoch).contains {
            judgement.standing(of: $0.chain).covers($0.length)
        }
    }

    /// Returns all keys of an audience that are here, latest first.
    func keysOfEpochs(
        of audience: AudienceRecord
    ) throws(StorageError) -> [EpochKey.Followed] {
        try database.rows(
            """
            SELECT name, key FROM epochs WHERE audience = ? AND key IS NOT NULL ORDER BY id DESC
            """, [.integer(audience.number)]
        ) { (row) throws(StorageError) in
            guard let name = Bytes16(row.bytes(0)), let key = Bytes32(row.bytes(1)) else {
                throw .corrupt
            }
            return EpochKey.Followed(name: name, key: key)
        }
    }

    /// Stores marks of members of an epoch.
    func mark(_ marks: [UInt64], in epoch: EpochRecord) throws(StorageError) {
        for mark in marks {
            try database.run(
                "INSERT OR IGNORE INTO marks (epoch, mark) VALUES (?, ?)",
                .integer(epoch.number), .integer(Int64(bitPattern: mark)))
        }
        membersChanged()
    }

    /// Whether all of `heads` mark a device.
    func isMarked(
        _ device: EpochKey.Recipient, inAll heads: [EpochRecord]
    ) throws(StorageError) -> Bool {
        for head in heads where !(try isMarked(device, in: head)) { return false }
        return true
    }

    /// Whether `epoch`, whose key is here, marks a device.
    func isMarked(
        _ device: EpochKey.Recipient, in epoch: EpochRecord
    ) throws(StorageError) -> Bool {
        guard let key = epoch.key else { return false }
        let mark = Derivation.mark(device, key: key)
        return try database.row(
            "SELECT 1 FROM marks WHERE epoch = ? AND mark = ? ORDER BY mark",
            [.integer(epoch.number), .integer(Int64(bitPattern: mark))]
        ) { _ in true } ?? false
    }

    /// Whether the epoch called `name` belongs to no audience that this person is in: its rotation has
    /// not come, or it is of a group that this person is joining again.
    package func isForeign(epoch name: Bytes16) throws(StorageError) -> Bool {
        guard let number = try audience(ofEpoch: name) else { return true }
        guard let id = try audience(number).name.id, let group = try group(id) else {
            return false
        }
        if group.isOver { return false }
        if group.invitation != nil { return true }
        return !(try isIn(group.audience))
    }

    /// Returns the row of a third person's `friends` audience, if the epoch called `name` is one of its
    /// heads. A peer that sends the key may read that audience, even if the delta that admitted the peer
    /// has not come here.
    package func passedOn(
        by epoch: Bytes16, from certificate: Certificate
    ) throws(StorageError) -> Int64? {
        guard let number = try audience(ofEpoch: epoch) else { return nil }
        let audience = try audience(number)
        guard audience.kind == .friends, audience.founder != owner.person,
            audience.founder != certificate.person, try isFriend(audience.founder),
            try heads(of: audience).contains(where: { $0.name == epoch })
        else { return nil }
        return number
    }

    /// Returns the audience that the epoch called `name` belongs to; nil until its rotation is here.
    package func audience(ofEpoch name: Bytes16) throws(StorageError) -> Int64? {
        try epoch(name)?.audience
    }
}
