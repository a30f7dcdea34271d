package import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

/// One audience of one person, as this node knows it.
package struct AudienceRecord: Hashable, Sendable {
    /// Its row.
    package let number: Int64
    package let kind: Audience
    package let owner: PersonID
    /// The first secret; of `public` the person, nil until a rotation told it.
    var secret: Bytes32?
}

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
}

extension Store {
    /// The audience `kind` of `person`, made if there is none.
    func audience(
        _ kind: Audience, of person: PersonID
    ) throws(StorageError) -> AudienceRecord {
        let owner = try number(of: person)
        if let number = try database.row(
            "SELECT id FROM audiences WHERE kind = ? AND owner = ? ORDER BY id",
            [.integer(Int(kind.rawValue)), .integer(owner)], { $0.integer(0) })
        {
            return try audience(number)
        }
        let secret: Bytes32?
        switch kind {
        case .public: secret = person.key
        case .private, .friends:
            secret =
                person == self.owner.person
                ? Derivation.firstSecret(
                    phraseSeed: self.owner.phraseSeed, audience: kind.rawValue) : nil
        }
        try database.run(
            "INSERT INTO audiences (kind, owner, secret) VALUES (?, ?, ?)",
            .integer(Int(kind.rawValue)), .integer(owner),
            secret.map { .blob($0.bytes) } ?? .null)
        return try audience(database.lastInserted)
    }

    /// The audience in row `number`.
    func audience(_ number: Int64) throws(StorageError) -> AudienceRecord {
        if let known = memory.audiences[number] { return known }
        let found = try database.row(
            """
            SELECT a.kind, p.person, a.secret FROM audiences a JOIN people p ON p.id = a.owner
            WHERE a.id = ? ORDER BY a.id
            """, [.integer(number)]
        ) { row in (row.integer(0), row.bytes(1), row.bytes(2)) }
        guard let found, let kind = Audience(rawValue: UInt8(found.0)),
            let person = Bytes32(found.1)
        else { throw .corrupt }
        let record = AudienceRecord(
            number: number, kind: kind, owner: PersonID(person), secret: Bytes32(found.2))
        memory.audiences[number] = record
        return record
    }

    /// Takes in the first secret that a rotation told.
    func tell(_ secret: Bytes32, of audience: AudienceRecord) throws(StorageError) {
        guard audience.secret == nil else { return }
        try database.run(
            "UPDATE audiences SET secret = ? WHERE id = ?", .blob(secret.bytes),
            .integer(audience.number))
        memory.audiences[audience.number] = nil
    }

    // MARK: Epochs

    /// The epoch called `name`; nil if neither its key nor its rotation came.
    func epoch(_ name: Bytes16) throws(StorageError) -> EpochRecord? {
        if let known = memory.epochs[name] { return known }
        let found = try database.row(
            "SELECT id, audience, key, check_hash FROM epochs WHERE name = ? ORDER BY id",
            [.blob(name.bytes)]
        ) { row in
            EpochRecord(
                number: row.integer(0), name: name,
                audience: row.isNull(1) ? nil : row.integer(1), key: Bytes32(row.bytes(2)),
                check: Bytes32(row.bytes(3)))
        }
        if let found { memory.epochs[name] = found }
        return found
    }

    /// Takes in what somebody says is the key of epoch `name`. If its rotation is here the key is
    /// checked; if not it is a claim, which the next claim replaces, so that a lie does no harm
    /// once the right key comes.
    package func deliver(epoch name: Bytes16, key: Bytes32) throws(StorageError) {
        guard let known = try epoch(name) else {
            try database.run(
                "INSERT INTO epochs (name, key) VALUES (?, ?)", .blob(name.bytes),
                .blob(key.bytes))
            return
        }
        guard known.audience == nil || known.key == nil else { return }
        if let check = known.check, Derivation.epochCheck(key) != check { return }
        try database.run(
            "UPDATE epochs SET key = ? WHERE id = ?", .blob(key.bytes), .integer(known.number))
        memory.epochs[name] = nil
        if known.audience != nil { try retryWaiting(on: name.bytes) }
    }

    /// Keeps what a rotation of `audience` says: from now on `key` is this epoch's, or, if it is
    /// nil, whatever key fits `check`.
    ///
    /// - Returns: false if the epoch is another audience's.
    func establish(
        epoch name: Bytes16, in audience: AudienceRecord, check: Bytes32, key: Bytes32?
    ) throws(StorageError) -> Bool {
        if let other = try epoch(name)?.audience, other != audience.number { return false }
        try database.run(
            """
            INSERT INTO epochs (name, audience, key, check_hash) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (name) DO UPDATE SET audience = ?2, key = ?3, check_hash = ?4
            """, .blob(name.bytes), .integer(audience.number),
            key.map { .blob($0.bytes) } ?? .null, .blob(check.bytes))
        memory.epochs[name] = nil
        return true
    }

    /// The epochs of an audience that no other follows and whose key is here, by name.
    func heads(of audience: AudienceRecord) throws(StorageError) -> [EpochRecord] {
        try database.rows(
            """
            SELECT id, name, key FROM epochs
            WHERE audience = ?1 AND key IS NOT NULL
            AND name NOT IN (SELECT name FROM follows WHERE audience = ?1 ORDER BY name)
            ORDER BY name
            """, [.integer(audience.number)]
        ) { (row) throws(StorageError) in
            guard let name = Bytes16(row.bytes(1)) else { throw .corrupt }
            return EpochRecord(
                number: row.integer(0), name: name, audience: audience.number,
                key: Bytes32(row.bytes(2)))
        }
    }

    /// Keeps marks of members of an epoch.
    func mark(_ marks: [UInt64], in epoch: EpochRecord) throws(StorageError) {
        for mark in marks {
            try database.run(
                "INSERT OR IGNORE INTO marks (epoch, mark) VALUES (?, ?)",
                .integer(epoch.number), .integer(Int64(bitPattern: mark)))
        }
    }

    /// What a peer may be served: every audience whose heads all mark his device, with the head
    /// keys by which both find it, and what is public of either side once they are friends; rising
    /// by row.
    package func shared(
        with certificate: Certificate
    ) throws(StorageError) -> [SharedAudience] {
        guard try isFamiliar(certificate) else { return [] }
        let person = certificate.person
        _ = try audience(.public, of: person)
        let numbers = try database.rows(
            "SELECT id FROM audiences ORDER BY id"
        ) { (row) throws(StorageError) in row.integer(0) }
        var shared: [SharedAudience] = []
        for number in numbers {
            let audience = try audience(number)
            if audience.kind == .public {
                guard audience.owner == person || audience.owner == owner.person else { continue }
                let key = EpochKey.Followed(name: .zero, key: audience.owner.key)
                shared.append(SharedAudience(audience: number, keys: [key]))
                continue
            }
            guard try mayRead(certificate, audience) else { continue }
            let heads = try heads(of: audience)
            guard !heads.isEmpty, try isMarked(EpochKey.Recipient(certificate), inAll: heads) else { continue }
            shared.append(
                SharedAudience(
                    audience: number,
                    keys: heads.compactMap { head in
                        head.key.map { EpochKey.Followed(name: head.name, key: $0) }
                    }))
        }
        return shared
    }

    // The mark decides in audiences of others. Of the own ones it is known who was let in.
    private func mayRead(
        _ certificate: Certificate, _ audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        let person = certificate.person
        if person == audience.owner { return true }
        guard audience.kind == .friends else { return false }
        guard audience.owner == owner.person else { return true }
        return try database.row(
            "SELECT 1 FROM grants WHERE audience = ? AND person = ? ORDER BY grant_id",
            [.integer(audience.number), .integer(try number(of: person))]
        ) { _ in true } ?? false
    }

    private func isMarked(
        _ device: EpochKey.Recipient, inAll heads: [EpochRecord]
    ) throws(StorageError) -> Bool {
        for head in heads {
            guard let key = head.key else { return false }
            let mark = Derivation.mark(device, key: key)
            let found = try database.row(
                "SELECT 1 FROM marks WHERE epoch = ? AND mark = ? ORDER BY mark",
                [.integer(head.number), .integer(Int64(bitPattern: mark))]
            ) { _ in true }
            guard found == true else { return false }
        }
        return true
    }

    /// The audience an epoch's name belongs to, once its rotation is here.
    package func audience(ofEpoch name: Bytes16) throws(StorageError) -> Int64? {
        try epoch(name)?.audience
    }
}

/// An audience that a peer may be served, and the keys by which both sides find it.
package struct SharedAudience: Equatable, Sendable {
    /// Its row.
    package let audience: Int64
    /// Of each head, by name.
    package let keys: [EpochKey.Followed]
}
