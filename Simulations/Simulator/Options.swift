import Primitives

/// A kind of trouble that a world may have.
enum FaultKind: Int, CaseIterable {
    /// A connection is reset: both ends hear of it.
    case reset
    /// A connection carries nothing any more, and nobody is told.
    case blackHole
    /// Nothing arrives over a connection for some seconds.
    case clog
    /// One host cannot reach another for a while; perhaps only in one direction.
    case partition
    /// A process dies with whatever it had not made durable, and comes back.
    case crash
    /// A process stands still.
    case pause
    /// A wall clock is set forward or back.
    case clockJump
    /// A bit changes on its way.
    case bitFlip

    var name: String {
        switch self {
        case .reset: return "reset"
        case .blackHole: return "black hole"
        case .clog: return "clog"
        case .partition: return "partition"
        case .crash: return "crash"
        case .pause: return "pause"
        case .clockJump: return "clock jump"
        case .bitFlip: return "bit flip"
        }
    }
}

/// The conditions of one world, drawn from its seed: which faults take part and how often, how the
/// network behaves, who knows whom.
struct Options {
    let nodes: Int
    /// How long there is trouble.
    let trouble: Duration
    /// Which faults there are, and the mean pause between two of a kind.
    let faults: [(kind: FaultKind, every: Duration)]
    /// The mean pause between two things that one person does.
    let actEvery: Duration
    let manner: Network.Manner
    /// Pairs of friends; never all with all.
    let friends: [(Int, Int)]
    /// Pairs that become friends in the middle of it.
    let lateFriends: [(Int, Int)]
    let hasAttacker: Bool

    init(seed: UInt64, nodes: Int?, minutes: Int?) {
        var dice = Dice(seed: seed).split(1)
        let count = nodes ?? 3 + dice.roll(below: 4)
        self.nodes = count
        trouble = .seconds((minutes ?? 3 + dice.roll(below: 6)) * 60)
        var faults: [(FaultKind, Duration)] = []
        for kind in FaultKind.allCases where dice.roll(below: 2) == 0 {
            faults.append((kind, .seconds(5 + dice.roll(below: 55))))
        }
        self.faults = faults
        actEvery = .milliseconds(1500 + dice.roll(below: 8000))
        manner = Network.Manner(
            latency: (.microseconds(100), .milliseconds(1 + dice.roll(below: 200))),
            cuts: Ratio(dice.roll(below: 5), of: 10))
        var pairs: [(Int, Int)] = []
        for first in 0..<count {
            for second in first + 1..<count where second == first + 1 || dice.roll(below: 4) == 0 {
                pairs.append((first, second))
            }
        }
        // Somebody's friend is always a stranger to somebody else.
        if count > 2 { pairs.removeAll { $0 == (0, count - 1) } }
        let late = pairs.count > 2 ? dice.roll(below: 2) : 0
        friends = Array(pairs.dropLast(late))
        lateFriends = Array(pairs.suffix(late))
        hasAttacker = dice.roll(below: 2) == 0
    }

    /// In words, so that a seed tells what it stands for.
    var words: String {
        let kinds = faults.map { "\($0.kind.name)/\($0.every.components.seconds)s" }
        let named = kinds.isEmpty ? "no faults" : kinds.joined(separator: " ")
        return "\(trouble.components.seconds / 60) min, \(friends.count)+\(lateFriends.count) pairs, "
            + "\(named)\(hasAttacker ? ", attacker" : "")"
    }
}
