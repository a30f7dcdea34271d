import CRDT
import Domain
package import Primitives
import Sodium
import Wire

/// An invitation to be friends that was typed at this device, as its table has it.
struct JoiningRow {
    let number: Int64
    /// What whoever made it will be called here.
    let name: String
    let state: Joining.State
    let invitation: FriendInvitation

    /// Who made it.
    var person: PersonID { invitation.certificate.person }

    /// How it stands as far as this clock goes: what has waited until its time was over waits no
    /// more, though its maker's clock decides.
    func state(at wall: WallTime) -> Joining.State {
        let isOver = invitation.expirySeconds <= wall.milliseconds / 1000
        return state == .waiting && isOver ? .expired : state
    }
}

// The table of invitations to be friends that were typed at this device.
extension Store {
    /// All of them, latest first.
    func joiningRows() throws(StorageError) -> [JoiningRow] {
        if let known = memory.joinings { return known }
        let rows = try database.rows(
            "SELECT id, invitation, name, state FROM joinings ORDER BY id DESC", []
        ) { (row) throws(StorageError) in
            (row.integer(0), row.text(1), row.text(2), row.integer(3))
        }
        let known = rows.compactMap { (id, text, name, state) in
            FriendInvitation(text: text).map {
                JoiningRow(number: id, name: name, state: Self.state(state), invitation: $0)
            }
        }
        memory.joinings = known
        return known
    }

    /// Those by which somebody is to be called.
    func openFriendJoins() throws(StorageError) -> [OpenJoin] {
        try joiningRows().filter { $0.state == .waiting }.map {
            OpenJoin(
                certificate: $0.invitation.certificate, secret: $0.invitation.secret,
                addresses: $0.invitation.addresses)
        }
    }

    /// The one that waits and is named so in the handshake.
    func joining(by id: UInt64) throws(StorageError) -> JoiningRow? {
        try joiningRows().first {
            $0.state == .waiting && Derivation.invitationID(secret: $0.invitation.secret) == id
        }
    }

    /// Keeps one, in place of what its maker had given before and of what waits no more.
    ///
    /// - Parameter most: how many are remembered; fewer than that wait.
    func keepJoining(
        _ invitation: FriendInvitation, name: String, atMost most: Int, at wall: WallTime
    ) throws(StorageError) {
        let person = try number(of: invitation.certificate.person)
        try database.run("DELETE FROM joinings WHERE person = ?", .integer(person))
        try database.run(
            "INSERT INTO joinings (person, invitation, name, state) VALUES (?, ?, ?, ?)",
            .integer(person), .text(invitation.text), .text(name),
            .integer(Self.number(of: .waiting)))
        joiningsChanged()
        let rows = try joiningRows()
        let over = rows.filter { $0.state(at: wall) != .waiting }
        for row in over.suffix(max(rows.count - most, 0)) { try forget(row) }
    }

    /// Forgets one.
    func forget(_ joining: JoiningRow) throws(StorageError) {
        try database.run("DELETE FROM joinings WHERE id = ?", .integer(joining.number))
        joiningsChanged()
    }

    /// Forgets what `person` has made, whatever came of it.
    func forgetJoining(of person: PersonID) throws(StorageError) {
        for row in try joiningRows() where row.person == person { try forget(row) }
    }

    /// From now on one stands otherwise.
    func end(_ joining: JoiningRow, as state: Joining.State) throws(StorageError) {
        try database.run(
            "UPDATE joinings SET state = ? WHERE id = ?", .integer(Self.number(of: state)),
            .integer(joining.number))
        joiningsChanged()
    }

    /// The two became friends otherwise.
    func endJoining(of person: PersonID) throws(StorageError) {
        for row in try joiningRows() where row.person == person && row.state == .waiting {
            try end(row, as: .friend)
        }
    }

    /// Ends those that nobody answers any more: a day after its end who made one has forgotten it.
    package func endJoinings(at wall: WallTime) throws(StorageError) {
        for row in try joiningRows() where row.state == .waiting {
            let end = row.invitation.expirySeconds + Self.graceSeconds
            if end <= wall.milliseconds / 1000 { try self.end(row, as: .expired) }
        }
    }

    private func joiningsChanged() {
        memory.joinings = nil
        membersChanged()
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

    private static func state(_ number: Int64) -> Joining.State {
        switch number {
        case 0: return .waiting
        case 1: return .friend
        default: return state(of: UInt8(exactly: number).flatMap(CloseReason.init) ?? .notInvited)
        }
    }

    private static func number(of state: Joining.State) -> Int64 {
        switch state {
        case .waiting: return 0
        case .friend: return 1
        case .usedUp: return Int64(CloseReason.usedUp.rawValue)
        case .revoked: return Int64(CloseReason.revoked.rawValue)
        case .expired: return Int64(CloseReason.expired.rawValue)
        case .refused: return Int64(CloseReason.notInvited.rawValue)
        }
    }
}
