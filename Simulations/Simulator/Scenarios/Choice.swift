import Primitives

/// Something that happened by chance in a world, with its own random seed, so that it can be
/// replayed without the others, whatever becomes of the numbers they were drawn from.
package struct Choice: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case act(node: Int, Deed)
        case actInGroup(node: Int, GroupDeed)
        /// One person adds another, and retries until it is done.
        case befriend(node: Int, other: Int)
        /// A person ends a friendship, if they have one.
        case quarrel(node: Int)
        case pair(machine: Int, by: Int)
        case lose(machine: Int, by: Int)
        case fault(FaultKind)
        case attack
        /// A node of a later version writes what no other node knows.
        case foresee(node: Int)
        /// The carrier of files comes.
        case carry
    }

    /// Time since the beginning of the turmoil.
    let at: Duration
    let kind: Kind
    /// The seed of the dice used from here on.
    let chance: UInt64

    /// The node that it concerns first; nil for faults, attacks and the carrier.
    var node: Int? {
        switch kind {
        case .act(let node, _), .actInGroup(let node, _), .befriend(let node, _),
            .quarrel(let node), .foresee(let node):
            return node
        case .pair(_, let by), .lose(_, let by): return by
        case .fault, .attack, .carry: return nil
        }
    }

    /// Its name, without the person.
    var name: String {
        switch kind {
        case .act(_, let deed): return deed.rawValue
        case .actInGroup(_, let deed): return deed.rawValue
        case .befriend: return "befriend"
        case .quarrel: return "quarrel"
        case .pair: return "pair"
        case .lose: return "lose"
        case .fault(let kind): return "fault \(kind.rawValue)"
        case .attack: return "attack"
        case .foresee: return "foresee"
        case .carry: return "carry"
        }
    }

    /// All deeds that persons do by chance.
    static let deeds = Deed.allCases.map(\.rawValue) + GroupDeed.allCases.map(\.rawValue)

    /// Returns the deed of this name, for the person at `node`; nil if there is none.
    static func deed(named name: String, node: Int = 0) -> Kind? {
        if let deed = Deed(rawValue: name) { return .act(node: node, deed) }
        return GroupDeed(rawValue: name).map { .actInGroup(node: node, $0) }
    }
}

// Recording and replaying of chance events.
extension Cluster {
    /// Records something that happens now with these dice.
    func note(_ kind: Choice.Kind, _ dice: Dice = Dice(seed: 0), in delay: Duration = .zero) {
        guard isRecording else { return }
        let at = (now - Instant(nanoseconds: 0)) + delay
        recorded.append(Choice(at: at, kind: kind, chance: dice.seed))
    }

    /// Replays all of these, each at its time from now on, and nothing else by chance.
    func replay(_ choices: [Choice]) {
        isRecording = false
        workload.isOver = false
        attacker.isOver = false
        faults.isOver = false
        carriage.isOver = false
        groups.handsOut = choices.contains { choice in
            if case .actInGroup = choice.kind { return true }
            return false
        }
        for choice in choices {
            switch choice.kind {
            // These retry until they are done.
            case .befriend(let node, let other):
                plan(.befriend(node: node, other: other), in: choice.at)
            case .pair(let machine, _): plan(.pair(machine: machine), in: choice.at)
            case .lose: plan(.lose, in: choice.at)
            default:
                script.append(choice)
                plan(.choice(number: script.count - 1), in: choice.at)
            }
        }
    }

    /// Replays a recorded choice.
    func follow(_ number: Int) throws(BrokenClaim) {
        let dice = Dice(seed: script[number].chance)
        switch script[number].kind {
        case .act(let node, let deed):
            guard !workload.isOver else { return }
            workload.dice = dice
            try perform(deed, at: node)
        case .actInGroup(let node, let deed):
            guard !workload.isOver else { return }
            groups.dice = dice
            try perform(deed, at: node)
        case .quarrel(let node):
            guard !workload.isOver else { return }
            workload.quarrels = dice
            endAFriendship(at: node)
        case .fault(let kind):
            guard !faults.isOver else { return }
            faults[of: kind] = dice
            try suffer(kind)
        case .attack:
            guard !attacker.isOver else { return }
            attacker.dice = dice
            attackOnce()
        case .foresee(let node):
            guard !workload.isOver else { return }
            later.dice = dice
            try writeUnknown(at: node)
        case .carry:
            carriage.dice = dice
            carryOnce()
        case .befriend, .pair, .lose: return
        }
    }
}
