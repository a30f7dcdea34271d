package import CRDT
package import Domain
import Primitives
import Wire

// Reads groups for display.
extension Store {
    /// Returns the groups that this person is or was involved in, by name.
    package func shownGroups() throws(StorageError) -> [Group] {
        var groups: [Group] = []
        for group in try namedGroups() { groups.append(try shown(group)) }
        return groups.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Returns a group for display.
    func shown(_ group: GroupRecord) throws(StorageError) -> Group {
        let audience = group.audience
        // Things that this person placed there have no separate copy here, so their placements are counted.
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
            refusal: try refusal(of: audience).map(Self.state))
    }

    /// Returns the members of a group, the head first, then by name; the engine adds which of them are connected.
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

    /// Returns when a device of the person was last met; nil if never.
    func lastSeen(_ person: PersonID) throws(StorageError) -> WallTime? {
        let seen = try database.row(
            "SELECT max(last_seen) FROM devices WHERE person = ?",
            [.integer(try number(of: person))]
        ) { $0.isNull(0) ? nil : $0.integer(0) }
        return (seen ?? nil).map { WallTime(milliseconds: UInt64($0)) }
    }

    /// Returns the roles of all members in this person's groups, to notify observers of changes.
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

    /// Returns the groups that this person was invited to and not yet let into, by row of the group's object. Each
    /// invitation makes a new one.
    package func invitationsTaken() throws(StorageError) -> [InvitationTaken] {
        try namedGroups().filter { !$0.hasLeft }.compactMap { group in
            group.invitation.map {
                InvitationTaken(
                    row: group.row, group: group.name, inviter: $0.certificate.person)
            }
        }
    }

    /// An invitation that was entered on this or another device of this person.
    package struct InvitationTaken: Equatable, Sendable {
        /// The row of the object that records it.
        package let row: Int64
        /// This person's name for the group.
        package let group: String
        /// The person whose device created it.
        package let inviter: PersonID
    }

    /// A member of a group.
    package struct Membership: Equatable, Sendable {
        /// The group's row.
        package let audience: Int64
        package let person: PersonID
        /// This person's name for the group.
        package let group: String
        package let role: GroupRole
    }
}
