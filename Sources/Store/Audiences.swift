package import CRDT
package import Domain
import Primitives
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
                ? self.owner.phraseSeed.map {
                    Derivation.firstSecret(phraseSeed: $0, audience: kind.rawValue)
                } : nil
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
                shared.append(SharedAudience(audience: number, keys: [key], history: []))
                continue
            }
            let heads = try heads(of: audience)
            guard !heads.isEmpty, try mayRead(certificate, audience, heads) else { continue }
            let keys = heads.compactMap { head in
                head.key.map { EpochKey.Followed(name: head.name, key: $0) }
            }
            shared.append(
                SharedAudience(
                    audience: number, keys: keys,
                    history: try keysOfEpochs(of: audience).filter { !keys.contains($0) }))
        }
        return shared
    }

    // The mark decides. A person's devices are not kept from what is his own: one that he made anew
    // from his phrase is marked nowhere yet. And this person's devices are one reader.
    private func mayRead(
        _ certificate: Certificate, _ audience: AudienceRecord, _ heads: [EpochRecord]
    ) throws(StorageError) -> Bool {
        if certificate.person == audience.owner || certificate.person == owner.person {
            return true
        }
        guard audience.kind == .friends else { return false }
        return try isMarked(EpochKey.Recipient(certificate), inAll: heads)
    }
}

/// An audience that a peer may be served, and the keys by which both sides find it.
package struct SharedAudience: Equatable, Sendable {
    /// Its row.
    package let audience: Int64
    /// Of each head, by name.
    package let keys: [EpochKey.Followed]
    /// Of the epochs before, latest first: a chain's opening is sealed with one of them, and the
    /// rotation that tells it stands further on.
    package let history: [EpochKey.Followed]
}
