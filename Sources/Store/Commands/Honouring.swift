package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// An invitation that was just made, before it becomes text.
struct MadeInvitation {
    let number: Int
    let secret: Bytes16
    let expirySeconds: UInt64

    func shown(into group: OpenInvitation.InvitedInto?, uses: Int) -> OpenInvitation {
        OpenInvitation(
            number: number, group: group, usesLeft: uses,
            expires: WallTime(milliseconds: expirySeconds * 1000))
    }
}

/// An invitation that this device has made, as its table has it.
struct KnownInvitation {
    let id: UInt64
    /// The row of the audience that it lets into; that of friends for one to be friends.
    let audience: Int64
    /// The raw value of the grant that who comes by it is given.
    let role: UInt8
    /// How many may still come; below zero if it was revoked.
    let uses: Int64
    let expirySeconds: UInt64

    /// Why nobody comes by it any more; nil if somebody may.
    func refusal(at wall: WallTime) -> CloseReason? {
        if uses < 0 { return .revoked }
        if wall.milliseconds / 1000 >= expirySeconds { return .expired }
        return uses == 0 ? .usedUp : nil
    }
}

/// What becomes of somebody who has proved that he knows an invitation.
package enum Welcome: Equatable, Sendable {
    /// He is in, or was before.
    case letIn
    /// He is a friend from now on.
    case befriended
    /// The reason that he is told, and all that he learns.
    case refused(CloseReason)
}

// Invitations: making them, and honouring those of this device. Nobody else knows of them, and nobody
// else can: what one is worth stands in one row here.
extension Store {
    /// So long after its end an invitation is known, so that who comes by it hears why he is refused.
    static let graceSeconds: UInt64 = 86_400

    /// A new row, or why there is none.
    func makeInvitation(
        into audience: AudienceRecord, granting role: UInt8, uses: Int, seconds: Int,
        at wall: WallTime
    ) throws(StorageError) -> Result<MadeInvitation, Problem> {
        guard (1...Limits.invitationUsesMax).contains(uses) else {
            return .failure(
                Problem(
                    .invalidValue, "an invitation is for 1 to \(Limits.invitationUsesMax) people"))
        }
        guard (1...Limits.invitationSecondsMax).contains(seconds) else {
            return .failure(
                Problem(.invalidValue, "an invitation is honoured for a second to 90 days"))
        }
        let expires = wall.milliseconds / 1000 + UInt64(seconds)
        guard expires <= WireLimits.expirySecondsMax else {
            return .failure(
                Problem(
                    .conflict, "this machine's clock shows a year beyond 2200", fix: "weft doctor"))
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

    /// The keys of the invitations that this device has made, by their ids. One that is used up,
    /// revoked or just expired is among them: who came by it and was cut off may come back, and
    /// everybody else is told.
    package func invitationKeys(at wall: WallTime) throws(StorageError) -> [UInt64: Bytes32] {
        let rows = try database.rows(
            "SELECT invitation, key FROM invitations WHERE expires > ? ORDER BY invitation",
            [.integer(Self.graceBegin(at: wall))]
        ) { (row) throws(StorageError) in (UInt64(bitPattern: row.integer(0)), row.bytes(1)) }
        var keys: [UInt64: Bytes32] = [:]
        for (id, key) in rows { keys[id] = Bytes32(key) }
        return keys
    }

    /// The invitations that this device honours, newest first.
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
            var into: OpenInvitation.InvitedInto?
            if try self.audience(audience).kind != .friends {
                guard let granted = Grant.Role(rawValue: UInt8(clamping: role)),
                    let role = GroupRole(granted)
                else { throw .corrupt }
                let group = try self.audience(at: Place(groupInRow: audience))
                guard case .group(let name) = group else { continue }
                into = OpenInvitation.InvitedInto(name: name, role: role)
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
            DoneReport(count: 1, act: nil, summary: "invitation \(number) is honoured no longer"))
    }

    /// Lets in, or makes a friend of, who proved that he knows the invitation `id`.
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

    /// Somebody has come by it.
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
