import Primitives
import Sync

/// A stranger who has nothing but bytes: garbage, lengths that promise much, drops of one byte,
/// and what he overheard of others' links.
struct Attacker {
    /// One link of his.
    struct Attempt {
        let kind: Kind
        /// How long the node that he tries had run when it was opened.
        let begunAfter: Duration
    }

    enum Kind: Int, CaseIterable {
        /// Random bytes.
        case garbage
        /// A frame that says it is as long as can be.
        case longFrame
        /// An empty frame.
        case emptyFrame
        /// A frame of a plausible length with nonsense in it.
        case nonsense
        /// The beginning of somebody's handshake, whole.
        case replay
        /// The same, cut off.
        case truncated
        /// The same, with one bit changed.
        case mutated
        /// Nothing at all.
        case silence
    }

    var dice: Dice
    /// Links that are open, by number.
    var attempts: [Int: Attempt] = [:]
    var isOver = false
    /// The nodes he tries.
    var targets: [Int]
    /// What he has done, by kind.
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

    /// What he sends on a link; `recordings` are what he overheard.
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
    /// The attacker tries a node, and again later.
    func attack() {
        guard !attacker.isOver else { return }
        let pause = attacker.dice.duration(from: .seconds(1), to: .seconds(40) * rarity)
        plan(.attack, in: pause)
        note(.attack, attacker.dice)
        attackOnce()
    }

    /// The attacker tries a node.
    func attackOnce() {
        let node = attacker.targets[attacker.dice.roll(below: attacker.targets.count)]
        // Now and then more than a node lets in at once.
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
