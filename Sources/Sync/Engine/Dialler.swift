import CRDT
import Primitives
import Sodium

/// Whom to dial, where, and when again: full jitter, doubling, capped, so that a node that was away
/// is not met by a storm.
struct Dialler {
    /// One device at one address.
    struct Target: Equatable {
        /// Whom the link must lead to; its key is the link's static one.
        let certificate: Certificate
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
        /// It was due, and there was no room for another link.
        var isPutOff = false
        /// There was no place for its link, there or here: neither a beacon nor a link that ends makes
        /// it due before then.
        var restsUntil: Instant?

        var peer: PeerID { certificate.peer }
        var person: PersonID { certificate.person }
        var agreement: Bytes32 { certificate.agreement }
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
            $0.link != nil && $0.peer == target.peer && ($0.isFound || !target.isFound)
        }
    }

    /// Adds targets that are not known yet; due at once.
    mutating func add(_ target: Target) {
        let isKnown = targets.contains {
            $0.certificate == target.certificate && $0.address == target.address
        }
        if !isKnown { targets.append(target) }
    }

    /// A device was heard there: due when the target says, if it was not due before, whatever
    /// failed. Where it was heard before it is no more.
    mutating func found(_ target: Target) {
        var target = target
        target.restsUntil = targets.first { $0.peer == target.peer }?.restsUntil
        target.nextAt = max(target.nextAt, target.restsUntil ?? target.nextAt)
        targets.removeAll {
            $0.isFound && $0.link == nil && $0.peer == target.peer
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

    /// A link is ended here because of what came over it: where it was dialled it is dialled anew as if
    /// nothing had failed before. That lasts no longer than something new comes.
    mutating func forgive(_ link: LinkID) {
        guard let index = targets.firstIndex(where: { $0.link == link }) else { return }
        targets[index].failures = 0
    }

    /// A target without a link is due, whether or not its device has another one.
    func isAnyDue(at now: Instant) -> Bool {
        targets.contains { $0.link == nil && $0.nextAt <= now }
    }

    /// The targets that are due, not counting devices in `linked`; the caller says by `dialled`
    /// which it dials.
    func due(at now: Instant, linked: [PeerID]) -> [Target] {
        var peers = linked
        var due: [Target] = []
        // Where it was heard first: there it is most likely still.
        for target in targets.filter(\.isFound) + targets.filter({ !$0.isFound })
        where target.link == nil && target.nextAt <= now {
            guard !peers.contains(target.peer), !isBusy(target) else { continue }
            peers.append(target.peer)
            due.append(target)
        }
        return due
    }

    /// A target is being dialled over `link`.
    mutating func dialled(_ target: Target, over link: LinkID) {
        guard let index = index(of: target) else { return }
        targets[index].link = link
        targets[index].isPutOff = false
    }

    /// Of fellows that are due, so many to be dialled, by chance: were it those with the smallest
    /// keys, all members of a group would call the same few.
    func chosen(of fellows: [Target], most: Int, dice: Dice) -> [Target] {
        guard fellows.count > most else { return fellows }
        let drawn = fellows.enumerated().map { (place, target) in
            var chance = dice.split(Hash.blake2b16(Self.purpose("turn", of: target)).leading)
            return (number: chance.next(), place: place)
        }.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
        return drawn.prefix(max(most, 0)).map { fellows[$0.place] }
    }

    /// Puts off what is due but whose device is linked already.
    mutating func postpone(linked: [PeerID], at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now
            && linked.contains(targets[index].peer)
        {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
        }
    }

    /// Puts off everything that is due: there is no room for another link.
    mutating func putOff(at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
            targets[index].isPutOff = true
        }
    }

    /// Puts off one of them.
    mutating func putOff(_ target: Target, at now: Instant) {
        guard let index = index(of: target) else { return }
        targets[index].nextAt = now + SyncLimits.redialAfter.longest
        targets[index].isPutOff = true
    }

    /// There was no place for a link with this device: wherever it is, it is dialled again after a long
    /// pause only, also if it is heard before.
    mutating func rest(_ peer: PeerID, at now: Instant, dice: Dice) {
        guard let first = targets.firstIndex(where: { $0.peer == peer }) else { return }
        targets[first].pauses += 1
        let purpose = Self.purpose("rest", of: targets[first])
        var chance = dice.split(Hash.blake2b16(purpose).leading)
        let (shortest, longest) = SyncLimits.crowdedPause
        let until = now + chance.duration(from: shortest, to: longest)
        for index in targets.indices where targets[index].peer == peer {
            targets[index].restsUntil = until
            targets[index].nextAt = max(targets[index].nextAt, until)
            targets[index].isPutOff = false
        }
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
            certificate: certificate, address: address, nextAt: Instant(nanoseconds: 0))
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

    /// A link took the place of another one to the same device: where it was dialled it is linked still.
    mutating func move(from old: LinkID, to new: LinkID) {
        guard let index = targets.firstIndex(where: { $0.link == old }),
            !targets.contains(where: { $0.link == new })
        else { return }
        targets[index].link = new
    }

    /// There may be room again: what was put off is due.
    mutating func resume(at now: Instant) {
        for index in targets.indices where targets[index].isPutOff {
            targets[index].isPutOff = false
            targets[index].nextAt = min(targets[index].nextAt, now)
        }
    }

    /// The link is gone, or could not be opened: after a steady one the pause is the first again.
    mutating func lost(_ link: LinkID, at now: Instant, dice: Dice) {
        guard let index = targets.firstIndex(where: { $0.link == link }) else { return }
        resume(at: now)
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

    private static func purpose(_ word: String, of target: Target) -> [UInt8] {
        target.agreement.bytes + Array("\(word) \(target.address) \(target.pauses)".utf8)
    }

    private func index(of target: Target) -> Int? {
        targets.firstIndex {
            $0.certificate == target.certificate && $0.address == target.address
        }
    }
}
