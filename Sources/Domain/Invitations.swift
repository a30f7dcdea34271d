package import CRDT
package import Primitives

/// An invitation that this device honours until it is used up or expires.
package struct OpenInvitation: Equatable, Sendable {
    /// The number that identifies it here, for revocation.
    package var number: Int
    /// The group that it admits people to; nil for an invitation to be friends.
    package var group: InvitedGroup?
    /// The number of uses left.
    package var usesLeft: Int
    package var expires: WallTime

    /// The group, by this person's name for it, and the role of those it admits.
    package struct InvitedGroup: Equatable, Sendable {
        package var name: String
        package var role: GroupRole

        /// Creates the target: the group `name`, as `role`.
        package init(name: String, role: GroupRole) {
            self.name = name
            self.role = role
        }
    }

    /// Creates a value from all fields, in declaration order.
    package init(number: Int, group: InvitedGroup?, usesLeft: Int, expires: WallTime) {
        self.number = number
        self.group = group
        self.usesLeft = usesLeft
        self.expires = expires
    }
}

/// An invitation that was just created.
package struct NewInvitation: Equatable, Sendable {
    package var invitation: OpenInvitation
    /// The text to pass on (`Wire.Invitation` or `Wire.FriendInvitation`). It contains a secret: anyone who has it may
    /// use it.
    package var text: String
    /// The same for a group in at most 120 characters (`Wire.ShortInvitation`), as secret. It works while this node is up
    /// and reached; nil for an invitation to be friends, and if no address fits in.
    package var line: String?

    /// Creates a new invitation with its text.
    package init(_ invitation: OpenInvitation, text: String, line: String? = nil) {
        self.invitation = invitation
        self.text = text
        self.line = line
    }
}

/// A friend invitation that this device was given, and its state.
package struct Joining: Equatable, Sendable {
    /// The person who made it.
    package var person: PersonID
    /// The name they will have here.
    package var name: String
    package var state: State
    /// The time when it expires, according to the invitation.
    package var expires: WallTime

    /// Creates a value from all fields, in declaration order.
    package init(person: PersonID, name: String, state: State, expires: WallTime) {
        self.person = person
        self.name = name
        self.state = state
        self.expires = expires
    }

    /// The raw value is part of the API.
    package enum State: String, CaseIterable, Sendable {
        /// The device that honours it has not been connected since.
        case waiting
        /// The two are friends.
        case friend
        /// It has been used as often as it allows.
        case usedUp = "used_up"
        /// Its maker revoked it.
        case revoked
        case expired
        /// It was refused for another reason, which its maker does not disclose.
        case refused
    }
}
