/// The table of who may write what, by operation, audience and role. docs/reference/authority.md shows it, and a test
/// compares the two.
///
/// A delta that holds an operation which the role of its chain may not write is void as a whole, for
/// everybody alike.
package enum Permission {
    /// An operation, reduced to what matters for permission.
    package enum Action: Hashable, Sendable {
        case open
        case certify
        case decertify
        /// Gives somebody this role.
        case grant(Grant.Role)
        /// Ends a grant. Reaches the roles that its writer may give (`reaches`).
        case cut
        /// Ends the grant by which the writer itself writes (`Cut.isLeave`).
        case leave
        case rotate
        case admit
        /// Declares parts of one of the person's own chains dead.
        case checkpoint
        /// One of five ways to change an object that is not a reaction.
        case create
        case write
        case add
        case remove
        case withdraw
        /// Any of the five on the writer's own reaction, comment or report.
        case react
        case place
        /// An operation of a newer version, which is stored and relayed without effect.
        case unknown

        /// The action that `operation` is when it concerns `subject`. Never `leave`: that depends on the
        /// grant of the chain, which the second `allows` takes into account.
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

    /// The sort of object that an operation changes; ignored for operations that change none.
    package enum Subject: Sendable {
        case thing
        /// A reaction or a comment; Domain knows the kinds.
        case reaction
    }

    /// Whether a chain of `role` may write `action` in an audience of `kind` (the number in Domain).
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

    /// Whether a chain of `role` that writes by the grant `right` (0 if it needs none) may write `operation`:
    /// by its action, or as a leave.
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

    /// Whether a cut by a chain of `role` can end a grant of `granted`: a role that may be given may be
    /// ended.
    package static func reaches(
        _ granted: Grant.Role, from role: Standing.Role, in kind: UInt8
    ) -> Bool {
        allows(.cut, to: role, in: kind) && allows(.grant(granted), to: role, in: kind)
    }

    // MARK: The table

    // Short names, so that the table below reads as one.
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
        // Columns: private, friends, public, groups, direct audiences.
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

        // The role `none` gets a bit that no row contains.
        init(_ role: Standing.Role) {
            rawValue = 1 << role.rawValue
        }
    }
}

extension Cut {
    /// Whether this cut is a leave in a chain that writes by the grant `right`. A cut of the chain's own
    /// grant that names lengths is not.
    func isLeave(of right: UInt64) -> Bool { right != 0 && grant == right && chains.isEmpty }
}
