package import CRDT
package import Domain
import Primitives
import Wire

// Groups as people see them.
extension Store {
    /// The groups this person has had to do with, by name.
    package func shownGroups() throws(StorageError) -> [Group] {
        var groups: [Group] = []
        for group in try namedGroups() { groups.append(try shown(group)) }
        return groups.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// One of them.
    func shown(_ group: GroupRecord) throws(StorageError) -> Group {
        let audience = group.audience
        // Of what this person placed there no copy is kept beside what is at home with him.
        let links = try database.row(
            """
            SELECT (SELECT count(*) FROM objects
                    WHERE audience = ?1 AND kind \(KindSQL.isThing) AND hidden = 0)
            + (SELECT count(*) FROM placed p JOIN objects o ON o.id = p.object
               WHERE p.audience = ?1 AND o.kind \(KindSQL.isThing) AND o.hidden = 0)
            """, [.integer(audience.place.number)]
        ) { Int($0.integer(0)) }
        return Group(
            id: audience.name.id ?? .zero, name: group.name,
            description: try description(of: audience), founder: try author(audience.founder),
            role: try role(in: audience),
            state: try state(of: group),
            memberCount: try judgement(of: audience).members.count, linkCount: links ?? 0,
            refusal: memory.refusals[audience.number].map(Self.state))
    }

    /// Who is in a group, without what only the engine knows (links): the head first, then by name.
    package func shownMembers(
        of reference: String
    ) throws(StorageError) -> Result<[GroupMember], Problem> {
        let group: GroupRecord
        switch try resolve(group: reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): group = found
        }
        var members: [GroupMember] = []
        for person in try judgement(of: group.audience).members {
            guard let role = try role(of: person, in: group.audience) else { continue }
            let devices = try deviceCount(of: person, in: group.audience)
            members.append(
                GroupMember(
                    author: try author(person), role: role, deviceCount: devices,
                    isConnected: false, lastSeen: try lastSeen(person)))
        }
        return .success(
            members.sorted {
                ($1.role, $0.author.name, $0.author.person) < (
                    $0.role, $1.author.name, $1.author.person
                )
            })
    }

    private func deviceCount(
        of person: PersonID, in audience: AudienceRecord
    ) throws(StorageError) -> Int {
        var count = 0
        for certificate in try certificates(of: person, in: audience)
        where !(try isEnded(certificate)) {
            count += 1
        }
        return count
    }

    /// When a device of somebody's was last met; nil if never.
    func lastSeen(_ person: PersonID) throws(StorageError) -> WallTime? {
        let seen = try database.row(
            "SELECT max(last_seen) FROM devices WHERE person = ?",
            [.integer(try number(of: person))]
        ) { $0.isNull(0) ? nil : $0.integer(0) }
        return (seen ?? nil).map { WallTime(milliseconds: UInt64($0)) }
    }

    /// Who is what in which of this person's groups: what changes is told to onlookers.
    package func memberships() throws(StorageError) -> [Membership] {
        var memberships: [Membership] = []
        for group in try namedGroups() where !group.hasLeft {
            for person in try judgement(of: group.audience).members {
                guard let role = try role(of: person, in: group.audience) else { continue }
                memberships.append(
                    Membership(
                        audience: group.audience.number, person: person, group: group.name,
                        role: role))
            }
        }
        return memberships
    }

    /// Groups into which somebody has invited this person, who has not been let in yet: by row of the
    /// group's object, a new one for each invitation.
    package func invitationsTaken() throws(StorageError) -> [InvitationTaken] {
        try namedGroups().filter { !$0.hasLeft }.compactMap { group in
            group.invitation.map {
                InvitationTaken(
                    row: group.row, group: group.name, inviter: $0.certificate.person)
            }
        }
    }

    /// An invitation that was typed here, or at another device of this person's.
    package struct InvitationTaken: Equatable, Sendable {
        /// The row of the object that says so.
        package let row: Int64
        /// What this person calls the group.
        package let group: String
        /// Whose device made it.
        package let inviter: PersonID
    }

    /// Somebody in a group.
    package struct Membership: Equatable, Sendable {
        /// The group's row.
        package let audience: Int64
        package let person: PersonID
        /// What this person calls the group.
        package let group: String
        package let role: GroupRole
    }
}
