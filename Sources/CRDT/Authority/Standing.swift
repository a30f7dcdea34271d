/// What one chain may do in its audience, and how much of it counts.
package struct Standing: Equatable, Sendable {
    /// By which right it writes.
    package let role: Role
    /// Deltas that count: those with a smaller sequence; `UInt64.max` if nothing ends the chain.
    /// 0 exactly if the role is `none`.
    package let length: UInt64

    /// Nothing of the chain counts: it has no right that is held, or its right ended before it.
    package static let none = Standing()

    /// The first `length` deltas count by `role`; `none` if that is none of them.
    package init(_ role: Role, length: UInt64) {
        self.role = length == 0 ? .none : role
        self.length = role == .none ? 0 : length
    }

    private init() {
        role = .none
        length = 0
    }

    /// The delta `sequence` counts.
    package func covers(_ sequence: UInt64) -> Bool { sequence < length }

    /// What a chain is in an audience; docs/authority.md says what each may do.
    package enum Role: UInt8, CaseIterable, Sendable {
        /// Nothing of it counts.
        case none
        /// A device of the person whose audience it is, or who founded it.
        case founder
        /// A device of whom the founder, or the heir before, handed a group over to.
        case heir
        /// Of groups.
        case owner
        case editor
        case viewer
        /// Of `friends` and `public`.
        case friend
        /// Of direct audiences: a person named by the founder.
        case member

        /// What a grant of `role` makes of a chain in an audience of `kind`; nil if it says
        /// nothing there.
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

        /// The role in the grant that makes it; nil for those that no grant makes.
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
