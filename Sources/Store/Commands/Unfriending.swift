package import CRDT
package import Domain
package import Primitives
import Wire

// Ends a friendship. The former friend keeps what they have. After the rotation, which comes before the next write,
// they can neither read nor detect what is written to friends.
extension Store {
    func renameFriend(
        _ reference: PersonReference, to name: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let contact: Contact
        switch try resolve(reference, among: try contacts()) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): contact = found
        }
        if let problem = Self.problem(ofName: name) { return .rejected(problem) }
        if try contacts().contains(where: { $0.name == name && $0.person != contact.person }) {
            return .rejected(
                Problem(
                    .conflict, "\(name) is the name of another friend", fix: "choose another name"))
        }
        let operations = try write(Array(name.utf8), to: Schema.Contact.petName, of: contact)
        try author(operations, act: nil, at: wall)
        try rename(contact.person, to: name)
        return .done(
            DoneReport(count: 1, act: nil, summary: "\(contact.name) is now called \(name)"))
    }

    func removeFriend(
        _ reference: PersonReference, isBlocked: Bool, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let contact: Contact
        switch try resolve(reference, among: try contacts()) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): contact = found
        }
        let open = try invitations(at: wall).count { $0.group == nil }
        let field = isBlocked ? Schema.Contact.blocked : .deletion
        try author(try write([1], to: field, of: contact), act: nil, at: wall)
        try cutGrants(of: contact.person, at: wall)
        try leaveDirect(with: contact.person, at: wall)
        // Another device may have admitted devices of the former friend that this one does not know of.
        try rotate(try audience(.friends, of: owner.person), at: wall)
        try settleKeys(at: wall)
        try silenceAtOnce()
        var summary =
            isBlocked
            ? "\(contact.name) is blocked: no longer a friend, and cannot ask again"
            : "\(contact.name) is no longer a friend"
        if open > 0 {
            summary += "; revoked \(Counted.words(open, "invitation")) to be friends"
        }
        return .done(DoneReport(count: 1, act: nil, summary: summary))
    }

    /// Blocks somebody who is not a friend.
    package func block(
        _ certificate: Certificate, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let ticket = Ticket(certificate: certificate, name: "", addresses: [])
        let name = String(certificate.person.text.prefix(8))
        let creation = Creation(
            kind: Schema.Contact.kind,
            values: [
                FieldValue(Schema.Contact.person, certificate.person.key.bytes),
                FieldValue(Schema.Contact.petName, Array(name.utf8)),
                FieldValue(Schema.Contact.ticket, Array(ticket.text.utf8)),
                FieldValue(Schema.Contact.blocked, [1]),
            ], elements: [])
        try author([.create(creation)], act: nil, at: wall)
        try silenceAtOnce()
        return .done(DoneReport(count: 1, act: nil, summary: "\(name) cannot ask again"))
    }

    func unblock(
        _ reference: PersonReference, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let contact: Contact
        switch try resolve(reference, among: try blocked()) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): contact = found
        }
        // In this order the person is never a friend in between.
        let end = try write([1], to: .deletion, of: contact)
        let opening = try write([], to: Schema.Contact.blocked, of: contact)
        try author(end + opening, act: nil, at: wall)
        try silenceAtOnce()
        return .done(DoneReport(count: 1, act: nil, summary: "\(contact.name) can ask again"))
    }

    /// Returns the blocked contacts without duplicates.
    func blocked() throws(StorageError) -> [Contact] {
        try everybody().filter(\.isBlocked)
    }

    /// Whether `person` is blocked.
    package func isBlocked(_ person: PersonID) throws(StorageError) -> Bool {
        try blocked().contains { $0.person == person }
    }

    /// Returns the blocked people by name.
    func blockedPeople() throws(StorageError) -> [Author] {
        try blocked().map { Author(person: $0.person, name: $0.name, isMe: false) }
            .sorted { ($0.name, $0.person) < ($1.name, $1.person) }
    }

    // Cuts the grants by which the person wrote; the part of their chains that is held stays valid.
    private func cutGrants(of person: PersonID, at wall: WallTime) throws(StorageError) {
        for kind in [AudienceKind.friends, .public] {
            let audience = try audience(kind, of: owner.person)
            let cuts = try cuts(of: person, in: audience)
            try write(cuts.map { OriginedOperation(.cut($0)) }, into: audience, at: wall)
        }
    }

    /// Returns the cuts of every grant by which `person` may write in `audience`; the part of their chains held here
    /// stays valid.
    func cuts(of person: PersonID, in audience: AudienceRecord) throws(StorageError) -> [Cut] {
        let rights = try judgement(of: audience).rights
        return try rights.filter { $0.person == person && !$0.isEnded }.map {
            (right) throws(StorageError) in
            Cut(grant: right.grant, chains: try lengths(in: audience, by: right.grant))
        }
    }

    /// Returns the lengths held of the chains that write by `grant`; 0 is the founder's right. If they exceed one
    /// operation, the longest are named: a writer with thousands of chains loses the others.
    func lengths(
        in audience: AudienceRecord, by grant: UInt64
    ) throws(StorageError) -> [ChainLength] {
        try database.rows(
            """
            SELECT chain, length, head FROM chains
            WHERE audience = ? AND grant_id = ? AND length > 1 ORDER BY length DESC, chain LIMIT ?
            """,
            [
                .integer(audience.number), .integer(Int64(bitPattern: grant)),
                .integer(Self.chainsNamedMax),
            ], ChainLength.init
        ).sorted { $0.chain < $1.chain }
    }

    /// The most chains that a cut or decertification names: 48 KiB of an operation's 64.
    static let chainsNamedMax = 1000

    /// Returns why `name` is not valid for a person or device; nil if it is.
    static func problem(ofName name: String) -> Problem? {
        (1...Limits.nameBytesMax).contains(name.utf8.count) && !name.contains("\0")
            ? nil
            : Problem(
                .invalidValue, "a name must have 1 to \(Limits.nameBytesMax) bytes",
                fix: "choose another name")
    }

    /// Resolves a friend or blocked person.
    func resolve(
        _ reference: PersonReference, among people: [Contact]
    ) throws(StorageError) -> Result<Contact, Problem> {
        let name = reference.text.drop { $0 == "@" }
        if let found = people.first(where: { $0.name == name }) { return .success(found) }
        let found = people.filter { name.count >= 8 && $0.person.text.hasPrefix(name.uppercased()) }
        if let only = found.first, found.count == 1 { return .success(only) }
        let shown = Problem.quote(String(name))
        guard found.isEmpty else {
            return .failure(
                Problem(
                    .ambiguous, "\(shown) matches \(found.count) people", fix: "type more of it"))
        }
        return .failure(
            Problem(.notFound, "nobody is called \(shown)", fix: "weft friend ls"))
    }
}

extension ChainLength {
    /// Reads a row of chain, length and head.
    init(_ row: Statement) throws(StorageError) {
        guard let chain = Bytes16(row.bytes(0)), let last = Bytes32(row.bytes(2)) else {
            throw .corrupt
        }
        self.init(chain: ChainID(chain), length: UInt64(row.integer(1)), last: last)
    }
}
