import CRDT
package import Domain
package import Primitives
import Wire

// Invitations between friends: one side creates one, the other enters it, and the creating device befriends those who
// present it (`FriendWelcoming.swift`). An entered invitation waits here until that device is met.
extension Store {
    /// The most invitations entered at this device that are stored; each waiting one causes dialling.
    private static let joiningsMax = 16

    /// Creates an invitation to be friends that this device honours.
    ///
    /// - Parameter addresses: the addresses of this device.
    package func inviteFriend(
        uses: Int, seconds: Int, addresses: [String], at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try writingProblem() { return .rejected(problem) }
        let friends = try audience(.friends, of: owner.person)
        let made: MadeInvitation
        switch try makeInvitation(
            into: friends, granting: Grant.Role.friend.rawValue, uses: uses, seconds: seconds,
            at: wall)
        {
        case .failure(let problem): return .rejected(problem)
        case .success(let invitation): made = invitation
        }
        let invitation = FriendInvitation(
            certificate: owner.certificate, secret: made.secret,
            expirySeconds: made.expirySeconds, name: owner.name, addresses: addresses)
        return .invited(NewInvitation(made.shown(into: nil, uses: uses), text: invitation.text))
    }

    /// Records that this person wants to be a friend of an invitation's maker, whom the engine then dials.
    package func joinFriend(
        _ text: String, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try writingProblem() { return .rejected(problem) }
        let invitation: FriendInvitation
        do throws(PastedTextError) { invitation = try FriendInvitation(reading: text) } catch {
            return .rejected(Self.problem(ofText: text, error))
        }
        if let problem = try problem(joiningBy: invitation, at: wall) { return .rejected(problem) }
        let person = invitation.certificate.person
        let known = try contacts().first { $0.person == person }?.name
        let free = try freeName(of: invitation.ticket)
        let name = petName ?? known ?? free
        if let problem = Self.problem(ofName: name) { return .rejected(problem) }
        let isTaken = try contacts().contains { $0.name == name && $0.person != person }
        guard !isTaken else {
            return .rejected(
                Problem(
                    .conflict, "\(name) is the name of another friend",
                    fix: "weft join INVITATION --name OTHER"))
        }
        try keep(invitation.certificate)
        try keepJoining(invitation, name: name, atMost: Self.joiningsMax, at: wall)
        let made = try joinings(at: wall).first { $0.person == person }
        guard let made else { preconditionFailure("the invitation was just kept") }
        return .joining(made)
    }

    // Returns why a text is not an invitation to be friends.
    private static func problem(ofText text: String, _ error: PastedTextError) -> Problem {
        if Ticket(text: text) != nil {
            return Problem(
                .invalidTicket, "this is a ticket, not an invitation",
                fix: "weft friend add TICKET, and give them yours: weft id")
        }
        return Problem(reading: "the invitation", error, fix: again)
    }

    // Returns why an invitation cannot be used; nil if it can.
    private func problem(
        joiningBy invitation: FriendInvitation, at wall: WallTime
    ) throws(StorageError) -> Problem? {
        let person = invitation.certificate.person
        if person == owner.person {
            return Problem(
                .invalidTicket, "this is your own invitation", fix: "give it to someone else")
        }
        guard invitation.expirySeconds > wall.milliseconds / 1000 else {
            return Problem(.invalidTicket, "the invitation has expired", fix: Self.again)
        }
        if try isBlocked(person) {
            return Problem(
                .conflict, "you have blocked the person who made this invitation",
                fix: "weft friend unblock \(person.text.prefix(8)), then type it again")
        }
        let others = try joiningRows().count {
            $0.state(at: wall) == .waiting && $0.person != person
        }
        guard others < Self.joiningsMax else {
            return Problem(
                .tooMany,
                "\(Self.joiningsMax) invitations that you typed here are already waiting",
                fix: "delete one of them: weft pending, then weft pending reject ID")
        }
        return nil
    }

    private static let again = "ask for another one: weft invite, on their side"

    /// Forgets an invitation entered at this device; a friendship made by it stays.
    package func forgetJoining(_ reference: PersonReference) throws(StorageError) -> Answer {
        let text = String(reference.text.drop { $0 == "@" })
        let found = try joiningRows().filter {
            $0.name == text || text.count >= 8 && $0.person.text.hasPrefix(text.uppercased())
        }
        guard let only = found.first, found.count == 1 else {
            let shown = Problem.quote(text)
            return .rejected(
                Problem(
                    found.isEmpty ? .notFound : .ambiguous,
                    "there is no invitation from \(shown), or more than one",
                    fix: "weft pending"))
        }
        try forget(only)
        return .done(
            DoneReport(count: 1, act: nil, summary: "deleted the invitation from \(only.name)"))
    }

    /// Returns the invitations entered at this device, newest first.
    package func joinings(at wall: WallTime) throws(StorageError) -> [Joining] {
        try joiningRows().map { row in
            Joining(
                person: row.person, name: row.name, state: row.state(at: wall),
                expires: WallTime(milliseconds: row.invitation.expirySeconds * 1000))
        }
    }
}
