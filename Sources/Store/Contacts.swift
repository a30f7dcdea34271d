package import CRDT
package import Domain
import Primitives
import Wire

// Friends and who is kept away: objects in `private`, for the own devices alone.
extension Store {
    /// Somebody this person added.
    package struct Contact: Equatable, Sendable {
        /// The rows of its objects, rising by the objects' ids: one, or as many as devices of this person
        /// have added him apart. What is said of him is said of all.
        fileprivate(set) var rows: [Int64]
        /// His root key.
        package let person: PersonID
        /// His pet name here, as the first says.
        package let name: String
        /// The text of his ticket, as the first says.
        package let ticket: String
        /// He is kept away: any of them says so.
        package fileprivate(set) var isBlocked: Bool
    }

    /// Everybody who is a friend as far as this side goes, each once, in the order of objects.
    package func contacts() throws(StorageError) -> [Contact] {
        try everybody().filter { !$0.isBlocked }
    }

    /// Everybody this person added or blocked, each once, in the order of objects: the same at each of
    /// his devices.
    func everybody() throws(StorageError) -> [Contact] {
        if let known = memory.contacts { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 4 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0
            ORDER BY object
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var contacts: [Contact] = []
        var places: [PersonID: Int] = [:]
        for number in numbers {
            guard let state = try object(row: number)?.state,
                let key = state.register(Schema.Contact.person)?.shown?.value,
                let person = Bytes32(key)
            else { continue }
            let text = { (field: Field) in
                String(decoding: state.register(field)?.shown?.value ?? [], as: UTF8.self)
            }
            let contact = Contact(
                rows: [number], person: PersonID(person), name: text(Schema.Contact.petName),
                ticket: text(Schema.Contact.ticket),
                isBlocked: state.register(Schema.Contact.blocked)?.shown?.value == [1])
            guard let place = places[contact.person] else {
                places[contact.person] = contacts.count
                contacts.append(contact)
                continue
            }
            contacts[place].rows.append(number)
            contacts[place].isBlocked = contacts[place].isBlocked || contact.isBlocked
        }
        memory.contacts = contacts
        return contacts
    }

    /// What gives a field of everything that says something of `contact` one value.
    func write(
        _ value: [UInt8], to field: Field, of contact: Contact
    ) throws(StorageError) -> [Operation] {
        try contact.rows.map { (number) throws(StorageError) in
            guard let row = try object(row: number), let object = row.home else { throw .corrupt }
            return row.write(field, value, at: object)
        }
    }

    /// Whoever was added at another own device may be let in there, and be gone before he was ever met
    /// here: his device is known from then on by what he was added with.
    func keepDevice(ofContact state: ObjectState) throws(StorageError) {
        let text = state.register(Schema.Contact.ticket)?.shown?.value ?? []
        guard let ticket = Ticket(text: String(decoding: text, as: UTF8.self)) else { return }
        try keep(ticket.certificate)
    }

    /// A contact has changed, here or at another own device: whoever is a friend no more, or is kept
    /// away now, comes by no line that he may have, nor is he called by one of his.
    func notePartings(
        by row: ObjectRow, was before: ObjectState, hidden wasHidden: ObjectRow.Hidden
    ) throws(StorageError) {
        let old = Terms(of: before, wasHidden)
        let new = Terms(of: row.state, row.hidden)
        // Who may ask again is not gone for that.
        guard old != new, new == .blocked || old == .friend else { return }
        try forgetInvitations(to: try audience(.friends, of: owner.person))
        // Of one that counts no more nothing is left.
        let person = [row.state, before].compactMap { $0.register(Schema.Contact.person)?.shown }
        guard let key = Bytes32(person.first?.value ?? []) else { return }
        try forgetJoining(of: PersonID(key))
    }

    /// What a contact says of somebody.
    private enum Terms {
        case friend, blocked, none

        init(of state: ObjectState, _ hidden: ObjectRow.Hidden) {
            guard hidden == .visible else {
                self = .none
                return
            }
            let isBlocked = state.register(Schema.Contact.blocked)?.shown?.value == [1]
            self = isBlocked ? .blocked : .friend
        }
    }

    /// Everybody this person has ever added or blocked, also who is neither any more, by row.
    func everybodyEver() throws(StorageError) -> [PersonID] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects WHERE kind = 4 AND kind > 1 AND author = ? AND audience = 1
            ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var people: [PersonID] = []
        for number in numbers {
            let person = try object(row: number)?.state.register(Schema.Contact.person)?.shown
            if let key = Bytes32(person?.value ?? []) { people.append(PersonID(key)) }
        }
        return people
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

    /// He let this device in: its mark stands in an epoch of his.
    package func isMutual(_ person: PersonID) throws(StorageError) -> Bool {
        let friends = try audience(.friends, of: person)
        return try shared(with: owner.certificate).contains { $0.audience == friends.number }
    }
}
