import CRDT
import Primitives
import Sodium

/// Decides whom to dial, where, and when to retry: capped exponential back-off with jitter, so that a node
/// that was away is not met by a storm.
struct Dialler {
    /// One device at one address.
    struct Target: Equatable {
        /// The certificate of the device that the link must lead to; its key is the link's static key.
        let certificate: Certificate
        let address: String
        var nextAt: Instant
        var failures = 0
        /// The number of pauses drawn so far.
        var pauses = 0
        /// The link that is open or being opened.
        var link: LinkID?
        /// When the device proved its identity over this link.
        var reachedAt: Instant?
        /// Whether the device was discovered at this address on a local network.
        var isFound = false
        /// Whether the target was due when there was no room for another link.
        var isPutOff = false
        /// Set when there was no place for the link at either end: neither a beacon nor a link that ends
        /// makes the target due earlier.
        var restsUntil: Instant?

        var peer: PeerID { certificate.peer }
        var person: PersonID { certificate.person }
        var agreement: Bytes32 { certificate.agreement }
    }

    private(set) var targets: [Target] = []

    /// When the next target is due; nil if none is.
    var deadline: Instant? {
        targets.filter { $0.link == nil && !isBusy($0) }.map(\.nextAt).min()
    }

    // Whether its device is being dialled or is linked. A discovered address is dialled even while a
    // remembered one is being tried, since that may take long to fail.
    private func isBusy(_ target: Target) -> Bool {
        targets.contains {
            $0.link != nil && $0.peer == target.peer && ($0.isFound || !target.isFound)
        }
    }

    /// Adds a target that is not known yet.
    mutating func add(_ target: Target) {
        let isKnown = targets.contains {
            $0.certificate == target.certificate && $0.address == target.address
        }
        if !isKnown { targets.append(target) }
    }

    /// Records a discovered address of a device. It becomes due when `target` says, unless it is due earlier,
    /// regardless of previous failures. The device's previous discovered address is deleted.
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

    /// Whether the link was opened to a discovered address.
    func isFound(_ link: LinkID) -> Bool { targets.contains { $0.link == link && $0.isFound } }

    /// Deletes the targets of all people but `people`.
    mutating func keep(_ people: [PersonID]) {
        targets.removeAll { !people.contains($0.person) }
    }

    /// Makes every target that has no link due now.
    ///
    /// - Parameter person: If given, only this person's targets, so that nobody else can observe that they
    ///   were added.
    mutating func hurry(_ person: PersonID? = nil, at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && person ?? targets[index].person == targets[index].person
        {
            targets[index].nextAt = now
        }
    }

    /// Resets the back-off of the target behind `link`, which is ended here because of what came over it. The
    /// effect lasts only while something new comes.
    mutating func forgive(_ link: LinkID) {
        guard let index = targets.firstIndex(where: { $0.link == link }) else { return }
        targets[index].failures = 0
    }

    /// Whether a target without a link is due, even if its device has another link.
    func isAnyDue(at now: Instant) -> Bool {
        targets.contains { $0.link == nil && $0.nextAt <= now }
    }

    /// The targets that are due, except devices in `linked`. The caller reports by `dialled` which it dials.
    func due(at now: Instant, linked: [PeerID]) -> [Target] {
        var peers = linked
        var due: [Target] = []
        // Discovered addresses first: the device is most likely still there.
        for target in targets.filter(\.isFound) + targets.filter({ !$0.isFound })
        where target.link == nil && target.nextAt <= now {
            guard !peers.contains(target.peer), !isBusy(target) else { continue }
            peers.append(target.peer)
            due.append(target)
        }
        return due
    }

    /// Records that a target is being dialled over `link`.
    mutating func dialled(_ target: Target, over link: LinkID) {
        guard let index = index(of: target) else { return }
        targets[index].link = link
        targets[index].isPutOff = false
    }

    /// Draws at random up to `most` of the fellows that are due. If those with the smallest keys were chosen,
    /// all members of a group would call the same few.
    func chosen(of fellows: [Target], most: Int, dice: Dice) -> [Target] {
        guard fellows.count > most else { return fellows }
        let drawn = fellows.enumerated().map { (place, target) in
            var chance = dice.split(Hash.blake2b16(Self.purpose("turn", of: target)).leading)
            return (number: chance.next(), place: place)
        }.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
        return drawn.prefix(max(most, 0)).map { fellows[$0.place] }
    }

    /// Postpones the targets that are due and whose device is linked already.
    mutating func postpone(linked: [PeerID], at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now
            && linked.contains(targets[index].peer)
        {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
        }
    }

    /// Postpones everything that is due, as there is no room for another link.
    mutating func putOff(at now: Instant) {
        for index in targets.indices
        where targets[index].link == nil && targets[index].nextAt <= now {
            targets[index].nextAt = now + SyncLimits.redialAfter.longest
            targets[index].isPutOff = true
        }
    }

    /// Postpones one target.
    mutating func putOff(_ target: Target, at now: Instant) {
        guard let index = index(of: target) else { return }
        targets[index].nextAt = now + SyncLimits.redialAfter.longest
        targets[index].isPutOff = true
    }

    /// Records that there was no place for a link with this device. All its addresses are dialled again only
    /// after a long pause, even if it is discovered before.
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

    /// Records that the device proved itself over `link`. If a person gave the address, it becomes a target.
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

    /// Moves the target of `old` to `new`, a link to the same device that replaced it.
    mutating func move(from old: LinkID, to new: LinkID) {
        guard let index = targets.firstIndex(where: { $0.link == old }),
            !targets.contains(where: { $0.link == new })
        else { return }
        targets[index].link = new
    }

    /// Makes the postponed targets due, as there may be room again.
    mutating func resume(at now: Instant) {
        for index in targets.indices where targets[index].isPutOff {
            targets[index].isPutOff = false
            targets[index].nextAt = min(targets[index].nextAt, now)
        }
    }

    /// Records that the link ended or could not be opened, and draws the next pause. After a steady link the
    /// back-off starts over.
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

    // Draws from randomness of this target alone, so that it does not reveal how often others failed.
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
