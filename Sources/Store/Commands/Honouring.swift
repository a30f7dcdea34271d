package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// An invitation that was just created, before it is encoded as text.
struct MadeInvitation {
    let number: Int
    let secret: Bytes16
    let expirySeconds: UInt64

    func shown(into group: OpenInvitation.InvitedGroup?, uses: Int) -> OpenInvitation {
        OpenInvitation(
            number: number, group: group, usesLeft: uses,
            expires: WallTime(milliseconds: expirySeconds * 1000))
    }
}

/// An invitation created by this device, as stored.
struct KnownInvitation {
    let id: UInt64
    /// The row of the audience it admits to; for an invitation to be friends, the own `friends`.
    let audience: Int64
    /// The raw value of the role that the grant gives.
    let role: UInt8
    /// The number of uses left; negative if it was revoked.
    let uses: Int64
    let expirySeconds: UInt64

    /// Returns why the invitation cannot be used any more; nil if it can.
    func refusal(at wall: WallTime) -> CloseReason? {
        if uses < 0 { return .revoked }
        if wall.milliseconds / 1000 >= expirySeconds { return .expired }
        return uses == 0 ? .usedUp : nil
    }
}

/// The inviter's side of a short line: how its bearer proves to have it, and what they get.
package struct InvitingLine: Equatable, Sendable {
    /// `Derivation.invitationKey` of its secret.
    package let key: Bytes32
    /// The reason why it lets nobody in any more; nil if it does.
    package let refusal: CloseReason?
    /// The details, without the secret, which the bearer has.
    package let details: InvitationDetails
}

/// The result for somebody who has proved knowledge of an invitation.
package enum Welcome: Equatable, Sendable {
    /// The person is a member, or was before.
    case letIn
    /// The person is a friend from now on.
    case befriended
    /// The person is refused for this reason, which is all that they learn.
    case refused(CloseReason)
}

// Creates invitations and honours those of this device. No other node knows them: an invitation's state is one row
// here.
extension Store {
    /// An expired invitation is remembered for this time, so that its bearer learns why they are refused.
    static let graceSeconds: UInt64 = 86_400

    /// Inserts a new invitation, or returns why not.
    func makeInvitation(
        into audience: AudienceRecord, granting role: UInt8, uses: Int, seconds: Int,
        at wall: WallTime
    ) throws(StorageError) -> Result<MadeInvitation, Problem> {
        guard (1...Limits.invitationUsesMax).contains(uses) else {
            return .failure(
                Problem(
                    .invalidValue,
                    "an invitation can be for 1 to \(Limits.invitationUsesMax) people"))
        }
        guard (1...Limits.invitationSecondsMax).contains(seconds) else {
            return .failure(
                Problem(.invalidValue, "an invitation can be valid for one second to 90 days"))
        }
        let expires = wall.milliseconds / 1000 + UInt64(seconds)
        guard expires <= WireLimits.expirySecondsMax else {
            return .failure(
                Problem(
                    .conflict, "this computer's clock shows a year after 2200", fix: "weft doctor"))
        }
        try forgetExpired(at: wall)
        let secret = draw("invitations") { $0.entropy.bytes16() }
        try database.run(
            """
            INSERT INTO invitations (invitation, key, audience, role, uses, expires)
            VALUES (?, ?, ?, ?, ?, ?)
            """, .integer(Int64(bitPattern: Derivation.invitationID(secret: secret))),
            .blob(Derivation.invitationKey(secret: secret).bytes), .integer(audience.number),
            .integer(Int64(role)), .integer(uses), .integer(Int64(expires)))
        return .success(
            MadeInvitation(
                number: Int(database.lastInserted), secret: secret, expirySeconds: expires))
    }

    /// Returns the keys of the invitations created by this device, by id. These include used up, revoked and recently
    /// expired ones, so that a newcomer who was disconnected can come back, and everybody else is told the reason.
    package func invitationKeys(at wall: WallTime) throws(StorageError) -> [UInt64: Bytes32] {
        let rows = try database.rows(
            "SELECT invitation, key FROM invitations WHERE expires > ? ORDER BY invitation",
            [.integer(Self.graceBegin(at: wall))]
        ) { (row) throws(StorageError) in (UInt64(bitPattern: row.integer(0)), row.bytes(1)) }
        var keys: [UInt64: Bytes32] = [:]
        for (id, key) in rows { keys[id] = Bytes32(key) }
        return keys
    }

    /// Returns the invitations that this device honours, newest first.
    func invitations(at wall: WallTime) throws(StorageError) -> [OpenInvitation] {
        let rows = try database.rows(
            """
            SELECT id, audience, role, uses, expires FROM invitations
            WHERE uses > 0 AND expires > ? ORDER BY id DESC
            """, [.integer(Int64(wall.milliseconds / 1000))]
        ) { (row) throws(StorageError) in
            (row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4))
        }
        var invitations: [OpenInvitation] = []
        for (number, audience, role, uses, expires) in rows {
            var into: OpenInvitation.InvitedGroup?
            if try self.audience(audience).kind != .friends {
                guard let granted = Grant.Role(rawValue: UInt8(clamping: role)),
                    let role = GroupRole(granted)
                else { throw .corrupt }
                let group = try self.audience(at: Place(groupInRow: audience))
                guard case .group(let name) = group else { continue }
                into = OpenInvitation.InvitedGroup(name: name, role: role)
            }
            invitations.append(
                OpenInvitation(
                    number: Int(number), group: into, usesLeft: Int(uses),
                    expires: WallTime(milliseconds: UInt64(expires) * 1000)))
        }
        return invitations
    }

    func revokeInvitation(_ number: Int) throws(StorageError) -> Answer {
        try database.run(
            "UPDATE invitations SET uses = -1 WHERE id = ? AND uses > 0", .integer(number))
        guard database.changes > 0 else {
            return .rejected(
                Problem(
                    .notFound, "there is no invitation number \(number)", fix: "weft invite ls"))
        }
        return .done(
            DoneReport(count: 1, act: nil, summary: "invitation \(number) no longer works"))
    }

    /// Admits somebody who proved knowledge of the invitation `id` to its group, or befriends them.
    package func welcome(
        _ newcomer: Certificate, by id: UInt64, at wall: WallTime
    ) throws(StorageError) -> Welcome {
        let found = try database.row(
            """
            SELECT audience, role, uses, expires FROM invitations
            WHERE invitation = ? AND expires > ? ORDER BY invitation
            """, [.integer(Int64(bitPattern: id)), .integer(Self.graceBegin(at: wall))]
        ) { row in
            KnownInvitation(
                id: id, audience: row.integer(0), role: UInt8(clamping: row.integer(1)),
                uses: row.integer(2), expirySeconds: UInt64(clamping: row.integer(3)))
        }
        guard let invitation = found, try canWrite, !(try isEnded(newcomer)) else {
            return .refused(.notInvited)
        }
        let audience = try audience(invitation.audience)
        return audience.kind == .friends
            ? try befriend(newcomer, by: invitation, at: wall)
            : try letIn(newcomer, by: invitation, to: audience, at: wall)
    }

    /// Returns the invitation into a group that the bearer of a line asks for; nil if there is none, which includes
    /// invitations to be friends and, a day after they ended, those that ended.
    ///
    /// - Parameter addresses: the addresses of this device.
    package func line(
        _ id: UInt64, addresses: [String], at wall: WallTime
    ) throws(StorageError) -> InvitingLine? {
        let found = try database.row(
            """
            SELECT key, audience, role, uses, expires FROM invitations
            WHERE invitation = ? AND expires > ? ORDER BY invitation
            """, [.integer(Int64(bitPattern: id)), .integer(Self.graceBegin(at: wall))]
        ) { (row) in
            (
                key: row.bytes(0),
                invitation: KnownInvitation(
                    id: id, audience: row.integer(1), role: UInt8(clamping: row.integer(2)),
                    uses: row.integer(3), expirySeconds: UInt64(clamping: row.integer(4)))
            )
        }
        guard let found else { return nil }
        guard let key = Bytes32(found.key) else { throw .corrupt }
        let audience = try audience(found.invitation.audience)
        guard audience.kind != .friends, let group = try record(of: audience) else { return nil }
        return InvitingLine(
            key: key, refusal: found.invitation.refusal(at: wall),
            details: InvitationDetails(
                secret: .zero, audience: audience.name, founder: audience.founder,
                expirySeconds: found.invitation.expirySeconds, name: group.name,
                addresses: addresses))
    }

    /// Counts one use of the invitation.
    func use(_ invitation: KnownInvitation) throws(StorageError) {
        try database.run(
            "UPDATE invitations SET uses = uses - 1 WHERE invitation = ? AND uses > 0",
            .integer(Int64(bitPattern: invitation.id)))
    }

    private func forgetExpired(at wall: WallTime) throws(StorageError) {
        try database.run(
            "DELETE FROM invitations WHERE expires <= ?", .integer(Self.graceBegin(at: wall)))
    }

    private static func graceBegin(at wall: WallTime) -> Int64 {
        let seconds = wall.milliseconds / 1000
        return Int64(clamping: seconds - min(seconds, graceSeconds))
    }
}
