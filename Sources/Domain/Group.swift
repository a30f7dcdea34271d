package import Primitives

/// People who share a collection, each in a role.
package struct Group: Equatable, Sendable {
    /// The id shared by all members: BLAKE2b-256 of the first rotation.
    package var id: Bytes32
    /// The name this person gives it.
    package var name: String
    /// The description by its members; empty if there is none.
    package var description: String
    /// The person who created it.
    package var founder: Author
    /// This person's role; nil if they are no member, or do not know yet that they are one.
    package var role: GroupRole?
    /// This person's relation to the group.
    package var state: State
    /// The number of known members.
    package var memberCount: Int
    /// The number of things in the group that are not in the trash.
    package var linkCount: Int
    /// The reason why this person's latest invitation was refused, as far as the node has been told since it started.
    package var refusal: Joining.State?

    /// Creates a value from all fields, in declaration order.
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

    /// A person's relation to a group. The raw value is part of the API.
    package enum State: String, CaseIterable, Sendable {
        /// Invited; no peer that could admit them has been connected since.
        case joining
        case member
        /// They left, or were not admitted: what was received stays, and nothing more is received.
        case left
        /// They were removed, or the group was dissolved; otherwise like `left`.
        case removed
    }
}

/// A change to a group; nil leaves a field as it is.
package struct GroupChange: Equatable, Sendable {
    /// The name this person gives it.
    package var name: String?
    /// The description, for all members; empty removes it.
    package var description: String?

    /// Creates a value from all fields, in declaration order.
    package init(name: String? = nil, description: String? = nil) {
        self.name = name
        self.description = description
    }
}

/// A member's role in a group; docs/reference/authority.md describes roles in full. The raw value is what people type.
package enum GroupRole: String, CaseIterable, Comparable, Sendable {
    /// May read.
    case viewer
    /// May also add, change and remove things.
    case editor
    /// May also admit and remove editors and viewers.
    case owner
    /// May also appoint owners and hand the group over; the founder or their heir, one at a time.
    case head

    /// The roles that a person can be invited as or given.
    package static let given: [GroupRole] = [.viewer, .editor, .owner]

    package static func < (left: GroupRole, right: GroupRole) -> Bool {
        let order = GroupRole.allCases
        return order.firstIndex(of: left) ?? 0 < order.firstIndex(of: right) ?? 0
    }
}

/// A member of a group.
package struct GroupMember: Equatable, Sendable {
    /// The person, by the pet name given here, else by the name they were introduced with.
    package var author: Author
    package var role: GroupRole
    /// The number of their devices that may read the group.
    package var deviceCount: Int
    /// Whether a link to one of them is open now.
    package var isConnected: Bool
    /// The time when a link to one of them was last open; nil if never.
    package var lastSeen: WallTime?

    /// Creates a value from all fields, in declaration order.
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
