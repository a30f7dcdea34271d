package import Primitives

/// People who keep a collection together, each in a role.
package struct Group: Equatable, Sendable {
    /// BLAKE2b-256 of its first rotation: what all members call it.
    package var id: Bytes32
    /// What this person calls it.
    package var name: String
    /// What it is for, as its members say; empty if none has said it.
    package var description: String
    /// Who made it.
    package var founder: Author
    /// What this person may do there; nil if he is no member, or has not heard yet that he is.
    package var role: GroupRole?
    /// How it stands with this person.
    package var state: State
    /// Its members, as far as is known.
    package var memberCount: Int
    /// Things that are there and not in the trash.
    package var linkCount: Int
    /// Why he was not let in by the invitation by which he came last, as far as it was heard since the
    /// node started.
    package var refusal: Joining.State?

    /// All fields, in the order above.
    package init(
        id: Bytes32, name: String, description: String = "", founder: Author, role: GroupRole?,
        state: State, memberCount: Int, linkCount: Int, refusal: Joining.State? = nil
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.founder = founder
        self.role = role
        self.state = state
        self.memberCount = memberCount
        self.linkCount = linkCount
        self.refusal = refusal
    }

    /// How a person stands to a group; the raw value is what programs read.
    package enum State: String, CaseIterable, Sendable {
        /// Invited, and nobody who could let him in has been met since.
        case joining
        case member
        /// He left, or was not let in: what came is here, and nothing more comes.
        case left
        /// He was removed, or the group was dissolved: as if he had left.
        case removed
    }
}

/// What is to be otherwise of a group; nil leaves it.
package struct GroupChange: Equatable, Sendable {
    /// What this person calls it.
    package var name: String?
    /// What it is for, to all its members; empty takes it away.
    package var description: String?

    /// The fields in their order.
    package init(name: String? = nil, description: String? = nil) {
        self.name = name
        self.description = description
    }
}

/// What a member of a group may do; docs/authority.md has the whole of it. The raw value is what
/// people type.
package enum GroupRole: String, CaseIterable, Comparable, Sendable {
    /// Reads.
    case viewer
    /// Also adds, changes and removes what is there.
    case editor
    /// Also lets in and removes editors and viewers.
    case owner
    /// Also appoints owners, and hands over; the founder or his heir, one at a time.
    case head

    /// Those that somebody can be invited as or given.
    package static let given: [GroupRole] = [.viewer, .editor, .owner]

    package static func < (left: GroupRole, right: GroupRole) -> Bool {
        let order = GroupRole.allCases
        return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
}

/// Somebody in a group.
package struct GroupMember: Equatable, Sendable {
    /// The person, by the pet name given here, else as he was introduced.
    package var author: Author
    package var role: GroupRole
    /// His devices that may read what is there.
    package var deviceCount: Int
    /// A link to one of them is open now.
    package var isConnected: Bool
    /// When a link to one of them was last open; nil if never.
    package var lastSeen: WallTime?

    /// All fields, in the order above.
    package init(
        author: Author, role: GroupRole, deviceCount: Int, isConnected: Bool, lastSeen: WallTime?
    ) {
        self.author = author
        self.role = role
        self.deviceCount = deviceCount
        self.isConnected = isConnected
        self.lastSeen = lastSeen
    }
}
