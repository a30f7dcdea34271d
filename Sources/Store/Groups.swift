package import CRDT
import Domain
import Primitives
package import Wire

// Groups from this person's side: objects in `private`, so that all of their devices know them. The log of the group
// itself decides who is a member.
extension Store {
    /// A group that this person is in, is joining, or was in.
    package struct GroupRecord: Equatable, Sendable {
        /// The row of its object.
        let row: Int64
        /// The audience that holds its deltas.
        package let audience: AudienceRecord
        /// The name that this person has given it.
        package let name: String
        /// The invitation by which this person is joining; nil once they are a member.
        package let invitation: Invitation?
        /// Whether this person has left.
        let hasLeft: Bool
        /// The grants that the departure ended.
        let grantsLeft: [UInt64]

        /// Whether this person has left and nothing more of the group is accepted. A person who left
        /// while waiting for admission may have been admitted by then; until they learn that and can
        /// announce the departure, the group is still received.
        var isOver: Bool { hasLeft && invitation == nil }

        /// Whether this person is joining by the invitation with this id and has not been admitted.
        func isJoined(by id: UInt64) -> Bool {
            guard let invitation, !hasLeft else { return false }
            return Derivation.invitationID(secret: invitation.secret) == id
        }
    }

    /// Returns every group and direct audience that concerns or has concerned this person, ordered by
    /// object id.
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

    /// Returns the groups without the direct audiences, ordered by object id.
    func namedGroups() throws(StorageError) -> [GroupRecord] {
        try groups().filter { $0.audience.kind == .group }
    }

    /// Returns the group that operations call `id`; nil if it does not concern this person.
    func group(_ id: Bytes32) throws(StorageError) -> GroupRecord? {
        try groups().first { $0.audience.name.id == id }
    }

    /// Returns the group that the person calls `name`, with or without `group:`.
    func resolve(group name: String) throws(StorageError) -> Result<GroupRecord, Problem> {
        let prefix = Audience.groupPrefix
        let plain = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        if let found = try namedGroups().first(where: { $0.name == plain }) {
            return .success(found)
        }
        let shown = Problem.quote(plain)
        return .failure(
            Problem(.notFound, "you are not in a group called \(shown)", fix: "weft group ls"))
    }

    /// Whether this person is a member of a group, as far as is known here.
    func isIn(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        guard let id = audience.name.id, let group = try group(id), !group.hasLeft,
            group.audience.number == audience.number
        else { return false }
        return try judgement(of: audience).isMember(owner.person)
    }

    /// Returns the rows of the groups and direct audiences that this device accepts deltas of and that
    /// `person` is a member of; all that it accepts if `person` is this one.
    package func entered(with person: PersonID) throws(StorageError) -> [Int64] {
        var entered: [Int64] = []
        for group in try groups() where !group.isOver {
            var isShared = person == owner.person
            if !isShared { isShared = try judgement(of: group.audience).isMember(person) }
            if isShared { entered.append(group.audience.number) }
        }
        return entered
    }

    /// Returns the state of this person's membership.
    func state(of group: GroupRecord) throws(StorageError) -> Group.State {
        if group.hasLeft { return .left }
        if group.invitation != nil { return .joining }
        if try isClosed(group.audience) { return .removed }
        guard try judgement(of: group.audience).isMember(owner.person) else { return .removed }
        return try heads(of: group.audience).isEmpty ? .joining : .member
    }

    /// Whether the head has dissolved a group. Closings written by others have no effect.
    private func isClosed(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        guard let head = try judgement(of: audience).head else { return false }
        return try database.row(
            """
            SELECT 1 FROM objects WHERE kind = 8 AND kind > 1 AND author = ? AND audience = ?
            AND hidden < 2 ORDER BY id
            """, [.integer(try number(of: head)), .integer(audience.place.number)]
        ) { _ in true } ?? false
    }

    /// Returns this person's role in a group; nil if they are no member.
    func role(in audience: AudienceRecord) throws(StorageError) -> GroupRole? {
        guard try isIn(audience), !(try isClosed(audience)) else { return nil }
        return try role(of: owner.person, in: audience)
    }

    /// Returns a person's role in a group; nil if they are no member.
    func role(
        of person: PersonID, in audience: AudienceRecord
    ) throws(StorageError) -> GroupRole? {
        let judgement = try judgement(of: audience)
        if judgement.head == person { return .head }
        return judgement.right(of: person).flatMap { GroupRole($0.role) }
    }

    /// Returns the grant by which this device writes in an audience; nil where it writes by the founder's
    /// right, and where it has no right.
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

    /// Returns why this person cannot do in a group what requires `role`; nil if they can.
    func problem(
        writingIn group: GroupRecord, as role: GroupRole
    ) throws(StorageError) -> Problem? {
        guard let own = try self.role(in: group.audience), try state(of: group) == .member else {
            let isJoining = try state(of: group) == .joining
            return Problem(
                .roleRequired,
                isJoining
                    ? "you are not in \(group.name) yet: no member has let you in"
                    : "you are not in \(group.name) any more",
                fix: isJoining ? "weft sync when the inviter's node runs" : "ask for an invitation"
            )
        }
        guard own < role else { return nil }
        return Problem(
            .roleRequired,
            "you need the \(role.rawValue) role in \(group.name) "
                + "(you are \(own == .viewer ? "a" : "an") \(own.rawValue))",
            fix: "ask one of its owners: weft group members \(group.name)")
    }

    // MARK: Fellows

    /// Returns the people who share a group with this one or were asked to admit them. Includes members
    /// of a group that this person has left while the departure has not been acknowledged.
    func fellows() throws(StorageError) -> Set<PersonID> {
        if let known = memory.fellows { return known }
        var people: Set<PersonID> = []
        for group in try groups() {
            if let invitation = group.invitation {
                people.insert(invitation.certificate.person)
            }
            for offer in memory.offers where try isOffering(offer.certificate, in: group) {
                people.insert(offer.certificate.person)
            }
            guard try isServed(group) else { continue }
            people.formUnion(try judgement(of: group.audience).members)
        }
        // The maker of a friend invitation is dialled, and may be found, like a person who is to admit
        // this one.
        people.formUnion(try openFriendJoins().map(\.certificate.person))
        people.remove(owner.person)
        memory.fellows = people
        if memory.hasFading == nil { memory.hasFading = false }
        return people
    }

    /// Whether `person` is or was in a group with this one, and so may know this node's addresses.
    package func wasFellow(_ person: PersonID) throws(StorageError) -> Bool {
        try database.row(
            """
            SELECT 1 FROM certified c JOIN devices d ON d.id = c.device
            WHERE d.person = ? ORDER BY c.audience
            """, [.integer(try number(of: person))]
        ) { _ in true } ?? false
    }

    /// Returns the people this one shares a group with, rising: their devices may be dialled.
    package func fellowMembers() throws(StorageError) -> [PersonID] { try fellows().sorted() }

    /// A counter that rises whenever somebody may have joined or left an audience.
    package var membership: UInt64 { memory.membership }
}

extension GroupRole {
    /// Maps the role of a standing to the role that people see; nil for roles that groups do not have.
    init?(_ role: Standing.Role) {
        switch role {
        case .founder, .heir: self = .head
        case .owner: self = .owner
        case .editor, .member: self = .editor
        case .viewer: self = .viewer
        case .none, .friend: return nil
        }
    }

    /// Maps the role of a grant to the role that people see; nil for roles that are not granted in
    /// groups.
    init?(_ role: Grant.Role) {
        switch role {
        case .viewer: self = .viewer
        case .editor: self = .editor
        case .owner: self = .owner
        case .friend, .heir: return nil
        }
    }

    /// The grant role that gives this role; nil for the head.
    var granted: Grant.Role? {
        switch self {
        case .viewer: return .viewer
        case .editor: return .editor
        case .owner: return .owner
        case .head: return nil
        }
    }
}
