import CRDT
import Domain
package import Primitives
import Sodium
import Wire

/// A row of `joinings`: an invitation to be friends that was typed at this device.
struct JoiningRow {
    let number: Int64
    /// The name that the inviter will have here.
    let name: String
    let state: Joining.State
    let invitation: FriendInvitation

    /// The person who made the invitation.
    var person: PersonID { invitation.certificate.person }

    /// Returns the state by this device's clock. An invitation that still waits after its expiry counts
    /// as expired, although the maker's clock decides.
    func state(at wall: WallTime) -> Joining.State {
        let isOver = invitation.expirySeconds <= wall.milliseconds / 1000
        return state == .waiting && isOver ? .expired : state
    }
}

// The table of invitations to be friends that were typed at this device.
extension Store {
    /// Returns all rows, latest first.
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

    /// Returns the waiting joinings, whose makers are to be dialled.
    func openFriendJoins() throws(StorageError) -> [OpenJoin] {
        try joiningRows().filter { $0.state == .waiting }.map {
            OpenJoin(
                certificate: $0.invitation.certificate, secret: $0.invitation.secret,
                addresses: $0.invitation.addresses)
        }
    }

    /// Returns the waiting joining that the handshake names by this id.
    func joining(by id: UInt64) throws(StorageError) -> JoiningRow? {
        try joiningRows().first {
            $0.state == .waiting && Derivation.invitationID(secret: $0.invitation.secret) == id
        }
    }

    /// Stores a joining. It replaces an earlier one of the same inviter and, if there are too many rows,
    /// old ones that no longer wait.
    ///
    /// - Parameter most: the number of rows kept; fewer than that wait.
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

    /// Deletes a joining.
    func forget(_ joining: JoiningRow) throws(StorageError) {
        try database.run("DELETE FROM joinings WHERE id = ?", .integer(joining.number))
        joiningsChanged()
    }

    /// Deletes the joining for the invitation of `person`, whatever its state.
    func forgetJoining(of person: PersonID) throws(StorageError) {
        for row in try joiningRows() where row.person == person { try forget(row) }
    }

    /// Sets the state of a joining.
    func end(_ joining: JoiningRow, as state: Joining.State) throws(StorageError) {
        try database.run(
            "UPDATE joinings SET state = ? WHERE id = ?", .integer(Self.number(of: state)),
            .integer(joining.number))
        joiningsChanged()
    }

    /// Ends a waiting joining after the two became friends in another way.
    func endJoining(of person: PersonID) throws(StorageError) {
        for row in try joiningRows() where row.person == person && row.state == .waiting {
            try end(row, as: .friend)
        }
    }

    /// Ends the joinings that no maker answers any more: a day after the expiry the maker has deleted the
    /// invitation.
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

    /// Returns the state of an invitation that was refused for this reason.
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
