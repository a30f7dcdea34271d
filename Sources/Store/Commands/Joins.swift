package import CRDT
import Domain
package import Primitives
import Sodium
package import Wire

/// Somebody who is to be called by an invitation of his, until he has let this person in or refused.
package struct OpenJoin: Equatable, Sendable {
    /// Of the device that made it.
    package let certificate: Certificate
    package let secret: Bytes16
    /// Where that device was.
    package let addresses: [String]

    /// By what it is named in the handshake.
    package var id: UInt64 { Derivation.invitationID(secret: secret) }
}

// What this person was invited by, into groups and to be friends, as the links that are made by it
// need it.
extension Store {
    /// By what he calls, and has not been let in since.
    package func openJoins() throws(StorageError) -> [OpenJoin] {
        let groups = try groups().filter { !$0.hasLeft }.compactMap(\.invitation).map {
            OpenJoin(
                certificate: $0.certificate, secret: $0.secret, addresses: $0.addresses)
        }
        return try groups + openFriendJoins()
    }

    /// Whoever was asked has let this person in: he is a member as soon as the grant comes.
    package func beWelcome(by invitation: UInt64) throws(StorageError) {
        for group in try groups() where group.isJoined(by: invitation) {
            memory.welcomed.insert(group.audience.number)
            membersChanged()
        }
    }

    /// Whoever was asked does not let this person in.
    package func beRefused(
        by invitation: UInt64, because reason: CloseReason, at wall: WallTime
    ) throws(StorageError) {
        guard try canWrite else { return }
        try beRefusedFriend(by: invitation, because: reason)
        for group in try groups() where group.isJoined(by: invitation) {
            try write([], to: Schema.Membership.invitation, of: group, at: wall)
            memory.refusals[group.audience.number] = reason
            guard !(try isIn(group.audience)) else { continue }
            try write(Leaving.bytes([]), to: Schema.Membership.left, of: group, at: wall)
        }
    }
}
