package import CRDT
package import Domain
import Primitives
import Sodium
import Wire

// Becoming friends: each side adds the other's ticket. A grant in `friends` says that he may read,
// an admission lets his device into the epoch; nothing syncs before both have done so.
extension Store {
    func addFriend(
        _ text: String, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        guard let ticket = Ticket(text: text) else {
            return .rejected(
                Problem(
                    .invalidTicket, "the ticket is incomplete or was changed on the way",
                    fix: "ask for it again: weft id, on the friend's side"))
        }
        let person = ticket.certificate.person
        guard person != owner.person else {
            return .rejected(
                Problem(
                    .invalidTicket, "this is your own ticket", fix: "give it to your friend"))
        }
        let name = petName ?? (ticket.name.isEmpty ? String(person.text.prefix(8)) : ticket.name)
        guard (1...Limits.nameBytesMax).contains(name.utf8.count), !name.contains("\0") else {
            return .rejected(
                Problem(.invalidValue, "a name has 1 to \(Limits.nameBytesMax) bytes"))
        }
        if let other = try contacts().first(where: { $0.name == name && $0.person != person }) {
            return .rejected(
                Problem(
                    .conflict, "\(other.name) is the name of another friend",
                    fix: "weft friend add TICKET --name OTHER"))
        }
        try keep(ticket.certificate)
        try rename(person, to: name)
        try befriend(person, name: name, ticket: text, at: wall)
        try admit(ticket.certificate, at: wall)
        guard let friend = try friend(person) else {
            preconditionFailure("the contact was just written")
        }
        return .befriended(friend)
    }

    // The contact, for the own devices; written again only if something differs.
    private func befriend(
        _ person: PersonID, name: String, ticket: String, at wall: WallTime
    ) throws(StorageError) {
        if let known = try contacts().first(where: { $0.person == person }),
            let row = try object(row: known.row), let object = row.home
        {
            var operations: [Operation] = []
            if known.name != name {
                operations.append(row.write(Schema.Contact.petName, Array(name.utf8), at: object))
            }
            if known.ticket != ticket {
                operations.append(row.write(Schema.Contact.ticket, Array(ticket.utf8), at: object))
            }
            try author(operations, act: nil, at: wall)
            return
        }
        let creation = Creation(
            kind: Schema.Contact.kind,
            values: [
                FieldValue(Schema.Contact.person, person.key.bytes),
                FieldValue(Schema.Contact.petName, Array(name.utf8)),
                FieldValue(Schema.Contact.ticket, Array(ticket.utf8)),
            ], elements: [])
        try author([.create(creation)], act: nil, at: wall)
    }

    // The grant, once a person, and the admission, once a device and epoch.
    private func admit(_ certificate: Certificate, at wall: WallTime) throws(StorageError) {
        let friends = try audience(.friends, of: owner.person)
        let isGranted = try database.row(
            "SELECT 1 FROM grants WHERE audience = ? AND person = ? ORDER BY grant_id",
            [.integer(friends.number), .integer(try number(of: certificate.person))]
        ) { _ in true }
        if isGranted != true {
            let grant = Grant(
                id: max(entropy.bytes8(), 1), person: certificate.person, role: .friend)
            try write([OriginedOperation(.grant(grant))], into: friends, at: wall)
        }
        for head in try heads(of: friends) {
            guard let key = head.key else { continue }
            let member = EpochKey.Recipient(certificate)
            let mark = Derivation.mark(member, key: key)
            let isMarked = try database.row(
                "SELECT 1 FROM marks WHERE epoch = ? AND mark = ? ORDER BY mark",
                [.integer(head.number), .integer(Int64(bitPattern: mark))]
            ) { _ in true }
            guard isMarked != true else { continue }
            let admission = EpochKey.admission(
                to: head.name, key: key, members: [member], entropy: &entropy, dice: &dice)
            try writePlain(.admit(admission), epoch: head.name, into: friends, at: wall)
        }
    }

    // MARK: Contacts

    /// Somebody this person added.
    package struct Contact: Equatable, Sendable {
        /// The row of its object.
        let row: Int64
        /// His root key.
        package let person: PersonID
        /// His pet name here.
        package let name: String
        /// The text of his ticket.
        package let ticket: String
    }

    /// Everybody this person added, by row.
    package func contacts() throws(StorageError) -> [Contact] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 4 AND kind > 1 AND author = ? AND hidden = 0 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var contacts: [Contact] = []
        for number in numbers {
            guard let state = try object(row: number)?.state,
                let key = state.register(Schema.Contact.person)?.shown?.value,
                let person = Bytes32(key)
            else { continue }
            let text = { (field: Field) in
                String(decoding: state.register(field)?.shown?.value ?? [], as: UTF8.self)
            }
            contacts.append(
                Contact(
                    row: number, person: PersonID(person), name: text(Schema.Contact.petName),
                    ticket: text(Schema.Contact.ticket)))
        }
        return contacts
    }

    /// One friend as he is shown, without what only the engine knows (links); nil if not added.
    package func friend(_ person: PersonID) throws(StorageError) -> Friend? {
        guard let contact = try contacts().first(where: { $0.person == person }) else { return nil }
        let devices = try reachable(person)
        let seen = try database.row(
            "SELECT max(last_seen) FROM devices WHERE person = ?",
            [.integer(try number(of: person))]
        ) { $0.isNull(0) ? nil : $0.integer(0) }
        let links = try database.row(
            "SELECT count(*) FROM objects WHERE author = ? AND kind = 1 AND hidden = 0",
            [.integer(try number(of: person))]
        ) { Int($0.integer(0)) }
        let known = devices.compactMap(\.address)
        let offered = Ticket(text: contact.ticket)?.addresses ?? []
        return Friend(
            person: person, name: contact.name, isMutual: try isMutual(person),
            isConnected: false,
            lastSeen: (seen ?? nil).map { WallTime(milliseconds: UInt64($0)) },
            addresses: known + offered.filter { !known.contains($0) }, linkCount: links ?? 0)
    }

    // He let this device in: its mark stands in an epoch of his.
    private func isMutual(_ person: PersonID) throws(StorageError) -> Bool {
        let friends = try audience(.friends, of: person)
        return try shared(with: owner.certificate).contains { $0.audience == friends.number }
    }
}
