import Primitives

/// What a seed decides about who breaks the rules: in a third of the worlds of four persons and more,
/// of three and more in brief ones, one or two of them, for ever, and in half of these somebody stands between one of them and
/// another person.
struct HostileOptions {
    struct Hostile {
        /// Where its person has several machines it keeps to them until it is lost.
        let node: Int
        let kind: HostileKind
    }

    let nodes: [Hostile]
    /// Between whom somebody stands, and how often he does something.
    let middle: (one: Int, other: Int, strikes: Ratio)?

    /// These, and nobody stands before them.
    init(nodes: [Hostile]) {
        self.nodes = nodes
        middle = nil
    }

    /// Draws it.
    ///
    /// - Parameters:
    ///   - nodes: how many persons there are.
    ///   - least: with fewer nobody breaks them.
    ///   - spared: who has several machines, if anybody.
    init?(nodes count: Int, least: Int = 4, spared: Int?, dice: inout Dice) {
        guard count >= least, dice.roll(below: 3) == 0 else { return nil }
        let kinds = HostileKind.allCases
        let order = dice.shuffle((0..<count).filter { $0 != spared })
        let many = count > 4 && dice.roll(below: 3) == 0 ? 2 : 1
        let drawn = order.prefix(many).map {
            Hostile(node: $0, kind: kinds[dice.roll(below: kinds.count)])
        }
        nodes = drawn.sorted { $0.node < $1.node }
        let isIntercepted = dice.roll(below: 2) == 0
        let strikes = Ratio(1, of: 4 + dice.roll(below: 60))
        middle = isIntercepted && order.count > many ? (order[0], order[many], strikes) : nil
    }

    /// All of it in words.
    var words: String {
        let kinds = nodes.map { "\($0.node)-\($0.kind.rawValue)" }.joined(separator: ",")
        let man = middle.map { "+middle=\($0.one)-\($0.other)/\($0.strikes.denominator)" }
        return (kinds + (man ?? "")).split(separator: " ").joined(separator: "-")
    }
}
