import Primitives

/// Options of hostile nodes. A third of the worlds of four persons and more, or brief ones of three and more, have one
/// or two, hostile for good; in half of these an adversary stands on the path between one of them and another person.
struct HostileOptions {
    struct Hostile {
        /// The lost device, if its person has several: it is honest until it is lost.
        let node: Int
        let kind: HostileKind
    }

    let nodes: [Hostile]
    /// The hosts between which an adversary stands, and how often it strikes.
    let middle: (one: Int, other: Int, strikes: Ratio)?

    /// Creates options with these nodes and without an adversary on the path.
    init(nodes: [Hostile]) {
        self.nodes = nodes
        middle = nil
    }

    /// Draws the options.
    ///
    /// - Parameters:
    ///   - nodes: the number of persons.
    ///   - least: the smallest number of persons with a hostile node.
    ///   - spared: the person with several devices, if any.
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

    /// The options in words.
    var words: String {
        let kinds = nodes.map { "\($0.node)-\($0.kind.rawValue)" }.joined(separator: ",")
        let man = middle.map { "+middle=\($0.one)-\($0.other)/\($0.strikes.denominator)" }
        return (kinds + (man ?? "")).split(separator: " ").joined(separator: "-")
    }
}
