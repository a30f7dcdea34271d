package import CRDT
import Domain
package import Primitives
package import Wire

/// An epoch: a key and the audience it belongs to.
struct EpochRecord: Hashable {
    let number: Int64
    let name: Bytes16
    /// Nil while only its key came, ahead of its rotation.
    let audience: Int64?
    /// Nil while only its rotation came, and not for this device.
    let key: Bytes32?
    /// What the key is checked against; nil until the rotation came.
    var check: Bytes32?
    /// The key has shown that the rotation stands in the audience it was made for.
    var isConfirmed = false
    /// The rotation stands before the proven fork of some chain of the audience: what the epoch seals
    /// has effect.
    var isCarried = false

    /// The key by its name; nil without the key.
    var followed: EpochKey.Followed? { key.map { EpochKey.Followed(name: name, key: $0) } }
}

// Epochs: their keys, which come by rotations, admissions and sessions, and whom they mark.
extension Store {
    /// The epoch called `name`; nil if neither its key nor its rotation came.
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

    /// What is said to be the key of epoch `name`, or proven to be; nil if nobody has told one.
    package func key(ofEpoch name: Bytes16) throws(StorageError) -> Bytes32? {
        try epoch(name)?.key
    }

    /// Takes in what somebody says is the key of epoch `name`. If its rotation is here the key is
    /// checked; if not it is a claim, which the next claim replaces, so that a lie does no harm
    /// once the right key comes. Of claims alone the latest are kept: anybody who is let in could go
    /// on claiming for ever.
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
        // What it opens may say who writes; that is judged with what comes next.
        try retryWaiting(on: name.bytes)
    }

    /// Takes in what somebody says are keys of epochs.
    ///
    /// - Returns: those of which it is not proven yet which key is the right one.
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

    // Makes room for one more epoch of which nothing but a claim has come.
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
        // A good part at once: whoever goes on claiming pays for each look with many.
        for claim in claims.prefix(Self.claimedKeysMax / 4) {
            try database.run("DELETE FROM epochs WHERE id = ?", .integer(claim))
        }
        memory.claims = nil
        memory.epochs = [:]
    }

    /// Keys of epochs whose rotations have not come: more than twenty sessions bring.
    static let claimedKeysMax = 5000

    /// Keeps what a rotation of `audience` says: from now on `key` is this epoch's, or, if it is
    /// nil, whatever key fits `check`. Without the key nobody knows yet whose epoch it is: who has
    /// copied the rotation into another audience is believed until the key comes.
    ///
    /// - Parameter delta: the row of the delta it stands in.
    /// - Returns: false if the epoch is another audience's.
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

    /// The key has come and says that it was no epoch of `audience`: whose rotation was copied
    /// there is believed no longer.
    func disown(epoch name: Bytes16, from audience: AudienceRecord) throws(StorageError) {
        guard let known = try epoch(name), known.audience == audience.number, !known.isConfirmed
        else { return }
        try database.run(
            "UPDATE epochs SET audience = NULL, delta = NULL WHERE id = ?",
            .integer(known.number))
        memory.epochs[name] = nil
        membersChanged()
    }

    /// Keeps that the epoch called `name` follows others.
    func follow(_ others: [EpochKey.Followed], by epoch: EpochRecord) throws(StorageError) {
        for other in others {
            try database.run(
                "INSERT OR IGNORE INTO follows (epoch, name) VALUES (?, ?)",
                .integer(epoch.number), .blob(other.name.bytes))
        }
        membersChanged()
    }

    /// The epochs of an audience that no other follows and whose key is here, by name. A rotation
    /// that stands beyond the end of its chain is none of them and follows nothing; its key stays.
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

    // Some chain that counts that far carries its rotation; whoever copied it takes nothing from it.
    private func isStanding(
        _ epoch: EpochRecord, _ judgement: Judgement
    ) throws(StorageError) -> Bool {
        try places(of: epoch).contains {
            judgement.standing(of: $0.chain).covers($0.length)
        }
    }

    /// Every key of an audience that is here, latest first.
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

    /// Keeps marks of members of an epoch.
    func mark(_ marks: [UInt64], in epoch: EpochRecord) throws(StorageError) {
        for mark in marks {
            try database.run(
                "INSERT OR IGNORE INTO marks (epoch, mark) VALUES (?, ?)",
                .integer(epoch.number), .integer(Int64(bitPattern: mark)))
        }
        membersChanged()
    }

    /// Whether every one of `heads` marks a device.
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

    /// Whether the epoch called `name` is of no audience that this person is in: of one whose rotation
    /// has not come, or of a group that he comes into again.
    package func isForeign(epoch name: Bytes16) throws(StorageError) -> Bool {
        guard let number = try audience(ofEpoch: name) else { return true }
        guard let id = try audience(number).name.id, let group = try group(id) else {
            return false
        }
        if group.isOver { return false }
        if group.invitation != nil { return true }
        return !(try isIn(group.audience))
    }

    /// The row of what a third person has for his friends, if it is sealed by the epoch called `name`
    /// now. Who tells its key may read it, also where the word that let him in has not come.
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

    /// The audience an epoch's name belongs to, once its rotation is here.
    package func audience(ofEpoch name: Bytes16) throws(StorageError) -> Int64? {
        try epoch(name)?.audience
    }
}
