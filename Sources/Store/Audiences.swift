package import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

/// One audience, as this node knows it.
package struct AudienceRecord: Hashable, Sendable {
    /// Its row.
    package let number: Int64
    package let kind: AudienceKind
    /// Whose it is; of a group, who made it.
    package let founder: PersonID
    /// How operations name it.
    package let name: AudienceName
    /// The first secret; of `public` the person, nil until a rotation told it.
    var secret: Bytes32?

    /// What opens, rotations and decertifications name: the person; of a group its id.
    var owner: PersonID { name.id.map { PersonID($0) } ?? founder }

    /// Where rows of it stand.
    var place: Place { kind.hasID ? Place(groupInRow: number) : Place(kind) }
}

extension Store {
    /// The audience `kind` of `person`, made if there is none; not of groups.
    func audience(
        _ kind: AudienceKind, of person: PersonID
    ) throws(StorageError) -> AudienceRecord {
        let founder = try number(of: person)
        let name = AudienceName(kind.rawValue)
        if let known = try audience(name, from: founder) { return known }
        let secret: Bytes32?
        switch kind {
        case .public: secret = person.key
        case .private, .friends:
            secret =
                person == self.owner.person
                ? self.owner.phraseSeed.map {
                    Derivation.firstSecret(phraseSeed: $0, audience: kind.rawValue)
                } : nil
        case .group, .direct: preconditionFailure("of these there are many")
        }
        return try makeAudience(name, from: founder, secret: secret)
    }

    /// The group or direct audience that `founder` made, as far as this person has to do with it;
    /// made if it is not known yet.
    func audience(
        _ name: AudienceName, by founder: PersonID
    ) throws(StorageError) -> AudienceRecord {
        let founder = try number(of: founder)
        if let known = try audience(name, from: founder) { return known }
        return try makeAudience(name, from: founder, secret: nil)
    }

    private func audience(
        _ name: AudienceName, from founder: Int64
    ) throws(StorageError) -> AudienceRecord? {
        let number = try database.row(
            "SELECT id FROM audiences WHERE kind = ? AND owner = ? AND name = ? ORDER BY id",
            [.integer(Int(name.kind)), .integer(founder), .blob(name.id?.bytes ?? [])]
        ) { $0.integer(0) }
        return try number.map { (number) throws(StorageError) in try audience(number) }
    }

    private func makeAudience(
        _ name: AudienceName, from founder: Int64, secret: Bytes32?
    ) throws(StorageError) -> AudienceRecord {
        try database.run(
            "INSERT INTO audiences (kind, owner, name, secret) VALUES (?, ?, ?, ?)",
            .integer(Int(name.kind)), .integer(founder), .blob(name.id?.bytes ?? []),
            secret.map { .blob($0.bytes) } ?? .null)
        return try audience(database.lastInserted)
    }

    /// The audience in row `number`.
    func audience(_ number: Int64) throws(StorageError) -> AudienceRecord {
        if let known = memory.audiences[number] { return known }
        let found = try database.row(
            """
            SELECT a.kind, p.person, a.name, a.secret FROM audiences a
            JOIN people p ON p.id = a.owner WHERE a.id = ? ORDER BY a.id
            """, [.integer(number)]
        ) { row in (row.integer(0), row.bytes(1), row.bytes(2), row.bytes(3)) }
        guard let found, let kind = AudienceKind(rawValue: UInt8(clamping: found.0)),
            let person = Bytes32(found.1)
        else { throw .corrupt }
        let name: AudienceName
        if kind.hasID {
            guard let id = Bytes32(found.2) else { throw .corrupt }
            name = AudienceName(kind.rawValue, id: id)
        } else {
            name = AudienceName(kind.rawValue)
        }
        let record = AudienceRecord(
            number: number, kind: kind, founder: PersonID(person), name: name,
            secret: Bytes32(found.3))
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
        memory.groups = nil
    }

    /// All that anything is known of, by row.
    func audiences() throws(StorageError) -> [AudienceRecord] {
        let numbers = try database.rows("SELECT id FROM audiences ORDER BY id") {
            (row) throws(StorageError) in row.integer(0)
        }
        var audiences: [AudienceRecord] = []
        for number in numbers { audiences.append(try audience(number)) }
        return audiences
    }

    /// What a peer may be served, with the head keys by which both find it; rising by row. Of
    /// `private` and `friends` what all heads mark his device for, of groups what he is a member of,
    /// and what is public of either side once they are friends.
    package func shared(
        with certificate: Certificate
    ) throws(StorageError) -> [SharedAudience] {
        guard try isFamiliar(certificate) else { return [] }
        let person = certificate.person
        let isFriend = try isFriend(person)
        if isFriend { _ = try audience(.public, of: person) }
        var shared: [SharedAudience] = []
        for audience in try audiences()
        where try isServed(audience, to: certificate, isFriend: isFriend) {
            let number = audience.number
            if audience.kind == .public {
                let key = EpochKey.Followed(name: .zero, key: audience.founder.key)
                shared.append(
                    SharedAudience(
                        audience: number, isOfOthers: false, keys: [key], history: []))
                continue
            }
            let heads = try heads(of: audience)
            // Any member may make heads, as many as he likes: the first few are enough to find it.
            let keys = Array(heads.compactMap(\.followed).prefix(Self.headsToldMax))
            let isTheirs = [person, owner.person].contains(audience.founder)
            shared.append(
                SharedAudience(
                    audience: number,
                    isOfOthers: !isTheirs && !audience.kind.hasID && person != owner.person,
                    keys: keys,
                    history: try keysOfEpochs(of: audience).filter { !keys.contains($0) }))
        }
        return shared
    }

    /// Whether a device may be served an audience, if its person is somebody here.
    ///
    /// - Parameter isFriend: its person is this one, or somebody whom he has added.
    func isServed(
        _ audience: AudienceRecord, to certificate: Certificate, isFriend: Bool
    ) throws(StorageError) -> Bool {
        if audience.kind == .public {
            return isFriend && [certificate.person, owner.person].contains(audience.founder)
        }
        // Who shares a group with this person and is no friend sees nothing else.
        guard isFriend || audience.kind.hasID else { return false }
        let heads = try heads(of: audience)
        guard !heads.isEmpty else { return false }
        return try mayRead(certificate, audience, heads)
    }

    /// Keys that another device of this person does not find in what it is served: of heads that do not
    /// mark it. Empty for everybody else.
    package func keysUnmarked(
        for certificate: Certificate
    ) throws(StorageError) -> [EpochKey.Followed] {
        guard certificate.person == owner.person else { return [] }
        let device = EpochKey.Recipient(certificate)
        var keys: [EpochKey.Followed] = []
        for shared in try shared(with: certificate) {
            for key in shared.keys where key.name != .zero {
                guard let head = try epoch(key.name) else { continue }
                if !(try isMarked(device, in: head)) { keys.append(key) }
            }
        }
        return keys
    }

    /// The key of the epoch called `name`, if the device of `certificate` may have it and has not heard
    /// of its rotation.
    ///
    /// - Parameter frontier: what that device holds of the audience.
    package func keyUnheard(
        of name: Bytes16, by certificate: Certificate, holding frontier: Frontier
    ) throws(StorageError) -> EpochKey.Followed? {
        guard let epoch = try epoch(name), let key = epoch.followed, let number = epoch.audience
        else { return nil }
        for place in try places(of: epoch)
        where place.length < frontier.length(of: place.chain) { return nil }
        let isShared = try shared(with: certificate).contains { $0.audience == number }
        return isShared ? key : nil
    }

    /// Heads of one audience whose keys a session is told.
    private static let headsToldMax = 8

    // In own audiences the mark decides. A person's devices are not kept from what is his own: one
    // that he made anew from his phrase is marked nowhere yet. And this person's devices are one
    // reader.
    private func mayRead(
        _ certificate: Certificate, _ audience: AudienceRecord, _ heads: [EpochRecord]
    ) throws(StorageError) -> Bool {
        if audience.kind.hasID { return try mayRead(certificate, group: audience) }
        if certificate.person == audience.founder || certificate.person == owner.person {
            return true
        }
        guard audience.kind == .friends else { return false }
        return try isMarked(EpochKey.Recipient(certificate), inAll: heads)
    }

    // Any member may rotate, so who is a member decides, and not the marks.
    private func mayRead(
        _ certificate: Certificate, group audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        guard let id = audience.name.id, let group = try group(id),
            group.audience.number == audience.number
        else { return false }
        // What was left concerns no other device of this person: it takes nothing of it in. Of
        // everything else one of them may know more: that he is in again, or not any more.
        if certificate.person == owner.person { return !group.isOver }
        guard try isServed(group) else { return false }
        let judgement = try judgement(of: audience)
        return judgement.isMember(certificate.person)
            && !judgement.isEnded(certificate.device, of: certificate.person)
    }
}

/// An audience that a peer may be served, and the keys by which both sides find it.
package struct SharedAudience: Equatable, Sendable {
    /// Its row.
    package let audience: Int64
    /// It is what a third person has for his friends: the two only pass it on to each other.
    package let isOfOthers: Bool
    /// Of each head, by name.
    package let keys: [EpochKey.Followed]
    /// Of the epochs before, latest first: a chain's opening is sealed with one of them, and the
    /// rotation that tells it stands further on.
    package let history: [EpochKey.Followed]
}
