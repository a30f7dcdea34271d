import CRDT
import Primitives
import Store
import Wire

// Dialling: which targets are due, which there is room for, and where devices may be reached.
extension Engine {
    /// Dials the targets that are due.
    func dial(at now: Instant) throws(StorageError) {
        if !hasTargets {
            hasTargets = true
            for contact in try store.contacts() {
                try addTargets(contact, at: now)
                for device in try store.reachable(contact.person) {
                    if let address = device.address { note(metAt: address, at: now) }
                }
            }
            try addCompanions(at: now)
            try addFellows(at: now)
        }
        guard hasRoom, now >= restsUntil, dialler.isAnyDue(at: now) else { return }
        let joins = try store.openJoins()
        // An inviter who is to let this person in is called for that even if another link to them is open.
        let linked = sessions.filter { session in
            session.isAlive && session.isFamiliar
                && (!joins.contains { $0.certificate == session.certificate }
                    || joins.contains { session.isMade(by: $0) })
        }.compactMap(\.peer)
        let friends = try store.contacts().map(\.person)
        let due = dialler.due(at: now, linked: linked)
        // An inviter counts as more than a fellow until they have let this person in.
        let isFellow = { (target: Dialler.Target) in
            self.closeness(to: target.person, friends) == .fellow
                && !joins.contains { $0.certificate.agreement == target.agreement }
        }
        // Fellow members leave room for friends. Two are tried for each one wanted: many may be unreachable,
        // and that takes long to show.
        let called = dialler.targets.filter { $0.link != nil && isFellow($0) }
        let answered = called.count { $0.reachedAt != nil }
        let wanted = max(limits.fellowsDialledMax - answered, 0)
        let chosen = dialler.chosen(
            of: due.filter(isFellow), most: wanted * 2 - (called.count - answered), dice: dice)
        for target in due {
            guard sessions.count < SyncLimits.sessionsMax else {
                dialler.putOff(at: now)
                break
            }
            let invitations = joins.filter { $0.certificate.agreement == target.agreement }
            let closeness = closeness(to: target.person, friends)
            guard !isFellow(target) || chosen.contains(target),
                try hasRoom(toDial: closeness, isInvited: !invitations.isEmpty, at: now)
            else {
                dialler.putOff(target, at: now)
                continue
            }
            linksMade += 1
            let link = LinkID.outbound(linksMade)
            dialler.dialled(target, over: link)
            // Take turns between several invitations of one device: one of them may be refused for ever.
            let turn = Int(
                dialsMade[target.agreement, default: 0] % UInt64(max(invitations.count, 1)))
            let join = invitations.dropFirst(turn).first
            makeSession(
                link, address: target.address, dialling: target.certificate,
                invited: join.map(invited) ?? Session.Invited(), at: now)
            effects.append(.dial(link, address: target.address))
        }
        dialler.postpone(linked: linked, at: now)
    }

    /// Adds the addresses where a friend's devices were last met, and those in the friend's ticket.
    func addTargets(_ contact: Store.Contact, at now: Instant) throws(StorageError) {
        var places: [(Certificate, String)] = []
        for device in try store.reachable(contact.person) {
            if let address = device.address { places.append((device.certificate, address)) }
        }
        if let ticket = Ticket(text: contact.ticket) {
            places += ticket.addresses.map { (ticket.certificate, $0) }
        }
        for (certificate, address) in places { try addTarget(certificate, address, at: now) }
    }

    // Adds the addresses of this person's other devices: where they were met, and those that were configured.
    private func addCompanions(at now: Instant) throws(StorageError) {
        for device in try store.reachable(owner.person) {
            guard let address = device.address else { continue }
            try addTarget(device.certificate, address, at: now)
        }
        for companion in companions {
            for address in companion.addresses {
                try addTarget(companion.certificate, address, at: now)
            }
        }
    }

    /// Adds the addresses of fellow members, from when they joined or were last met, and of inviters who are
    /// to let this person in.
    func addFellows(at now: Instant) throws(StorageError) {
        for invitation in try store.openJoins() {
            for address in invitation.addresses {
                try addTarget(invitation.certificate, address, at: now)
            }
        }
        for person in try store.fellowMembers() {
            for device in try store.reachable(person) {
                guard let address = device.address else { continue }
                try addTarget(device.certificate, address, at: now)
            }
        }
        for (certificate, address) in try store.fellowAddresses() {
            try addTarget(certificate, address, at: now)
        }
    }

    // What a session with an inviter proves and sends.
    private func invited(by invitation: OpenJoin) -> Session.Invited {
        let ticket = Ticket(
            certificate: owner.certificate, name: owner.name, addresses: addresses)
        return Session.Invited(
            by: (
                invitation.id,
                Derivation.invitationKey(secret: invitation.secret)
            ), introduction: ticket.text)
    }

    private func addTarget(
        _ certificate: Certificate, _ address: String, at now: Instant
    ) throws(StorageError) {
        guard certificate.device != owner.device, !(try store.isEnded(certificate)) else { return }
        dialler.add(
            Dialler.Target(certificate: certificate, address: address, nextAt: now))
    }

    /// The people whose devices are dialled: this person, friends, and members of shared groups.
    func people() throws(StorageError) -> [PersonID] {
        let friends = try [owner.person] + store.contacts().map(\.person)
        return try friends + store.fellowMembers().filter { !friends.contains($0) }
    }

    /// Dials an address once for each device of this person, friends and fellow members that is not linked:
    /// the key that answers shows which one is there.
    ///
    /// - Returns: How many links are being tried.
    func connect(to address: String, at now: Instant) throws(StorageError) -> Int {
        let linked = sessions.filter { $0.isAlive && $0.isFamiliar }.compactMap(\.peer)
        var tries = 0
        for person in try people() {
            for device in try store.certificates(of: person)
            where !linked.contains(device.peer) && device.device != owner.device
                && tries < SyncLimits.connectTriesMax
            {
                tries += 1
                linksMade += 1
                let link = LinkID.outbound(linksMade)
                makeSession(link, address: address, dialling: device, at: now)
                effects.append(.dial(link, address: address))
            }
        }
        return tries
    }

    /// Whether there is any other device that links are made with.
    func knowsOtherDevices() throws(StorageError) -> Bool {
        for person in try people() {
            let devices = try store.certificates(of: person)
            if devices.contains(where: { $0.device != owner.device }) { return true }
        }
        return false
    }
}
