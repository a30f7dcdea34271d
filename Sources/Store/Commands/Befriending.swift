package import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

// Makes friends: each side adds the other's ticket. A contact in `private` informs the own devices, and an admission
// lets the friend's devices into the epoch of `friends`; nothing syncs before both sides have done so. No grant is
// written, because everybody in `friends` could read it, and a person's other friends are private.
extension Store {
    func addFriend(
        _ text: String, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if text.hasPrefix("@") { return try befriend(fellow: text, petName: petName, at: wall) }
        let ticket: Ticket
        do throws(PastedTextError) { ticket = try Ticket(reading: text) } catch {
            if FriendInvitation(text: text) != nil {
                return .rejected(
                    Problem(
                        .invalidTicket, "this is an invitation, not a ticket",
                        fix: "weft join INVITATION"))
            }
            return .rejected(
                Problem(
                    reading: "the ticket", error,
                    fix: "ask your friend for it again; weft id prints it"))
        }
        let person = ticket.certificate.person
        guard person != owner.person else {
            return .rejected(
                Problem(
                    .invalidTicket, "this is your own ticket", fix: "give it to your friend"))
        }
        let name = petName ?? (ticket.name.isEmpty ? String(person.text.prefix(8)) : ticket.name)
        if let problem = Self.problem(ofName: name) { return .rejected(problem) }
        if let other = try contacts().first(where: { $0.name == name && $0.person != person }) {
            return .rejected(
                Problem(
                    .conflict, "\(other.name) is the name of another friend",
                    fix: "weft friend add TICKET --name OTHER"))
        }
        guard !(try isEnded(ticket.certificate)) else {
            return .rejected(
                Problem(
                    .invalidTicket, "the ticket is from a device that its owner revoked",
                    fix: "ask for the ticket of another device"))
        }
        return try befriend(ticket, name: name, at: wall)
    }

    // A device of a fellow group member is known already.
    private func befriend(
        fellow text: String, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let called = String(text.dropFirst())
        var found: [PersonID] = []
        for person in try fellowMembers() where person != owner.person {
            let isCalledSo = try author(person).name == called
            let beginsSo = called.count >= 8 && person.text.hasPrefix(called.uppercased())
            if isCalledSo || beginsSo { found.append(person) }
        }
        let shown = Problem.quote(text)
        guard let person = found.first, found.count == 1 else {
            return .rejected(
                found.isEmpty
                    ? Problem(
                        .notFound, "nobody in your groups is called \(shown)",
                        fix: "weft group members GROUP, or add the ticket that weft id prints there"
                    )
                    : Problem(
                        .ambiguous, "\(shown) matches \(found.count) people",
                        fix:
                            "weft group members GROUP shows their ids: type @ and the beginning of one"
                    ))
        }
        guard !(try isContact(person)) else {
            return .rejected(
                Problem(.conflict, "\(shown) is already your friend", fix: "weft friend ls"))
        }
        let name = try author(person).name
        for certificate in try standingDevices(of: person) where !(try isEnded(certificate)) {
            return try befriend(certificate, petName: petName ?? name, at: wall)
        }
        return .rejected(
            Problem(
                .notFound, "no device of \(shown) is known here",
                fix: "add the ticket that weft id prints there"))
    }

    /// Befriends the person of an authenticated device. Their addresses are unknown, so they dial.
    package func befriend(
        _ certificate: Certificate, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let ticket = Ticket(certificate: certificate, name: petName ?? "", addresses: [])
        return try addFriend(ticket.text, petName: petName, at: wall)
    }

    /// Befriends the person in a ticket that was received over a link.
    package func befriend(
        by ticket: Ticket, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        try addFriend(ticket.text, petName: petName, at: wall)
    }

    private func befriend(
        _ ticket: Ticket, name: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let person = ticket.certificate.person
        try keep(ticket.certificate)
        try rename(person, to: name)
        try befriend(person, name: name, ticket: ticket.text, at: wall)
        try settleKeys(at: wall)
        guard let friend = try friend(person) else {
            preconditionFailure("the contact was just written")
        }
        return .befriended(friend)
    }

    // Writes the contact for the own devices, only if something differs.
    private func befriend(
        _ person: PersonID, name: String, ticket: String, at wall: WallTime
    ) throws(StorageError) {
        if let known = try everybody().first(where: { $0.person == person }) {
            var operations: [Operation] = []
            if known.name != name {
                operations += try write(Array(name.utf8), to: Schema.Contact.petName, of: known)
            }
            if known.ticket != ticket {
                operations += try write(Array(ticket.utf8), to: Schema.Contact.ticket, of: known)
            }
            if known.isBlocked {
                operations += try write([], to: Schema.Contact.blocked, of: known)
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
}
