import CRDT
import Primitives
import Sodium
import Store
import Wire

/// Whom to dial, where, and when again: full jitter, doubling, capped, so that a node that was away
/// is not met by a storm.
struct Dialler {
    /// One device at one address.
    struct Target: Equatable {
        let device: DeviceID
        let person: PersonID
        /// The static key that the link must prove.
        let agreement: Bytes32
        let address: String
        var nextAt: Instant
        var failures = 0
        /// Pauses drawn so far.
        var pauses = 0
        /// The link that is open or being opened.
        var link: LinkID?
        /// When its device proved over this link that it is the one.
        var reachedAt: Instant?
        /// It was heard there, on this network.
        var isFound = false
    }

    private(set) var targets: [Target] = []

    /// When the next target is due; nil for none.
    var deadline: Instant? {
        targets.filter { $0.link == nil && !isBusy($0) }.map(\.nextAt).min()
    }

    // Its device is being dialled, or is linked. Where it was heard it is dialled all the same while
    // it is tried where it was met once: that may take long to fail.
    private func isBusy(_ target: Target) -> Bool {
        targets.contains {
            $0.link != nil && $0.device == target.device && ($0.isFound || !target.isFound)
        }
    }

    /// Adds targets that are not known yet; due at once.
    mutating func add(_ target: Target) {
        let isKnown = targets.contains {
            $0.device == target.device && $0.address == target.address
        }
        if !isKnown { targets.append(target) }
    }

    /// A device was heard there: due when the target says, if it was not due before, whatever
    /// failed. Where it was heard before it is no more.
    mutating func found(_ target: Target) {
        targets.removeAll {
            $0.isFound && $0.link == nil && $0.device == target.device
                && $0.address != target.address
        }
        guard let index = index(of: target) else { return targets.append(target) }
        targets[index].isFound = true
        targets[index].nextAt = min(targets[index].nextAt, target.nextAt)
    }

    /// The link was opened to where its device was heard.
    func isFound(_ link: LinkID) -> Bool { targets.contains { $0.link == link && $0.isFound } }

    /// Forgets everybody but `people`.
    mutating func keep(_ people: [PersonID]) {
        targets.removeAll { !people.contains($0.person) }
    }

    /// Makes every target that has no link due now.
    ///
    /// - Parameter person: only his, so that nobody hears that somebody else was added.
    mutating func hurry(_ person: PersonID? = nil, at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && person ?? targets[index].person == targets[index].person
        {
            targets[index].nextAt = now
        }
    }

    /// A target without a link is due, whether or not its device has another one.
    func isAnyDue(at now: Instant) -> Bool {
        targets.contains { $0.link == nil && $0.nextAt <= now }
    }

    /// The targets that are due, not counting devices in `linked`; the caller says by `dialled`
    /// which it dials.
    func due(at now: Instant, linked: [DeviceID]) -> [Target] {
        var devices = linked
        var due: [Target] = []
        // Where it was heard first: there it is most likely still.
        for target in targets.filter(\.isFound) + targets.filter({ !$0.isFound })
        where target.link == nil && target.nextAt <= now {
            guard !devices.contains(target.device), !isBusy(target) else { continue }
            devices.append(target.device)
            due.append(target)
        }
        return due
    }

    /// A target is being dialled over `link`.
    mutating func dialled(_ target: Target, over link: LinkID) {
        guard let index = index(of: target) else { return }
        targets[index].link = link
    }

    /// Puts off what is due but whose device is linked already.
    mutating func postpone(linked: [DeviceID], at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now
            && linked.contains(targets[index].device)
        {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
        }
    }

    /// Puts off everything that is due: there is no room for another link.
    mutating func putOff(at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
        }
    }

    /// Puts off one of them.
    mutating func putOff(_ target: Target, at now: Instant) {
        guard let index = index(of: target) else { return }
        targets[index].nextAt = now + SyncLimits.redialAfter.longest
    }

    /// The device answered over `link`; an address that a person gave is kept if it is the one.
    mutating func reached(
        _ certificate: Certificate, at address: String?, link: LinkID, now: Instant
    ) {
        for index in targets.indices where targets[index].link == link {
            targets[index].reachedAt = now
        }
        guard let address, !targets.contains(where: { $0.link == link }) else { return }
        var target = Target(
            device: certificate.device, person: certificate.person,
            agreement: certificate.agreement, address: address, nextAt: Instant(nanoseconds: 0))
        target.link = link
        target.reachedAt = now
        if let index = index(of: target) {
            guard targets[index].link == nil else { return }
            targets[index].link = link
            targets[index].reachedAt = now
        } else {
            targets.append(target)
        }
    }

    /// The link is gone, or could not be opened: after a steady one the pause is the first again.
    mutating func lost(_ link: LinkID, at now: Instant, dice: Dice) {
        guard let index = targets.firstIndex(where: { $0.link == link }) else { return }
        if let reachedAt = targets[index].reachedAt, now >= reachedAt + SyncLimits.steadyAfter {
            targets[index].failures = 0
        }
        targets[index].link = nil
        targets[index].reachedAt = nil
        targets[index].failures += 1
        targets[index].pauses += 1
        targets[index].nextAt = now + pause(targets[index], dice: dice)
    }

    // Chance of this target alone: how often others failed does not show in it.
    private func pause(_ target: Target, dice: Dice) -> Duration {
        let (shortest, longest) = SyncLimits.redialAfter
        var most = shortest
        for _ in 0..<min(target.failures, 16) where most < longest { most = most * 2 }
        let purpose = target.agreement.bytes + Array("\(target.address) \(target.pauses)".utf8)
        var chance = dice.split(Hash.blake2b16(purpose).leading)
        return chance.duration(from: shortest / 2, to: min(most, longest))
    }

    private func index(of target: Target) -> Int? {
        targets.firstIndex { $0.device == target.device && $0.address == target.address }
    }
}

extension Engine {
    /// Dials whoever is due.
    func dial(at now: Instant) throws(StorageError) {
        if !hasTargets {
            hasTargets = true
            for contact in try store.contacts() { try addTargets(contact, at: now) }
            try addCompanions(at: now)
            try addFellows(at: now)
        }
        guard now >= restsUntil, dialler.isAnyDue(at: now) else { return }
        let joins = try store.openJoins()
        // Whoever is to let this person in is called for that, though another link to him is open.
        let linked = sessions.filter { session in
            session.isAlive && session.isFamiliar
                && (!joins.contains { $0.certificate == session.certificate }
                    || joins.contains { session.isMade(by: $0) })
        }.compactMap(\.device)
        let friends = try [owner.person] + store.contacts().map(\.person)
        for target in dialler.due(at: now, linked: linked) {
            guard sessions.count < SyncLimits.linksMax else {
                dialler.putOff(at: now)
                break
            }
            // Members of groups, whoever they are, leave room for friends.
            let isFellow = !friends.contains(target.person)
            let fellows = dialler.targets.count {
                $0.link != nil && !friends.contains($0.person)
            }
            if isFellow, fellows >= SyncLimits.fellowLinksMax {
                dialler.putOff(target, at: now)
                continue
            }
            linksMade += 1
            let link = LinkID.outbound(linksMade)
            dialler.dialled(target, over: link)
            // Of several invitations by one device each in its turn: one may be refused for ever.
            let his = joins.filter { $0.certificate.agreement == target.agreement }
            let turn = Int(dialsMade[target.agreement, default: 0] % UInt64(max(his.count, 1)))
            let join = his.dropFirst(turn).first
            makeSession(
                link, address: target.address, remoteKey: target.agreement,
                invited: join.map(invited) ?? Session.Invited(), at: now)
            effects.append(.dial(link, address: target.address))
        }
        dialler.postpone(linked: linked, at: now)
    }

    /// Where a friend's devices were met last, and where his ticket says they are.
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

    // The other devices of this person: where they were met, and where they were said to be.
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

    /// Those this person shares a group with, where they were when they came or were met last, and
    /// those who are to let him in.
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

    // How somebody is called by whom he has invited.
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
            Dialler.Target(
                device: certificate.device, person: certificate.person,
                agreement: certificate.agreement, address: address, nextAt: now))
    }

    /// Whose devices are dialled: this person's, friends', and those of whom he shares a group with.
    func people() throws(StorageError) -> [PersonID] {
        let friends = try [owner.person] + store.contacts().map(\.person)
        return try friends + store.fellowMembers().filter { !friends.contains($0) }
    }

    /// Tries an address for every own, friend's and fellow member's device that is not linked: the key that answers says
    /// whose it is.
    func connect(to address: String, at now: Instant) throws(StorageError) -> Int {
        let linked = sessions.filter { $0.isAlive && $0.isFamiliar }.compactMap(\.device)
        var tries = 0
        for person in try people() {
            for device in try store.certificates(of: person)
            where !linked.contains(device.device) && device.device != owner.device
                && tries < SyncLimits.connectTriesMax
            {
                tries += 1
                linksMade += 1
                let link = LinkID.outbound(linksMade)
                makeSession(link, address: address, remoteKey: device.agreement, at: now)
                effects.append(.dial(link, address: address))
            }
        }
        return tries
    }
}
