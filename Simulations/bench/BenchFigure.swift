/// One figure, with what it is compared with.
struct BenchFigure: Codable {
    let row: Int
    let what: String
    let figure: Double
    let unit: String
    /// The spread of the runs, in words: the JSON has no single form for it.
    let spread: String
    /// Other programs on the same workload, in the unit of the figure.
    var peers: [PeerFigure] = []
    var goal: Goal?

    /// The figure of another program.
    struct PeerFigure: Codable {
        let name: String
        let figure: Double
        /// What makes it easier or harder than ours.
        var note: String = ""
    }

    /// A bound that the figure must stay under or exceed.
    struct Goal: Codable {
        enum Sense: String, Codable {
            case atMost, atLeast
        }

        let sense: Sense
        let bound: Double
        /// How the bound is derived, if it is not a number of the table.
        var reason: String = ""
    }

    /// One line for progress output.
    var line: String { "  \(what): \(Number.text(figure)) \(unit) (\(spread))" }

    /// Whether the goal is met; nil without a goal.
    var isMet: Bool? {
        guard let goal else { return nil }
        switch goal.sense {
        case .atMost: return figure <= goal.bound
        case .atLeast: return figure >= goal.bound
        }
    }
}

extension BenchFigure.Goal {
    static func atMost(_ bound: Double, _ reason: String = "") -> BenchFigure.Goal {
        BenchFigure.Goal(sense: .atMost, bound: bound, reason: reason)
    }

    static func atLeast(_ bound: Double, _ reason: String = "") -> BenchFigure.Goal {
        BenchFigure.Goal(sense: .atLeast, bound: bound, reason: reason)
    }
}

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
