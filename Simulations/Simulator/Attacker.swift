import Primitives
import Sync

/// A stranger without keys, who sends garbage, frames with false lengths, bytes one at a time, and
/// recordings of others' links.
struct Attacker {
    /// One link that the attacker opened.
    struct Attempt {
        let kind: Kind
        /// How long the target node had been running when the link was opened.
        let begunAfter: Duration
    }

    enum Kind: Int, CaseIterable {
        /// Random bytes.
        case garbage
        /// A frame that claims the maximum length.
        case longFrame
        /// An empty frame.
        case emptyFrame
        /// A frame of plausible length with random contents.
        case nonsense
        /// The beginning of somebody's recorded handshake, whole.
        case replay
        /// The same handshake, truncated.
        case truncated
        /// The same handshake, with one bit flipped.
        case mutated
        /// No bytes at all.
        case silence
    }

    var dice: Dice
    /// The open links, by number.
    var attempts: [Int: Attempt] = [:]
    var isOver = false
    /// The nodes under attack.
    var targets: [Int]
    /// The attempts made, counted by kind.
    var tried: [Verdict.Tally] = []
    private(set) var made: UInt64 = 0

    init(targets: [Int], dice: Dice) {
        self.targets = targets
        self.dice = dice
    }

    mutating func nextLink() -> LinkID {
        made += 1
        return .outbound(made)
    }

    mutating func kind() -> Kind {
        Kind.allCases[dice.roll(below: Kind.allCases.count)]
    }

    /// Returns the bytes to send on a link; `recordings` are the handshakes overheard so far.
    mutating func bytes(_ kind: Kind, recordings: [[UInt8]]) -> [UInt8] {
        let overheard =
            recordings.isEmpty
            ? random(50) : recordings[dice.roll(below: recordings.count)]
        switch kind {
        case .garbage: return random(1 + dice.roll(below: 4000))
        case .longFrame: return [0xFF, 0xFF] + random(dice.roll(below: 2000))
        case .emptyFrame: return [0, 0]
        case .nonsense: return [0, 56] + random(56)
        case .replay: return overheard
        case .truncated: return Array(overheard.prefix(dice.roll(below: overheard.count)))
        case .mutated:
            var changed = overheard
            changed[dice.roll(below: changed.count)] ^= 1 << UInt8(dice.roll(below: 8))
            return changed
        case .silence: return []
        }
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.roll(below: 256)) }
    }
}

extension Cluster {
    /// Attacks a node now and schedules the next attack.
    func attack() {
        guard !attacker.isOver else { return }
        let pause = attacker.dice.duration(from: .seconds(1), to: .seconds(40) * rarity)
        plan(.attack, in: pause)
        note(.attack, attacker.dice)
        attackOnce()
    }

    /// Attacks one node.
    func attackOnce() {
        let node = attacker.targets[attacker.dice.roll(below: attacker.targets.count)]
        // Now and then opens more links than a node admits at once.
        let count = attacker.dice.roll(below: 16) == 0 ? 24 : 1
        for _ in 0..<count {
            let end = SimulatedLink.End(
                host: attackerHost, link: attacker.nextLink(), life: 0, isOpen: true)
            _ = connect(end, to: node, address: SimulatedNode.address(of: node))
        }
    }

    func attackerConnected(_ link: SimulatedLink) {
        let kind = attacker.kind()
        marks.add("attack")
        attacker.tried.add("\(kind)")
        let target = machines[link.ends[1].host]
        target.countTime(to: now)
        attacker.attempts[link.number] = Attacker.Attempt(kind: kind, begunAfter: target.timeUp)
        let bytes = attacker.bytes(kind, recordings: network.recordings)
        trace.record(now, "attacker", "sends \(bytes.count), \(kind)", bytes: bytes)
        if !bytes.isEmpty { put(bytes, on: link, from: 0) }
    }

    func attackerLost(_ link: SimulatedLink) {
        attacker.attempts[link.number] = nil
    }
}
