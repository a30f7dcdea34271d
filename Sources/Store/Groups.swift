package import CRDT
import Domain
import Primitives
package import Wire

// Groups as this person stands to them: objects in `private`, so that all his devices know. Who is
// in a group is said in the group itself.
extension Store {
    /// A group this person is in, joins, or was in.
    package struct GroupRecord: Equatable, Sendable {
        /// The row of its object.
        let row: Int64
        /// Where its deltas are.
        package let audience: AudienceRecord
        /// What this person calls it.
        package let name: String
        /// By what he joins it; nil once he is in.
        package let invitation: Invitation?
        /// He left.
        let hasLeft: Bool
        /// The grants that he ended by that.
        let grantsLeft: [UInt64]

        /// He left, and nothing of it is taken in any more. Who left while he waited to be let in may
        /// have been let in by then: until he hears that, and can say that he has gone, he listens.
        var isOver: Bool { hasLeft && invitation == nil }

        /// He comes by the invitation with this id, and has not been let in.
        func isJoined(by id: UInt64) -> Bool {
            guard let invitation, !hasLeft else { return false }
            return Derivation.invitationID(secret: invitation.secret) == id
        }
    }

    /// Every group and direct audience this person has had to do with, by object.
    package func groups() throws(StorageError) -> [GroupRecord] {
        if let known = memory.groups { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 6 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0
            ORDER BY object
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var groups: [GroupRecord] = []
        for number in numbers {
            guard let state = try object(row: number)?.state, let group = try group(number, state),
                !groups.contains(where: { $0.audience.name == group.audience.name })
            else { continue }
            groups.append(group)
        }
        memory.groups = groups
        return groups
    }

    private func group(
        _ row: Int64, _ state: ObjectState
    ) throws(StorageError) -> GroupRecord? {
        let value = { (field: Field) in state.register(field)?.shown?.value ?? [] }
        let audience = value(Schema.Membership.audience)
        guard let audience = AudienceName(bytes: audience), audience.id != nil,
            AudienceKind(rawValue: audience.kind) != nil,
            let founder = Bytes32(value(Schema.Membership.founder))
        else { return nil }
        let text = String(decoding: value(Schema.Membership.invitation), as: UTF8.self)
        let left = Leaving.grants(value(Schema.Membership.left))
        return GroupRecord(
            row: row, audience: try self.audience(audience, by: PersonID(founder)),
            name: String(decoding: value(Schema.Membership.name), as: UTF8.self),
            invitation: Invitation(text: text),
            hasLeft: left != nil, grantsLeft: left ?? [])
    }

    /// Those that a person calls groups, by row.
    func namedGroups() throws(StorageError) -> [GroupRecord] {
        try groups().filter { $0.audience.kind == .group }
    }

    /// The group that operations call `id`; nil if this person has nothing to do with it.
    func group(_ id: Bytes32) throws(StorageError) -> GroupRecord? {
        try groups().first { $0.audience.name.id == id }
    }

    /// The group that a person calls `name`, with or without `group:`.
    func resolve(group name: String) throws(StorageError) -> Result<GroupRecord, Problem> {
        let prefix = Audience.groupPrefix
        let plain = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        if let found = try namedGroups().first(where: { $0.name == plain }) {
            return .success(found)
        }
        let shown = Problem.quote(plain)
        return .failure(
            Problem(.notFound, "you are in no group called \(shown)", fix: "weft group ls"))
    }

    /// Whether this person is in a group, as far as he has heard.
    func isIn(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        guard let id = audience.name.id, let group = try group(id), !group.hasLeft,
            group.audience.number == audience.number
        else { return false }
        return try judgement(of: audience).isMember(owner.person)
    }

    /// Rows of the groups and direct audiences of which something is taken in here, as far as this
    /// device has heard, of which `person` is a member or which are his own.
    package func entered(with person: PersonID) throws(StorageError) -> [Int64] {
        var entered: [Int64] = []
        for group in try groups() where !group.isOver {
            var isShared = person == owner.person
            if !isShared { isShared = try judgement(of: group.audience).isMember(person) }
            if isShared { entered.append(group.audience.number) }
        }
        return entered
    }

    /// How it stands with this person.
    func state(of group: GroupRecord) throws(StorageError) -> Group.State {
        if group.hasLeft { return .left }
        if group.invitation != nil { return .joining }
        if try isClosed(group.audience) { return .removed }
        guard try judgement(of: group.audience).isMember(owner.person) else { return .removed }
        return try heads(of: group.audience).isEmpty ? .joining : .member
    }

    /// Whether its head has dissolved a group; what others write of that means nothing.
    private func isClosed(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        guard let head = try judgement(of: audience).head else { return false }
        return try database.row(
            """
            SELECT 1 FROM objects WHERE kind = 8 AND kind > 1 AND author = ? AND audience = ?
            AND hidden < 2 ORDER BY id
            """, [.integer(try number(of: head)), .integer(audience.place.number)]
        ) { _ in true } ?? false
    }

    /// What this person may do in a group; nil if he is no member.
    func role(in audience: AudienceRecord) throws(StorageError) -> GroupRole? {
        guard try isIn(audience), !(try isClosed(audience)) else { return nil }
        return try role(of: owner.person, in: audience)
    }

    /// What somebody may do in a group; nil if he is no member.
    func role(
        of person: PersonID, in audience: AudienceRecord
    ) throws(StorageError) -> GroupRole? {
        let judgement = try judgement(of: audience)
        if judgement.head == person { return .head }
        return judgement.right(of: person).flatMap { GroupRole($0.role) }
    }

    /// The grant by which this device writes in an audience: nil where the founder's right does, and
    /// where it has none.
    func ownGrant(in audience: AudienceRecord) throws(StorageError) -> UInt64? {
        guard audience.kind.hasID else { return nil }
        let judgement = try judgement(of: audience)
        guard judgement.isHead(owner.person) else {
            return judgement.right(of: owner.person)?.grant
        }
        return judgement.rights.first {
            $0.person == owner.person && $0.role == .heir && !$0.isEnded
        }?.grant
    }

    /// Why this person cannot do in a group what takes `role`; nil if he can.
    func problem(
        writingIn group: GroupRecord, as role: GroupRole
    ) throws(StorageError) -> Problem? {
        guard let own = try self.role(in: group.audience), try state(of: group) == .member else {
            let isJoining = try state(of: group) == .joining
            return Problem(
                .roleRequired,
                isJoining
                    ? "you are not in \(group.name) yet: nobody who could let you in was met"
                    : "you are not in \(group.name) any more",
                fix: isJoining ? "weft sync, once the inviter's node runs" : "ask for an invitation"
            )
        }
        guard own < role else { return nil }
        return Problem(
            .roleRequired,
            "this takes the role \(role.rawValue) in \(group.name); yours is \(own.rawValue)",
            fix: "ask one of its owners: weft group members \(group.name)")
    }

    // MARK: Fellows

    /// Who shares a group with this person, or was asked to let him into one, also if he has left it
    /// since and has not heard whether he was in.
    func fellows() throws(StorageError) -> Set<PersonID> {
        if let known = memory.fellows { return known }
        var people: Set<PersonID> = []
        for group in try groups() {
            if let invitation = group.invitation {
                people.insert(invitation.certificate.person)
            }
            guard try isServed(group) else { continue }
            people.formUnion(try judgement(of: group.audience).members)
        }
        // Who is to be a friend is called, and may be found, as who is to let this person in.
        people.formUnion(try openFriendJoins().map(\.certificate.person))
        people.remove(owner.person)
        memory.fellows = people
        if memory.hasFading == nil { memory.hasFading = false }
        return people
    }

    /// Whether `person` is or was in a group with this one: he knows where this node is from there.
    package func wasFellow(_ person: PersonID) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM certified c JOIN devices d ON d.id = c.device
            WHERE d.person = ? ORDER BY c.audience
            """, [.integer(try number(of: person))]
        ) { _ in true } ?? false
    }

    /// The others this person shares a group with, rising: their devices may be dialled.
    package func fellowMembers() throws(StorageError) -> [PersonID] { try fellows().sorted() }

    /// Rises whenever somebody may have come into an audience or gone from one.
    package var membership: UInt64 { memory.membership }
}

extension GroupRole {
    /// What a role in an audience is to people; nil of those that groups have not.
    init?(_ role: Standing.Role) {
        switch role {
        case .founder, .heir: self = .head
        case .owner: self = .owner
        case .editor, .member: self = .editor
        case .viewer: self = .viewer
        case .none, .friend: return nil
        }
    }

    /// What people call a grant; nil of those that are not given in groups.
    init?(_ role: Grant.Role) {
        switch role {
        case .viewer: self = .viewer
        case .editor: self = .editor
        case .owner: self = .owner
        case .friend, .heir: return nil
        }
    }

    /// The grant that makes it; nil of the head.
    var granted: Grant.Role? {
        switch self {
        case .viewer: return .viewer
        case .editor: return .editor
        case .owner: return .owner
        case .head: return nil
        }
    }
}
