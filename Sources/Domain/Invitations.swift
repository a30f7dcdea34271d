package import CRDT
package import Primitives

/// An invitation that this device honours until it is used up or expires.
package struct OpenInvitation: Equatable, Sendable {
    /// Names it here, for revoking.
    package var number: Int
    /// Where who comes by it is let in; nil for one to be friends.
    package var group: InvitedInto?
    /// How many may still come.
    package var usesLeft: Int
    package var expires: WallTime

    /// A group, as the person calls it, and what who comes may do there.
    package struct InvitedInto: Equatable, Sendable {
        package var name: String
        package var role: GroupRole

        /// The group `name`, as `role`.
        package init(name: String, role: GroupRole) {
            self.name = name
            self.role = role
        }
    }

    /// All fields, in the order above.
    package init(number: Int, group: InvitedInto?, usesLeft: Int, expires: WallTime) {
        self.number = number
        self.group = group
        self.usesLeft = usesLeft
        self.expires = expires
    }
}

/// An invitation that was just made.
package struct NewInvitation: Equatable, Sendable {
    package var invitation: OpenInvitation
    /// What to pass on: `Wire.Invitation` or `Wire.FriendInvitation`. Names a secret: whoever has it
    /// may come.
    package var text: String

    /// `invitation`, passed on as `text`.
    package init(_ invitation: OpenInvitation, text: String) {
        self.invitation = invitation
        self.text = text
    }
}

/// An invitation to be friends that this device was given, and how it stands.
package struct Joining: Equatable, Sendable {
    /// Who made it.
    package var person: PersonID
    /// What he will be called here.
    package var name: String
    package var state: State
    /// Until when it is honoured, as it says.
    package var expires: WallTime

    /// All fields, in the order above.
    package init(person: PersonID, name: String, state: State, expires: WallTime) {
        self.person = person
        self.name = name
        self.state = state
        self.expires = expires
    }

    /// The raw value is what programs test.
    package enum State: String, CaseIterable, Sendable {
        /// The device that honours it has not been met since.
        case waiting
        /// The two are friends.
        case friend
        /// As many have come by it as it was for.
        case usedUp = "used_up"
        /// Whoever made it honours it no longer.
        case revoked
        case expired
        /// For some other reason; he does not say which.
        case refused
    }
}
