package import CRDT
import Domain
package import Primitives
import Wire

// What each side does when two have met by an invitation to be friends.
extension Store {
    /// On the side of who made it: whoever has come is a friend from now on.
    func befriend(
        _ newcomer: Certificate, by invitation: KnownInvitation, at wall: WallTime
    ) throws(StorageError) -> Welcome {
        // Whoever is a friend already needs no second right, and uses nothing up.
        if try contacts().contains(where: { $0.person == newcomer.person }) { return .letIn }
        if let refusal = invitation.refusal(at: wall) { return .refused(refusal) }
        guard newcomer.person != owner.person, !(try isBlocked(newcomer.person)) else {
            return .refused(.notInvited)
        }
        // What he is called he says a moment later.
        let name = try freeName(of: Ticket(certificate: newcomer, name: "", addresses: []))
        guard case .befriended = try befriend(newcomer, petName: name, at: wall) else {
            return .refused(.notInvited)
        }
        try use(invitation)
        return .befriended
    }

    /// On the same side: who came says what he is called and where he is. It changes nothing once
    /// he has another name here.
    func introduceFriend(_ ticket: Ticket, at wall: WallTime) throws(StorageError) {
        let person = ticket.certificate.person
        guard let contact = try contacts().first(where: { $0.person == person }),
            contact.name.hasPrefix(Self.idName(person)), contact.ticket != ticket.text
        else { return }
        let name = ticket.name.isEmpty ? contact.name : try freeName(of: ticket)
        // One of a device that its person has revoked says nothing: he stays what he is.
        _ = try befriend(by: ticket, petName: name, at: wall)
    }

    /// On the side of who typed it: whoever made it has let this person in, and is a friend too.
    ///
    /// - Returns: who that is; nil if it is an invitation into a group, or if he was blocked or his
    ///   device revoked since: then he is called by it no more.
    package func becomeFriend(
        by id: UInt64, at wall: WallTime
    ) throws(StorageError) -> PersonID? {
        guard let joining = try joining(by: id), try canWrite else { return nil }
        let ticket = joining.invitation.ticket
        let person = joining.person
        let isTaken = try contacts().contains { $0.name == joining.name && $0.person != person }
        let name = isTaken ? try freeName(of: ticket) : joining.name
        guard !(try isBlocked(person)),
            case .befriended = try befriend(by: ticket, petName: name, at: wall)
        else {
            try end(joining, as: .refused)
            return nil
        }
        try end(joining, as: .friend)
        return person
    }

    /// On the same side: whoever made it honours it no longer.
    func beRefusedFriend(
        by id: UInt64, because reason: CloseReason
    ) throws(StorageError) {
        guard let joining = try joining(by: id) else { return }
        try end(joining, as: Self.state(of: reason))
    }

    /// As he calls himself, or by the beginning of his id; with that behind it, and then a number,
    /// where somebody else is called so. It is always one that he can have.
    func freeName(of ticket: Ticket) throws(StorageError) -> String {
        let person = ticket.certificate.person
        let taken = try everybody().filter { $0.person != person }.map(\.name)
        let short = Self.idName(person)
        let called = Self.problem(ofName: ticket.name) == nil ? ticket.name : short
        var (free, number) = (called, 1)
        while taken.contains(free) {
            let end = number == 1 ? "~\(short)" : "~\(short)-\(number)"
            free = called.cut(toBytes: Limits.nameBytesMax - end.utf8.count) + end
            number += 1
        }
        return free
    }

    private static func idName(_ person: PersonID) -> String { String(person.text.prefix(8)) }
}
