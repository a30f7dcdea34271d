/// The role of one chain in its audience, and how much of the chain counts.
package struct Standing: Equatable, Sendable {
    /// The role by which the chain writes.
    package let role: Role
    /// The number of deltas that count, from the first; `UInt64.max` if nothing ends the chain. 0 exactly if
    /// the role is `none`.
    package let length: UInt64

    /// The standing of a chain of which nothing counts: its right is not held or ended before it began.
    package static let none = Standing()

    /// Lets the first `length` deltas count by `role`; equals `none` if either says that nothing counts.
    package init(_ role: Role, length: UInt64) {
        self.role = length == 0 ? .none : role
        self.length = role == .none ? 0 : length
    }

    private init() {
        role = .none
        length = 0
    }

    /// Whether the delta `sequence` counts.
    package func covers(_ sequence: UInt64) -> Bool { sequence < length }

    /// The role of a chain in an audience; docs/reference/authority.md says what each may do.
    package enum Role: UInt8, CaseIterable, Sendable {
        /// The chain has no standing.
        case none
        /// A device of the person who owns or founded the audience.
        case founder
        /// A device of a person to whom the founder, or the heir before, handed a group over.
        case heir
        /// In groups, like the two cases below.
        case owner
        case editor
        case viewer
        /// In `friends` and `public`.
        case friend
        /// In direct audiences: the person whom the founder named.
        case member

        /// The role that a grant of `role` gives a chain in an audience of `kind`; nil if such a grant has no
        /// effect there.
        init?(_ role: Grant.Role, in kind: UInt8) {
            switch (kind, role) {
            case (2...3, .friend): self = .friend
            case (4, .viewer): self = .viewer
            case (4, .editor): self = .editor
            case (4, .owner): self = .owner
            case (4, .heir): self = .heir
            case (5, .editor): self = .member
            default: return nil
            }
        }

        /// The role in the grant that makes this one; nil for roles that no grant makes.
        var granted: Grant.Role? {
            switch self {
            case .none, .founder: nil
            case .heir: .heir
            case .owner: .owner
            case .editor, .member: .editor
            case .viewer: .viewer
            case .friend: .friend
            }
        }
    }
}
