import CRDT
package import Domain
package import Primitives
import Sodium
package import Wire

// Creates groups, invites into them, and joins them by invitation.
extension Store {
    /// Creates a group with this person as its head.
    ///
    /// - Parameter description: what the group is for; may be empty.
    /// - Parameter addresses: the addresses under which members reach this device.
    package func newGroup(
        _ name: String, description: String = "", addresses: [String], at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = try problem(ofGroupName: name) ?? problem(withGroup: description) {
            return .rejected(problem)
        }
        let audience = try found(.group, name: name, at: wall)
        try introduce(
            Ticket(certificate: owner.certificate, name: owner.name, addresses: addresses),
            to: audience, at: wall)
        if !description.isEmpty {
            try describe(audience, as: description, over: nil, act: nil, at: wall)
        }
        try settleKeys(at: wall)
        return .group(try shown(try known(audience)))
    }

    /// Creates a group or direct audience with this person's devices as its only members.
    func found(
        _ kind: AudienceKind, name: String, at wall: WallTime
    ) throws(StorageError) -> AudienceRecord {
        let (key, secret) = draw("groups") {
            ($0.entropy.bytes32(), $0.entropy.bytes32())
        }
        let devices = try members(of: try audience(.private, of: owner.person))
        let secrets = EpochKey.Secrets(
            audience: kind.rawValue, owner: owner.person.key, firstSecret: secret, follows: [],
            marks: [])
        let rotation = draw("groups") { chance in
            EpochKey.rotation(
                key: key, secrets: secrets, members: devices.map(EpochKey.Recipient.init),
                recovery: owner.recovery, entropy: &chance.entropy, dice: &chance.dice)
        }
        let id = AudienceName(kind.rawValue, id: Derivation.audienceID(of: rotation))
        let made = try audience(id, by: owner.person)
        try tell(secret, of: made)
        let audience = try audience(made.number)
        try keepMembership(of: audience, name: name, at: wall)
        try begin(rotation, key: key, follows: [], in: audience, at: wall)
        return audience
    }

    /// Creates an invitation that this device honours.
    ///
    /// - Parameter addresses: the addresses of this device.
    package func invite(
        to reference: String, role: GroupRole, uses: Int, seconds: Int, addresses: [String],
        at wall: WallTime
    ) throws(StorageError) -> Answer {
        switch try draft(
            to: reference, role: role, uses: uses, seconds: seconds, addresses: addresses, at: wall)
        {
        case .failure(let problem): return .rejected(problem)
        case .success(let draft):
            let into = OpenInvitation.InvitedGroup(name: draft.details.name, role: role)
            let whole = draft.details.invitation(by: owner.certificate, secret: nil)
            let line = ShortInvitation(secret: draft.made.secret, addresses: addresses)
            return .invited(
                NewInvitation(
                    draft.made.shown(into: into, uses: uses), text: whole.text, line: line?.text))
        }
    }

    /// Creates an invitation for one person, to be handed over by a short code.
    ///
    /// - Parameter addresses: the addresses of this device.
    package func inviteByCode(
        to reference: String, role: GroupRole, seconds: Int, addresses: [String], at wall: WallTime
    ) throws(StorageError) -> Result<InvitationDetails, Problem> {
        try draft(
            to: reference, role: role, uses: 1, seconds: seconds, addresses: addresses, at: wall
        ).map(\.details)
    }

    private func draft(
        to reference: String, role: GroupRole, uses: Int, seconds: Int, addresses: [String],
        at wall: WallTime
    ) throws(StorageError) -> Result<(made: MadeInvitation, details: InvitationDetails), Problem> {
        let group: GroupRecord
        switch try resolve(group: reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): group = found
        }
        if let problem = try problem(giving: role, in: group) { return .failure(problem) }
        switch try makeInvitation(
            into: group.audience, granting: role.granted?.rawValue ?? 0, uses: uses,
            seconds: seconds, at: wall)
        {
        case .failure(let problem): return .failure(problem)
        case .success(let made):
            return .success(
                (
                    made,
                    InvitationDetails(
                        secret: made.secret, audience: group.audience.name,
                        founder: group.audience.founder, expirySeconds: made.expirySeconds,
                        name: group.name, addresses: addresses)
                ))
        }
    }

    /// Records that this person wants to join a group; the engine dials the inviter.
    package func join(
        _ text: String, name: String?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let bad = "ask the inviter for it again; weft group invite makes one"
        let invitation: Invitation
        let id: Bytes32
        do throws(PastedTextError) {
            invitation = try Invitation(reading: text)
            guard let named = invitation.audience.id,
                invitation.audience.kind == AudienceKind.group.rawValue
            else { throw .damaged }
            id = named
        } catch {
            return .rejected(Problem(reading: "the invitation", error, fix: bad))
        }
        guard invitation.certificate.person != owner.person else {
            return .rejected(
                Problem(
                    .invalidTicket, "this is your own invitation", fix: "give it to someone else"))
        }
        guard invitation.expirySeconds > wall.milliseconds / 1000 else {
            return .rejected(Problem(.invalidTicket, "the invitation has expired", fix: bad))
        }
        let known = try group(id)
        let free = try freeName(invitation.name, besides: known)
        let name = name ?? free
        if known?.name != name, let problem = try problem(ofGroupName: name) {
            return .rejected(problem)
        }
        if let known { try sayLeft(known, at: wall) }
        // A member who left, or was removed without notice, joins afresh; so does one who was given a wrong founder.
        while let known = try group(id) { try write([1], to: .deletion, of: known, at: wall) }
        try keep(invitation.certificate)
        let audience = try audience(invitation.audience, by: invitation.founder)
        try setRefusal(nil, of: audience)
        try keepMembership(of: audience, name: name, invitation: invitation, at: wall)
        guard let joined = try group(id) else {
            preconditionFailure("the membership was just written")
        }
        return .group(try shown(joined))
    }

    // MARK: Names

    /// Returns why no group can be called `name`; nil if it can.
    func problem(ofGroupName name: String) throws(StorageError) -> Problem? {
        if let problem = Self.problem(ofName: name) { return problem }
        guard !name.hasPrefix("@"),
            !name.contains(where: { $0.isNewline || $0 == "," || $0 == "\"" })
        else {
            return Problem(
                .invalidValue,
                "a group's name cannot contain a line end, comma or quotation mark, "
                    + "or begin with @",
                fix: "choose another name")
        }
        if try namedGroups().contains(where: { $0.name == name }) {
            return Problem(
                .conflict, "you are already in a group called \(name)", fix: "choose another name")
        }
        guard try groups().count < Limits.groupsMax else {
            return Problem(.tooMany, "a person can have at most \(Limits.groupsMax) groups")
        }
        return nil
    }

    // Returns the inviter's name for the group, with a number if this person has another group of that name.
    private func freeName(
        _ name: String, besides known: GroupRecord?
    ) throws(StorageError) -> String {
        if let known { return known.name }
        let begin = name.isEmpty ? "group" : name
        let taken = Set(try namedGroups().map(\.name))
        var number = 2
        var free = begin
        while taken.contains(free) {
            free = "\(begin)-\(number)"
            number += 1
        }
        return free
    }

    // MARK: Membership object

    /// Records for all own devices that this person is involved in a group or direct audience.
    ///
    /// - Parameter invitation: the invitation used to join, if they are not in it yet.
    func keepMembership(
        of audience: AudienceRecord, name: String, invitation: Invitation? = nil, at wall: WallTime
    ) throws(StorageError) {
        var values = [
            FieldValue(Schema.Membership.audience, audience.name.bytes),
            FieldValue(Schema.Membership.founder, audience.founder.key.bytes),
            FieldValue(Schema.Membership.name, Array(name.utf8)),
        ]
        if let invitation {
            values.append(
                FieldValue(Schema.Membership.invitation, Array(invitation.text.utf8)))
        }
        let creation = Creation(kind: Schema.Membership.kind, values: values, elements: [])
        try author([.create(creation)], act: nil, at: wall)
    }

    /// Writes a field of this person's record of a group.
    func write(
        _ value: [UInt8], to field: Field, of group: GroupRecord, at wall: WallTime
    ) throws(StorageError) {
        guard let row = try object(row: group.row), let object = row.home else { throw .corrupt }
        guard row.state.register(field)?.shown?.value ?? [] != value else { return }
        try author([row.write(field, value, at: object)], act: nil, at: wall)
    }

    /// Returns the record of a group or direct audience; nil if this person is not, or no longer, involved in it. The
    /// record may be void because a revoked device wrote it.
    func record(of audience: AudienceRecord) throws(StorageError) -> GroupRecord? {
        try audience.name.id.flatMap { (id) throws(StorageError) in try group(id) }
    }

    /// Returns the record of an audience that was just created.
    func known(_ audience: AudienceRecord) throws(StorageError) -> GroupRecord {
        guard let group = try record(of: audience) else {
            preconditionFailure("what is made is kept")
        }
        return group
    }
}
