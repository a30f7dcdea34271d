/// Who may write what: one table of operation, audience and role, which docs/authority.md shows and
/// a test compares.
///
/// A delta that holds an operation which the role of its chain may not write is void as a whole,
/// for everybody alike.
package enum Permission {
    /// An operation, as far as it matters to who may write it.
    package enum Action: Hashable, Sendable {
        case open
        case certify
        case decertify
        /// Giving somebody this role.
        case grant(Grant.Role)
        /// Ending a grant. Whose it reaches: those its writer may give (`reaches`).
        case cut
        /// Ending the grant by which one writes oneself (`Cut.isLeave`).
        case leave
        case rotate
        case admit
        /// Of an own chain.
        case checkpoint
        /// The five ways to change an object of one's own that is no reaction.
        case create
        case write
        case add
        case remove
        case withdraw
        /// Any of the five, on a like, a dislike, a comment or a report of one's own.
        case react
        case place
        /// Of a newer version: kept and relayed, without effect.
        case unknown

        /// What `operation` does if it concerns `subject`. Never `leave`: that takes to know by
        /// which grant it is written, as the other `allows` does.
        package init(_ operation: Operation, on subject: Subject) {
            switch operation {
            case .open: self = .open
            case .certify: self = .certify
            case .decertify: self = .decertify
            case .grant(let grant): self = .grant(grant.role)
            case .cut: self = .cut
            case .rotate: self = .rotate
            case .admit: self = .admit
            case .checkpoint: self = .checkpoint
            case .create: self = subject == .reaction ? .react : .create
            case .write: self = subject == .reaction ? .react : .write
            case .add: self = subject == .reaction ? .react : .add
            case .remove: self = subject == .reaction ? .react : .remove
            case .withdraw: self = subject == .reaction ? .react : .withdraw
            case .place: self = .place
            case .unknown: self = .unknown
            }
        }
    }

    /// What sort of object an operation changes; of no account for those that change none.
    package enum Subject: Sendable {
        case thing
        /// A like, a dislike or a comment: Domain knows the kinds.
        case reaction
    }

    /// A chain of `role` may write `action` in an audience of `kind` (Domain's number).
    package static func allows(
        _ action: Action, to role: Standing.Role, in kind: UInt8
    ) -> Bool {
        let row = row(action)
        let roles: Roles
        switch kind {
        case 1: roles = row.private
        case 2: roles = row.friends
        case 3: roles = row.public
        case 4: roles = row.group
        case 5: roles = row.direct
        default: roles = nobody
        }
        return roles.contains(Roles(role))
    }

    /// A chain of `role` that writes by the grant `right`, 0 if it needs none, may write
    /// `operation`: what its action allows, and to leave.
    package static func allows(
        _ operation: Operation, on subject: Subject, to role: Standing.Role, by right: UInt64,
        in kind: UInt8
    ) -> Bool {
        if case .cut(let cut) = operation, cut.isLeave(of: right),
            allows(.leave, to: role, in: kind)
        {
            return true
        }
        return allows(Action(operation, on: subject), to: role, in: kind)
    }

    /// A cut by a chain of `role` ends a grant of `granted`: who may give it may end it.
    package static func reaches(
        _ granted: Grant.Role, from role: Standing.Role, in kind: UInt8
    ) -> Bool {
        allows(.cut, to: role, in: kind) && allows(.grant(granted), to: role, in: kind)
    }

    // MARK: The table

    // Short, so that the table below can be read as one.
    private static let nobody: Roles = []
    private static let own: Roles = [.founder]
    private static let friends: Roles = [.founder, .friend]
    private static let named: Roles = [.founder, .member]
    private static let heads: Roles = [.founder, .heir]
    private static let owners: Roles = [.founder, .heir, .owner]
    private static let editors: Roles = [.founder, .heir, .owner, .editor]
    private static let viewers: Roles = [.founder, .heir, .owner, .editor, .viewer]
    private static let guests: Roles = [.friend]
    private static let appointed: Roles = [.owner, .editor, .viewer]
    private static let invited: Roles = [.member]

    private typealias Row = (
        private: Roles, friends: Roles, public: Roles, group: Roles, direct: Roles
    )

    private static func row(_ action: Action) -> Row {
        switch action {
        // Of private, friends, public, groups, direct audiences.
        case .open: (own, friends, friends, viewers, named)
        case .certify: (own, friends, friends, viewers, named)
        case .decertify: (own, friends, friends, viewers, named)
        case .grant(.heir): (nobody, nobody, nobody, heads, nobody)
        case .grant(.owner): (nobody, nobody, nobody, heads, nobody)
        case .grant(.editor): (nobody, nobody, nobody, owners, own)
        case .grant(.viewer): (nobody, nobody, nobody, owners, nobody)
        case .grant(.friend): (nobody, own, own, nobody, nobody)
        case .cut: (nobody, own, own, owners, nobody)
        case .leave: (nobody, guests, guests, appointed, invited)
        case .rotate: (own, own, nobody, viewers, named)
        case .admit: (own, own, nobody, viewers, named)
        case .checkpoint: (own, friends, friends, viewers, named)
        case .create: (own, own, own, editors, named)
        case .write: (own, own, own, editors, named)
        case .add: (own, own, own, editors, named)
        case .remove: (own, own, own, editors, named)
        case .withdraw: (nobody, own, own, editors, named)
        case .react: (own, friends, friends, viewers, named)
        case .place: (own, nobody, nobody, nobody, nobody)
        case .unknown: (own, friends, friends, viewers, named)
        }
    }

    private struct Roles: OptionSet {
        let rawValue: UInt8

        static let founder = Roles(.founder)
        static let heir = Roles(.heir)
        static let owner = Roles(.owner)
        static let editor = Roles(.editor)
        static let viewer = Roles(.viewer)
        static let friend = Roles(.friend)
        static let member = Roles(.member)

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        // `none` has no bit of its own that a row could hold.
        init(_ role: Standing.Role) {
            rawValue = 1 << role.rawValue
        }
    }
}

extension Cut {
    /// In a chain that writes by the grant `right` it says: I leave. A cut of the own grant that
    /// names lengths is none.
    func isLeave(of right: UInt64) -> Bool { right != 0 && grant == right && chains.isEmpty }
}
