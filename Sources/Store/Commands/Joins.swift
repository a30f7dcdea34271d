package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// An entered invitation whose maker is dialled until they have let this person in or refused.
package struct OpenJoin: Equatable, Sendable {
    /// The certificate of the device that created the invitation.
    package let certificate: Certificate
    package let secret: Bytes16
    /// The addresses of that device.
    package let addresses: [String]

    /// The id that names the invitation in the handshake.
    package var id: UInt64 { Derivation.invitationID(secret: secret) }
}

// The invitations, to groups and to be friends, that links are made for.
extension Store {
    /// Returns the invitations by which this person has not been let in yet.
    package func openJoins() throws(StorageError) -> [OpenJoin] {
        let groups = try groups().filter { !$0.hasLeft }.compactMap(\.invitation).map {
            OpenJoin(
                certificate: $0.certificate, secret: $0.secret, addresses: $0.addresses)
        }
        return try groups + openFriendJoins()
    }

    /// Records that the maker has let this person in; they become a member when the grant arrives.
    package func beWelcome(by invitation: UInt64) throws(StorageError) {
        for group in try groups() where group.isJoined(by: invitation) {
            memory.welcomed.insert(group.audience.number)
            membersChanged()
        }
    }

    /// Records that the maker does not let this person in.
    package func beRefused(
        by invitation: UInt64, because reason: CloseReason, at wall: WallTime
    ) throws(StorageError) {
        guard try canWrite else { return }
        try beRefusedFriend(by: invitation, because: reason)
        for group in try groups() where group.isJoined(by: invitation) {
            try write([], to: Schema.Membership.invitation, of: group, at: wall)
            try setRefusal(reason, of: group.audience)
            guard !(try isIn(group.audience)) else { continue }
            try write(Leaving.bytes([]), to: Schema.Membership.left, of: group, at: wall)
        }
    }

    /// Records why a group did not admit this person; nil where they try again.
    func setRefusal(
        _ reason: CloseReason?, of group: AudienceRecord
    ) throws(StorageError) {
        try set(Self.refusalSetting(of: group), to: reason.map { [$0.rawValue] } ?? [])
    }

    /// Returns why a group did not admit this person by the last invitation; nil if it did, or none was used.
    func refusal(of group: AudienceRecord) throws(StorageError) -> CloseReason? {
        try setting(Self.refusalSetting(of: group))?.first.flatMap(CloseReason.init)
    }

    private static func refusalSetting(of group: AudienceRecord) -> String {
        "refusal \(group.number)"
    }
}
