package import CRDT
package import Domain
import Primitives
import Wire

// Friends and blocked people: objects in `private`, which only this person's devices read.
extension Store {
    /// A person this one has added or blocked.
    package struct Contact: Equatable, Sendable {
        /// The rows of its objects, rising by object id: one, or several if devices of this person added
        /// the contact while apart. A change is written to all of them.
        fileprivate(set) var rows: [Int64]
        /// The contact's root key.
        package let person: PersonID
        /// The contact's pet name here, taken from the first object.
        package let name: String
        /// The text of the contact's ticket, taken from the first object.
        package let ticket: String
        /// Whether the contact is blocked; one object that says so is enough.
        package fileprivate(set) var isBlocked: Bool
    }

    /// Returns everybody whom this person counts as a friend, each once, ordered by object id.
    package func contacts() throws(StorageError) -> [Contact] {
        try everybody().filter { !$0.isBlocked }
    }

    /// Returns everybody whom this person added or blocked, each once, ordered by object id; the same on
    /// each of their devices.
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

    /// Returns the operations that write one value to a field of all objects of `contact`.
    func write(
        _ value: [UInt8], to field: Field, of contact: Contact
    ) throws(StorageError) -> [Operation] {
        try contact.rows.map { (number) throws(StorageError) in
            guard let row = try object(row: number), let object = row.home else { throw .corrupt }
            return row.write(field, value, at: object)
        }
    }

    /// Stores the device named in a contact's ticket.
    ///
    /// A person added on another own device may be admitted there and removed before this device ever
    /// meets them. The ticket's certificate makes their device known here anyway.
    func keepDevice(ofContact state: ObjectState) throws(StorageError) {
        let text = state.register(Schema.Contact.ticket)?.shown?.value ?? []
        guard let ticket = Ticket(text: String(decoding: text, as: UTF8.self)) else { return }
        try keep(ticket.certificate)
    }

    /// Handles a contact that has changed here or on another own device. When a friendship has ended or
    /// the person is now blocked, the invitations to be friends are revoked, and a pending joining with
    /// that person is forgotten.
    func notePartings(
        by row: ObjectRow, was before: ObjectState, hidden wasHidden: ObjectRow.Hidden
    ) throws(StorageError) {
        let old = Terms(of: before, wasHidden)
        let new = Terms(of: row.state, row.hidden)
        // Unblocking a person is not a parting.
        guard old != new, new == .blocked || old == .friend else { return }
        try forgetInvitations(to: try audience(.friends, of: owner.person))
        // If the creation became void, only the state before names the person.
        let person = [row.state, before].compactMap { $0.register(Schema.Contact.person)?.shown }
        guard let key = Bytes32(person.first?.value ?? []) else { return }
        try forgetJoining(of: PersonID(key))
    }

    /// A contact's statement about a person.
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

    /// Returns everybody this person has ever added or blocked, by row, including people who are neither
    /// any more.
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

    /// Returns one friend as shown to the user, without the links that only the engine knows; nil if the
    /// person was not added.
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

    /// Whether that friend has admitted this device: an epoch of their `friends` audience marks it.
    package func isMutual(_ person: PersonID) throws(StorageError) -> Bool {
        let friends = try audience(.friends, of: person)
        return try shared(with: owner.certificate).contains { $0.audience == friends.number }
    }
}
