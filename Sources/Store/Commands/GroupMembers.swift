import CRDT
import Domain
import Primitives
import Sodium
import Wire

// Changes members and roles by grants and cuts, which are stored in the group itself.
extension Store {
    func setRole(
        in reference: String, of person: PersonReference, to role: GroupRole, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let (group, member): (GroupRecord, PersonID)
        switch try resolve(person, in: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): (group, member) = found
        }
        if let problem = try problem(giving: role, in: group) { return .rejected(problem) }
        if let problem = try problem(ending: member, in: group) { return .rejected(problem) }
        let name = try author(member).name
        guard let granted = role.granted, try self.role(of: member, in: group.audience) != role
        else {
            return .done(
                DoneReport(count: 0, act: nil, summary: "\(name) is already \(role.rawValue)"))
        }
        // A promoted member keeps what they wrote before learning of it, so nothing has to be cut.
        var operations: [OriginedOperation] = []
        if let old = try self.role(of: member, in: group.audience), role < old {
            operations = try cuts(of: member, in: group.audience).map {
                OriginedOperation(.cut($0))
            }
        }
        let grant = Grant(
            id: draw(for: group.audience.name) { $0.entropy.bytes8() }, person: member,
            role: granted, replaces: try judgement(of: group.audience).right(of: member)?.grant)
        operations.append(OriginedOperation(.grant(grant)))
        try write(operations, into: group.audience, at: wall)
        return .done(
            DoneReport(
                count: 1, act: nil, summary: "\(name) is now \(role.rawValue) in \(group.name)"))
    }

    func removeMember(
        _ person: PersonReference, from reference: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let (group, member): (GroupRecord, PersonID)
        switch try resolve(person, in: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): (group, member) = found
        }
        if let problem = try problem(ending: member, in: group) { return .rejected(problem) }
        let name = try author(member).name
        let cuts = try cuts(of: member, in: group.audience)
        try write(cuts.map { OriginedOperation(.cut($0)) }, into: group.audience, at: wall)
        _ = try writingEpoch(of: group.audience, at: wall)
        try settleKeys(at: wall)
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary:
                    "\(name) is no longer in \(group.name); they keep what they already received"))
    }

    func handOver(
        _ reference: String, to person: PersonReference, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let (group, heir): (GroupRecord, PersonID)
        switch try resolve(person, in: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): (group, heir) = found
        }
        if let problem = try problem(writingIn: group, as: .head) { return .rejected(problem) }
        guard heir != owner.person else {
            return .rejected(Problem(.conflict, "you are already its head"))
        }
        let audience = group.audience
        // This person stays as an owner; this must be written before their right to do so ends.
        let stay = Grant(
            id: draw(for: audience.name) { $0.entropy.bytes8() }, person: owner.person,
            role: .owner)
        try write([OriginedOperation(.grant(stay))], into: audience, at: wall)
        let own = try ownGrant(in: audience) ?? 0
        let handover = Grant(
            id: draw(for: audience.name) { $0.entropy.bytes8() }, person: heir, role: .heir)
        let end = Cut(grant: own, chains: try lengths(in: audience, by: own))
        try write(
            [OriginedOperation(.grant(handover)), OriginedOperation(.cut(end))], into: audience,
            at: wall)
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary:
                    "\(try author(heir).name) is now the head of \(group.name); you are an owner"))
    }

    func leave(_ reference: String, at wall: WallTime) throws(StorageError) -> Answer {
        let group: GroupRecord
        switch try resolve(group: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): group = found
        }
        var grants: [UInt64] = []
        switch try state(of: group) {
        case .left:
            return .done(DoneReport(count: 0, act: nil, summary: "you already left \(group.name)"))
        case .member where try role(in: group.audience) == .head:
            return .rejected(
                Problem(
                    .conflict,
                    "you are the head of \(group.name): hand it over or delete it before leaving",
                    fix:
                        "weft group hand-over \(group.name) @somebody, or weft group rm \(group.name)"
                ))
        case .member:
            grants = try ownGrants(in: group.audience)
            try end(grants, in: group, at: wall)
        case .joining, .removed: break
        }
        try write(Leaving.bytes(grants), to: Schema.Membership.left, of: group, at: wall)
        try settleShadows()
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: "you left \(group.name); you keep what you already received"))
    }

    /// Writes into a group that this person has left.
    ///
    /// Every device of the person does so when it learns of it, because the device that left may be unreachable, and
    /// the person may join again through another before it returns. A person who left while waiting to be admitted
    /// writes it once they learn that they were.
    func sayLeft(_ group: GroupRecord, at wall: WallTime) throws(StorageError) {
        let audience = try audience(group.audience.number)
        guard group.hasLeft, audience.secret != nil, !(try heads(of: audience).isEmpty) else {
            return
        }
        let grants = group.isOver ? group.grantsLeft : try ownGrants(in: audience)
        guard !grants.isEmpty else { return }
        if !group.isOver {
            try write(Leaving.bytes(grants), to: Schema.Membership.left, of: group, at: wall)
            try write([], to: Schema.Membership.invitation, of: group, at: wall)
        }
        try end(grants, in: group, at: wall)
    }

    // Returns this person's grants that are in effect.
    private func ownGrants(in audience: AudienceRecord) throws(StorageError) -> [UInt64] {
        try judgement(of: audience).rights.filter {
            $0.person == owner.person && !$0.isEnded
        }.map(\.grant)
    }

    // Ends this person's rights by `grants`, as far as they are in effect.
    private func end(
        _ grants: [UInt64], in group: GroupRecord, at wall: WallTime
    ) throws(StorageError) {
        // The highest right ends first, because the chain writes by it.
        while let right = try judgement(of: group.audience).right(of: owner.person),
            grants.contains(right.grant)
        {
            let leave = OriginedOperation(.cut(Cut(grant: right.grant, chains: [])))
            try write([leave], into: group.audience, at: wall)
            if try judgement(of: group.audience).right(of: owner.person) == right { break }
        }
    }

    func dissolve(_ reference: String, at wall: WallTime) throws(StorageError) -> Answer {
        let group: GroupRecord
        switch try resolve(group: reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): group = found
        }
        guard try [.member, .joining].contains(state(of: group)) else {
            return .rejected(
                Problem(
                    .notFound, "you are not in \(group.name) any more", fix: "weft group ls"))
        }
        if let problem = try problem(writingIn: group, as: .head) { return .rejected(problem) }
        let closing = Creation(
            kind: Schema.Closing.kind, values: [FieldValue(Schema.Closing.closed, [1])],
            elements: [])
        try author([.create(closing)], at: group.audience.place, act: nil, wall: wall)
        try forgetInvitations(to: group.audience)
        return .done(
            DoneReport(
                count: 1, act: nil,
                summary: "\(group.name) is dissolved; everyone keeps what they already received"))
    }

    /// Revokes the invitations to a group, because a member who left could come back by them.
    func forgetInvitations(to audience: AudienceRecord) throws(StorageError) {
        try database.run(
            "UPDATE invitations SET uses = -1 WHERE audience = ? AND uses > 0",
            .integer(audience.number))
    }

    // MARK: Permissions

    /// Returns why this person cannot give `role` in a group; nil if they can.
    func problem(
        giving role: GroupRole, in group: GroupRecord
    ) throws(StorageError) -> Problem? {
        switch role {
        case .viewer, .editor: return try problem(writingIn: group, as: .owner)
        case .owner: return try problem(writingIn: group, as: .head)
        case .head:
            return Problem(
                .invalidValue, "a group can have only one head",
                fix: "weft group hand-over \(group.name) @somebody")
        }
    }

    // Returns why this person cannot end the membership of `member`.
    private func problem(
        ending member: PersonID, in group: GroupRecord
    ) throws(StorageError) -> Problem? {
        guard member != owner.person else {
            return Problem(
                .conflict, "you cannot change your own role",
                fix: "weft group leave \(group.name)")
        }
        let role = try role(of: member, in: group.audience) ?? .viewer
        guard role != .head else {
            return Problem(
                .roleRequired, "the head's role changes only when they hand over the group")
        }
        return try problem(writingIn: group, as: role == .owner ? .head : .owner)
    }

    // Resolves a member by pet name, by the name they were introduced with, or by the beginning of their id.
    private func resolve(
        _ reference: PersonReference, in name: String
    ) throws(StorageError) -> Result<(GroupRecord, PersonID), Problem> {
        let group: GroupRecord
        switch try resolve(group: name) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): group = found
        }
        let text = String(reference.text.drop { $0 == "@" })
        var found: [PersonID] = []
        for person in try judgement(of: group.audience).members {
            let isCalledSo = try author(person).name == text
            let beginsSo = text.count >= 8 && person.text.hasPrefix(text.uppercased())
            if isCalledSo || beginsSo { found.append(person) }
        }
        if let only = found.first, found.count == 1 { return .success((group, only)) }
        let shown = Problem.quote(text)
        return .failure(
            found.isEmpty
                ? Problem(
                    .notFound, "nobody in \(group.name) is called \(shown)",
                    fix: "weft group members \(group.name)")
                : Problem(
                    .ambiguous, "\(shown) matches \(found.count) members of \(group.name)",
                    fix: "type the beginning of the id: weft group members \(group.name)"))
    }
}
