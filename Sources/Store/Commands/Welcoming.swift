package import CRDT
import Domain
package import Primitives
import Sodium
import Wire

// Admits people to a group by invitation, introduces its members to each other, and does what every member does
// automatically.
extension Store {
    /// Admits somebody who proved knowledge of the invitation to `audience`, or says why not.
    func letIn(
        _ newcomer: Certificate, by invitation: KnownInvitation, to audience: AudienceRecord,
        at wall: WallTime
    ) throws(StorageError) -> Welcome {
        // The record of the group is missing if the device that wrote it was revoked.
        guard let group = try record(of: audience) else { return .refused(.notInvited) }
        // An existing member needs no second right, and uses nothing up.
        if try judgement(of: audience).isMember(newcomer.person) { return .letIn }
        if let refusal = invitation.refusal(at: wall) { return .refused(refusal) }
        guard let granted = Grant.Role(rawValue: invitation.role),
            let role = GroupRole(granted), try problem(giving: role, in: group) == nil,
            !(try isBlocked(newcomer.person))
        else { return .refused(.notInvited) }
        try use(invitation)
        let grant = Grant(
            id: draw(for: audience.name) { $0.entropy.bytes8() }, person: newcomer.person,
            role: granted)
        try write(
            [OriginedOperation(.grant(grant)), OriginedOperation(.certify(newcomer))],
            into: audience, at: wall)
        try admit([newcomer], into: audience, at: wall)
        return .letIn
    }

    /// Takes in a newcomer's introduction from the link they came by: for all members of a group, or for this person
    /// in case of a friendship.
    package func introduce(
        _ text: String, by newcomer: Certificate, id: UInt64, at wall: WallTime
    ) throws(StorageError) {
        let number = try database.row(
            "SELECT audience FROM invitations WHERE invitation = ? ORDER BY invitation",
            [.integer(Int64(bitPattern: id))]
        ) { $0.integer(0) }
        guard let number, let ticket = Ticket(text: text),
            ticket.certificate.person == newcomer.person, try canWrite
        else { return }
        let audience = try audience(number)
        if audience.kind == .friends {
            try introduceFriend(ticket, at: wall)
        } else {
            try introduce(ticket, to: audience, at: wall)
        }
    }

    /// Writes a person's card into a group, or updates it.
    func introduce(
        _ ticket: Ticket, to audience: AudienceRecord, at wall: WallTime
    ) throws(StorageError) {
        guard let group = try record(of: audience),
            try problem(writingIn: group, as: .editor) == nil
        else { return }
        let person = ticket.certificate.person
        let addresses = ticket.addresses.map { Array($0.utf8) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        if let card = try cards(in: audience).first(where: { $0.person == person }),
            let row = try object(row: card.row), let object = row.home
        {
            var operations: [Operation] = []
            if card.name != ticket.name {
                operations.append(
                    row.write(Schema.Member.name, Array(ticket.name.utf8), at: object))
            }
            let known = row.state.set(Schema.Member.addresses)?.elements ?? []
            let room = max(Limits.addressesMax - known.count, 0)
            for address in addresses.filter({ !known.contains($0) }).prefix(room) {
                operations.append(
                    .add(
                        ElementAddition(
                            object: object, field: Schema.Member.addresses, element: address)))
            }
            try author(operations, at: audience.place, act: nil, wall: wall)
            return
        }
        var values = [FieldValue(Schema.Member.person, person.key.bytes)]
        if !ticket.name.isEmpty {
            values.append(FieldValue(Schema.Member.name, Array(ticket.name.utf8)))
        }
        let creation = Creation(
            kind: Schema.Member.kind, values: values,
            elements: addresses.isEmpty
                ? [] : [FieldElements(Schema.Member.addresses, addresses)])
        try author([.create(creation)], at: audience.place, act: nil, wall: wall)
    }

    // MARK: Member cards

    /// A group's record of one of its members.
    struct Card {
        let row: Int64
        let person: PersonID
        let name: String
        let addresses: [String]
    }

    /// Returns the cards of a group's members, ordered by object; of two about one person the lower one counts.
    func cards(in audience: AudienceRecord) throws(StorageError) -> [Card] {
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 7 AND kind > 1 AND audience = ? AND hidden = 0 ORDER BY object, author
            """, [.integer(audience.place.number)]
        ) { (row) throws(StorageError) in row.integer(0) }
        let judgement = try judgement(of: audience)
        var cards: [Card] = []
        for number in numbers {
            guard let state = try object(row: number)?.state,
                let key = Bytes32(state.register(Schema.Member.person)?.shown?.value ?? []),
                judgement.isMember(PersonID(key)),
                !cards.contains(where: { $0.person == PersonID(key) })
            else { continue }
            let name = state.register(Schema.Member.name)?.shown?.value ?? []
            let addresses = state.set(Schema.Member.addresses)?.elements ?? []
            cards.append(
                Card(
                    row: number, person: PersonID(key), name: String(decoding: name, as: UTF8.self),
                    addresses: addresses.prefix(Limits.addressesMax).map {
                        String(decoding: $0, as: UTF8.self)
                    }))
        }
        return cards
    }

    /// Returns the addresses of fellow members when they joined, with the devices they certified there.
    package func fellowAddresses() throws(StorageError) -> [(Certificate, String)] {
        var places: [(Certificate, String)] = []
        for group in try groups() where try isIn(group.audience) {
            for card in try cards(in: group.audience) where card.person != owner.person {
                let devices = try certificates(of: card.person, in: group.audience)
                for certificate in devices.prefix(Limits.devicesMax) {
                    places += card.addresses.map { (certificate, $0) }
                }
            }
        }
        return places
    }

    // MARK: Automatic upkeep

    /// Settles every group: deletes used invitations, certifies and admits own devices and those of members who can
    /// no longer do so themselves, admits members that joined while this device rotated the epoch, and names
    /// strangers as they were introduced. In a group that this person has left, perhaps on another device or before
    /// learning of their admission, it writes that they left.
    func settleGroups(at wall: WallTime) throws(StorageError) {
        for group in try groups() where group.hasLeft {
            try sayLeft(group, at: wall)
        }
        for group in try groups() where !group.hasLeft {
            let audience = try audience(group.audience.number)
            guard try isIn(audience), audience.secret != nil, !(try heads(of: audience).isEmpty)
            else { continue }
            if group.invitation != nil, memory.welcomed.contains(audience.number) {
                try write([], to: Schema.Membership.invitation, of: group, at: wall)
            }
            try letGo(in: group, at: wall)
            let certified = try certificates(of: owner.person, in: audience)
            var own: [Certificate] = []
            for certificate in try certificates(of: owner.person)
            where !(try isEnded(certificate)) && certificate.device != owner.device {
                own.append(certificate)
            }
            let missing = own.filter { !certified.contains($0) }
            try write(
                missing.map { OriginedOperation(.certify($0)) }, into: audience, at: wall)
            try admit(own, into: audience, at: wall)
            try vouch(in: audience, at: wall)
            if try haveRotated(audience) {
                try admit(try members(of: audience), into: audience, at: wall)
            }
            try nameFellows(in: audience)
        }
    }

    // If all of a member's devices there are revoked, none can certify another or has a key to write with, so anyone
    // who knows another device of theirs admits it.
    private func vouch(in audience: AudienceRecord, at wall: WallTime) throws(StorageError) {
        var found: [Certificate] = []
        for person in try judgement(of: audience).members where person != owner.person {
            let certified = try certificates(of: person, in: audience)
            var hasDevice = false
            for certificate in certified where !(try isEnded(certificate)) { hasDevice = true }
            guard !hasDevice, !certified.isEmpty else { continue }
            for certificate in try certificates(of: person)
            where !(try isEnded(certificate)) && !certified.contains(certificate) {
                found.append(certificate)
            }
        }
        try write(found.map { OriginedOperation(.certify($0)) }, into: audience, at: wall)
        try admit(found, into: audience, at: wall)
    }

    // Ends the grants that this person gave to members who left by an earlier right before they learned of the new
    // one.
    private func letGo(in group: GroupRecord, at wall: WallTime) throws(StorageError) {
        let audience = try audience(group.audience.number)
        let leavers = memory.leavers.filter { $0.audience == audience.number }.map(\.person)
        memory.leavers.removeAll { $0.audience == audience.number }
        guard !leavers.isEmpty, try problem(writingIn: group, as: .owner) == nil else { return }
        var cuts: [OriginedOperation] = []
        for right in try judgement(of: audience).rights
        where leavers.contains(right.person) && !right.isEnded && right.grantedBy == owner.person {
            let chains = try lengths(in: audience, by: right.grant)
            cuts.append(OriginedOperation(.cut(Cut(grant: right.grant, chains: chains))))
        }
        try write(cuts, into: audience, at: wall)
    }

    // Whether this device made a head of the audience's epochs; then it admits those it left out unknowingly.
    private func haveRotated(_ audience: AudienceRecord) throws(StorageError) -> Bool {
        for head in try heads(of: audience) {
            let delta = try database.row(
                "SELECT delta FROM epochs WHERE id = ? ORDER BY id", [.integer(head.number)]
            ) { $0.integer(0) }
            guard let delta else { continue }
            let chain = try chain(number: ChainRecord.number(ofDelta: delta))
            if try device(of: chain) == owner.device { return true }
        }
        return false
    }

    // Names come from the inviters, and yield to the names that this person gave.
    private func nameFellows(in audience: AudienceRecord) throws(StorageError) {
        let contacts = try everybody()
        for card in try cards(in: audience)
        where card.person != owner.person && !contacts.contains(where: { $0.person == card.person })
        {
            let short = String(card.person.text.prefix(8))
            let isTaken =
                card.name.isEmpty || card.name == owner.name
                || contacts.contains { $0.name == card.name }
            try rename(card.person, to: isTaken ? "\(card.name)~\(short)" : card.name)
        }
    }
}
