package import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

/// An audience as this node knows it.
package struct AudienceRecord: Hashable, Sendable {
    /// The row in `audiences`.
    package let number: Int64
    package let kind: AudienceKind
    /// The person the audience belongs to; for a group, the person who made its first rotation.
    package let founder: PersonID
    /// The name by which operations refer to the audience.
    package let name: AudienceName
    /// The first secret. For `public` it is the person's key; nil until a rotation has revealed it.
    var secret: Bytes32?

    /// The id that opens, rotations and decertifications name: the person, or for a group the group's id.
    var owner: PersonID { name.id.map { PersonID($0) } ?? founder }

    /// The place under which rows of this audience are stored.
    var place: Place { kind.hasID ? Place(groupInRow: number) : Place(kind) }
}

extension Store {
    /// Returns the audience `kind` of `person` and creates it if it does not exist. Not for groups and
    /// direct audiences.
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

    /// Returns the group or direct audience that `founder` made, and creates its row if it is not known
    /// yet. Only for audiences that concern this person.
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

    /// Returns the audience in row `number`.
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

    /// Stores the first secret, which a rotation has revealed.
    func tell(_ secret: Bytes32, of audience: AudienceRecord) throws(StorageError) {
        guard audience.secret == nil else { return }
        try database.run(
            "UPDATE audiences SET secret = ? WHERE id = ?", .blob(secret.bytes),
            .integer(audience.number))
        memory.audiences[audience.number] = nil
        memory.groups = nil
    }

    /// Returns all known audiences, by row.
    func audiences() throws(StorageError) -> [AudienceRecord] {
        let numbers = try database.rows("SELECT id FROM audiences ORDER BY id") {
            (row) throws(StorageError) in row.integer(0)
        }
        var audiences: [AudienceRecord] = []
        for number in numbers { audiences.append(try audience(number)) }
        return audiences
    }

    /// Returns the audiences that a peer may be served, by rising row, with the head keys by which both
    /// sides find them.
    ///
    /// A peer is served `private` and `friends` audiences if all heads mark its device, groups if its
    /// person is a member, and the `public` audiences of both sides once the two are friends.
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
            // A member can create any number of heads; the first few suffice to find the audience.
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

    /// Whether a device may be served an audience, given that its person is known here.
    ///
    /// - Parameter isFriend: whether its person is this one or somebody this person has added.
    func isServed(
        _ audience: AudienceRecord, to certificate: Certificate, isFriend: Bool
    ) throws(StorageError) -> Bool {
        if audience.kind == .public {
            return isFriend && [certificate.person, owner.person].contains(audience.founder)
        }
        // A person who shares a group with this one and is not a friend sees nothing else.
        guard isFriend || audience.kind.hasID else { return false }
        let heads = try heads(of: audience)
        guard !heads.isEmpty else { return false }
        return try mayRead(certificate, audience, heads)
    }

    /// Returns the served head keys that another device of this person cannot find by itself, because the
    /// heads do not mark it. Empty for the devices of other people.
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

    /// Returns the key of the epoch called `name`, if the device of `certificate` may have it and has not
    /// received its rotation.
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

    /// The number of heads of one audience whose keys are sent in a session.
    private static let headsToldMax = 8

    // Members of a group are judged by the group's log. Of the other audiences, a founder's devices and
    // this person's own devices may read all: a device made from the recovery phrase is not marked
    // anywhere yet, and this person's devices count as one reader. For everybody else the marks decide.
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

    // Membership decides, not the marks, because any member may rotate.
    private func mayRead(
        _ certificate: Certificate, group audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        guard let id = audience.name.id, let group = try group(id),
            group.audience.number == audience.number
        else { return false }
        // A group that this person has left is not served to their other devices, which would accept
        // nothing of it. Any other group is: another device may know more, such as a new admission or a
        // removal.
        if certificate.person == owner.person { return !group.isOver }
        if !(try isServed(group)), !(try isOffering(certificate, in: group)) { return false }
        let judgement = try judgement(of: audience)
        return judgement.isMember(certificate.person)
            && !judgement.isEnded(certificate.device, of: certificate.person)
    }
}

/// An audience that a peer may be served, and the keys by which both sides find it.
package struct SharedAudience: Equatable, Sendable {
    /// The row in `audiences`.
    package let audience: Int64
    /// Whether the audience belongs to a third person, so that the two only relay it to each other.
    package let isOfOthers: Bool
    /// The key of each head, with the epoch's name.
    package let keys: [EpochKey.Followed]
    /// The keys of earlier epochs, latest first. A chain's opening may be sealed with one of them while
    /// the rotation that carries this key comes later in the log.
    package let history: [EpochKey.Followed]
}
