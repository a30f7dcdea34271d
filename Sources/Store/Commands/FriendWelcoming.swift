package import CRDT
import Domain
package import Primitives
import Wire

// What both sides do when they meet by an invitation to be friends.
extension Store {
    /// On the maker's side: befriends the newcomer.
    func befriend(
        _ newcomer: Certificate, by invitation: KnownInvitation, at wall: WallTime
    ) throws(StorageError) -> Welcome {
        // An existing friend needs no second right, and uses nothing up.
        if try contacts().contains(where: { $0.person == newcomer.person }) { return .letIn }
        if let refusal = invitation.refusal(at: wall) { return .refused(refusal) }
        guard newcomer.person != owner.person, !(try isBlocked(newcomer.person)) else {
            return .refused(.notInvited)
        }
        // The newcomer's name follows a moment later.
        let name = try freeName(of: Ticket(certificate: newcomer, name: "", addresses: []))
        guard case .befriended = try befriend(newcomer, petName: name, at: wall) else {
            return .refused(.notInvited)
        }
        try use(invitation)
        return .befriended
    }

    /// On the maker's side: records the newcomer's name and addresses. Changes nothing once the newcomer has another
    /// name here.
    func introduceFriend(_ ticket: Ticket, at wall: WallTime) throws(StorageError) {
        let person = ticket.certificate.person
        guard let contact = try contacts().first(where: { $0.person == person }),
            contact.name.hasPrefix(Self.idName(person)), contact.ticket != ticket.text
        else { return }
        let name = ticket.name.isEmpty ? contact.name : try freeName(of: ticket)
        // A ticket of a revoked device is ignored, and the contact stays as it is.
        _ = try befriend(by: ticket, petName: name, at: wall)
    }

    /// On the side that entered the invitation: the maker has let this person in, so they become friends here too.
    ///
    /// - Returns: the maker; nil if it is a group invitation, or if the maker was blocked or their device revoked
    ///   since, which ends the attempts to join.
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

    /// On the side that entered the invitation: the maker no longer honours it.
    func beRefusedFriend(
        by id: UInt64, because reason: CloseReason
    ) throws(StorageError) {
        guard let joining = try joining(by: id) else { return }
        try end(joining, as: Self.state(of: reason))
    }

    /// Returns a free and valid name: the person's own name or the beginning of their id; if somebody else has that
    /// name, with the id and then a number appended.
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
