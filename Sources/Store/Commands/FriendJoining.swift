package import CRDT
package import Domain
package import Primitives
import Sodium
import Wire

// Becoming friends by an invitation: one side makes it, the other one types it, and the device that
// made it adds whoever comes by it. What was typed waits here until that device was met.
extension Store {
    /// Invitations that were given to this device and are remembered.
    private static let joiningsMax = 16

    /// An invitation to be friends that this device honours.
    ///
    /// - Parameter addresses: where it does so.
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

    /// Takes note that this person wants to be a friend of who made an invitation; the engine dials
    /// him.
    package func joinFriend(
        _ text: String, petName: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try writingProblem() { return .rejected(problem) }
        let again = "ask for another one: weft invite, on their side"
        guard let invitation = FriendInvitation(text: text) else {
            if Ticket(text: text) != nil {
                return .rejected(
                    Problem(
                        .invalidTicket, "this is a ticket, by which nobody is invited",
                        fix: "weft friend add TICKET, and give them yours: weft id"))
            }
            return .rejected(
                Problem(
                    .invalidTicket, "the invitation is incomplete or was changed on the way",
                    fix: again))
        }
        let person = invitation.certificate.person
        guard person != owner.person else {
            return .rejected(
                Problem(.invalidTicket, "this is your own invitation", fix: "pass it on"))
        }
        guard invitation.expirySeconds > wall.milliseconds / 1000 else {
            return .rejected(Problem(.invalidTicket, "the invitation has expired", fix: again))
        }
        guard !(try isBlocked(person)) else {
            return .rejected(
                Problem(
                    .conflict, "you have blocked whoever made this invitation",
                    fix: "weft friend unblock \(person.text.prefix(8)), then type it again"))
        }
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
        try keepJoining(invitation, name: name)
        let made = try joinings(at: wall).first { $0.person == person }
        guard let made else { preconditionFailure("the invitation was just kept") }
        return .joining(made)
    }

    private func keepJoining(
        _ invitation: FriendInvitation, name: String
    ) throws(StorageError) {
        let person = try number(of: invitation.certificate.person)
        try database.run("DELETE FROM joinings WHERE person = ?", .integer(person))
        try database.run(
            "INSERT INTO joinings (person, invitation, name, state) VALUES (?, ?, ?, 0)",
            .integer(person), .text(invitation.text), .text(name))
        // Those first of which nothing is awaited any more.
        try database.run(
            """
            DELETE FROM joinings WHERE id NOT IN
                (SELECT id FROM joinings ORDER BY state = 0 DESC, id DESC LIMIT ?)
            """, .integer(Self.joiningsMax))
        membersChanged()
    }

    /// Forgets one that was given to this device; whoever is a friend by it stays one.
    package func forgetJoining(_ reference: PersonReference) throws(StorageError) -> Answer {
        let text = String(reference.text.drop { $0 == "@" })
        let found = try joiningRows().filter {
            $0.name == text
                || text.count >= 8
                    && $0.invitation.certificate.person.text.hasPrefix(text.uppercased())
        }
        guard let only = found.first, found.count == 1 else {
            let shown = Problem.quote(text)
            return .rejected(
                Problem(
                    found.isEmpty ? .notFound : .ambiguous,
                    "you have been given no invitation of \(shown), or several",
                    fix: "weft pending"))
        }
        try database.run("DELETE FROM joinings WHERE id = ?", .integer(only.row))
        membersChanged()
        return .done(
            DoneReport(count: 1, act: nil, summary: "the invitation of \(only.name) is forgotten"))
    }

    /// Those that were given to this device, latest first. What has waited until its time was over
    /// waits no more.
    package func joinings(at wall: WallTime) throws(StorageError) -> [Joining] {
        try joiningRows().map { row in
            let isOver = row.invitation.expirySeconds <= wall.milliseconds / 1000
            return Joining(
                person: row.invitation.certificate.person, name: row.name,
                state: row.state == .waiting && isOver ? .expired : row.state,
                expires: WallTime(milliseconds: row.invitation.expirySeconds * 1000))
        }
    }

    /// Those by which somebody is to be called.
    func openFriendJoins() throws(StorageError) -> [OpenJoin] {
        try joiningRows().filter { $0.state == .waiting }.map {
            OpenJoin(
                certificate: $0.invitation.certificate, secret: $0.invitation.secret,
                addresses: $0.invitation.addresses)
        }
    }

    private struct JoiningRow {
        let row: Int64
        let name: String
        let state: Joining.State
        let invitation: FriendInvitation
    }

    private func joiningRows() throws(StorageError) -> [JoiningRow] {
        let rows = try database.rows(
            "SELECT id, invitation, name, state FROM joinings ORDER BY id DESC", []
        ) { (row) throws(StorageError) in
            (row.integer(0), row.text(1), row.text(2), row.integer(3))
        }
        return rows.compactMap { (id, text, name, state) in
            FriendInvitation(text: text).map {
                JoiningRow(row: id, name: name, state: Self.state(state), invitation: $0)
            }
        }
    }

    private static func state(_ number: Int64) -> Joining.State {
        switch number {
        case 0: return .waiting
        case 1: return .friend
        default: break
        }
        return state(of: UInt8(exactly: number).flatMap(CloseReason.init) ?? .notInvited)
    }

    /// How an invitation stands that was refused so.
    static func state(of reason: CloseReason) -> Joining.State {
        switch reason {
        case .usedUp: return .usedUp
        case .revoked: return .revoked
        case .expired: return .expired
        default: return .refused
        }
    }

    private func joining(by id: UInt64) throws(StorageError) -> JoiningRow? {
        try joiningRows().first {
            $0.state == .waiting && Derivation.invitationID(secret: $0.invitation.secret) == id
        }
    }

    private func end(_ joining: JoiningRow, as state: Int64) throws(StorageError) {
        try database.run(
            "UPDATE joinings SET state = ? WHERE id = ?", .integer(state), .integer(joining.row))
        membersChanged()
    }

    // MARK: When the two have met

    /// On the side of who made it: whoever has come is a friend from now on.
    func befriend(
        _ newcomer: Certificate, by invitation: KnownInvitation, at wall: WallTime
    ) throws(StorageError) -> CloseReason? {
        // Whoever is a friend already needs no second right, and uses nothing up.
        if try contacts().contains(where: { $0.person == newcomer.person }) { return nil }
        if let refusal = invitation.refusal(at: wall) { return refusal }
        guard newcomer.person != owner.person, !(try isBlocked(newcomer.person)) else {
            return .notInvited
        }
        // What he is called he says a moment later.
        let name = try freeName(of: Ticket(certificate: newcomer, name: "", addresses: []))
        guard case .befriended = try befriend(newcomer, petName: name, at: wall) else {
            return .notInvited
        }
        try use(invitation)
        return nil
    }

    /// On the same side: who came says what he is called and where he is.
    ///
    /// - Returns: false if that was known before.
    func introduceFriend(_ ticket: Ticket, at wall: WallTime) throws(StorageError) -> Bool {
        let person = ticket.certificate.person
        guard let contact = try contacts().first(where: { $0.person == person }),
            contact.name.hasPrefix(Self.idName(person)), contact.ticket != ticket.text
        else { return false }
        let name = ticket.name.isEmpty ? contact.name : try freeName(of: ticket)
        _ = try befriend(by: ticket, petName: name, at: wall)
        return true
    }

    /// On the side of who typed it: whoever made it has let this person in, and is a friend too.
    ///
    /// - Returns: who that is; nil if it is an invitation into a group.
    package func becomeFriend(
        by id: UInt64, at wall: WallTime
    ) throws(StorageError) -> PersonID? {
        guard let joining = try joining(by: id), try canWrite else { return nil }
        let ticket = joining.invitation.ticket
        let person = ticket.certificate.person
        let isTaken = try contacts().contains { $0.name == joining.name && $0.person != person }
        let name = isTaken ? try freeName(of: ticket) : joining.name
        guard case .befriended = try befriend(by: ticket, petName: name, at: wall) else {
            return nil
        }
        try end(joining, as: 1)
        return person
    }

    /// On the same side: whoever made it honours it no longer.
    func beRefusedFriend(
        by id: UInt64, because reason: CloseReason
    ) throws(StorageError) {
        guard let joining = try joining(by: id) else { return }
        try end(joining, as: Int64(reason.rawValue))
    }

    // As he calls himself, or with the beginning of his id where somebody else is called so.
    private func freeName(of ticket: Ticket) throws(StorageError) -> String {
        let person = ticket.certificate.person
        let short = Self.idName(person)
        guard !ticket.name.isEmpty else { return short }
        let isTaken = try everybody().contains { $0.name == ticket.name && $0.person != person }
        guard isTaken || Self.problem(ofName: ticket.name) != nil else { return ticket.name }
        return isTaken ? "\(ticket.name)~\(short)" : short
    }

    private static func idName(_ person: PersonID) -> String { String(person.text.prefix(8)) }
}
