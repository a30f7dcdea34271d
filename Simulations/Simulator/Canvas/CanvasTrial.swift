import CRDT
import Domain
import Primitives

/// Two or three nodes that edit one outfit concurrently, through partitions and power cuts: members of a group, or
/// devices of one person. In the end all must show one canvas with every uncontested edit on it.
package struct CanvasTrial {
    let seed: UInt64
    /// How nodes step; tests plant faults here.
    let stepping: Stepping

    /// What was done.
    package struct Report: Equatable, Sendable {
        /// Whether the nodes are devices of one person rather than members of a group.
        package var isOfOnePerson = false
        package var nodes = 0
        package var edits = 0
        /// The number of aspects of layers that several nodes set concurrently.
        package var contested = 0
        package var crashes = 0
        /// The number of layers on the canvas at the end.
        package var layers = 0
        /// The claim that did not hold; nil if all held.
        package var broken: BrokenClaim?

        package static func == (left: Report, right: Report) -> Bool {
            left.isOfOnePerson == right.isOfOnePerson && left.nodes == right.nodes
                && left.edits == right.edits && left.contested == right.contested
                && left.crashes == right.crashes && left.layers == right.layers
                && left.broken?.detail == right.broken?.detail
        }
    }

    /// Creates the trial of `seed`.
    package init(seed: UInt64, stepping: @escaping Stepping = Cluster.plainStep) {
        self.seed = seed
        self.stepping = stepping
    }

    /// Lets the nodes edit apart and together, waits until all have received everything, and checks the result.
    package func run() -> Report {
        var report = Report()
        do throws(BrokenClaim) {
            try run(&report)
        } catch {
            report.broken = error
        }
        return report
    }

    private func run(_ report: inout Report) throws(BrokenClaim) {
        var dice = Dice(seed: seed).split(50)
        report.nodes = 2 + (dice.roll(below: 3) == 0 ? 1 : 0)
        report.isOfOnePerson = dice.roll(below: 2) == 0
        let cluster = try world(report, &dice)
        cluster.stepping = stepping
        var studio = CanvasStudio(cluster, report, dice.split(1))
        try studio.open()
        for _ in 0..<2 + dice.roll(below: 3) {
            try studio.work()
            report.crashes = studio.crashes
        }
        try studio.settle()
        (report.edits, report.contested) = (studio.edits, studio.contested)
        report.layers = try studio.check()
        try cluster.checkEverything()
    }

    private func world(_ report: Report, _ dice: inout Dice) throws(BrokenClaim) -> Cluster {
        let persons = report.isOfOnePerson ? 1 : report.nodes
        var options = Options(
            nodes: persons, turmoil: .zero, friendships: [], rates: [],
            manner: Network.Manner(
                latency: (.milliseconds(1), .milliseconds(1 + dice.roll(below: 400))),
                cuts: Ratio(1, of: 4)),
            clocks: (0..<persons).map { _ in
                WallClock(
                    offsetMilliseconds: Int64(dice.roll(below: 400_000)) - 200_000,
                    driftPartsPerMillion: Int64(dice.roll(below: 401)) - 200)
            },
            actEvery: .seconds(60), deeds: [], hasAttacker: false)
        if report.isOfOnePerson {
            options.devices = DeviceOptions(person: 0, further: report.nodes - 1)
        }
        return try Cluster(seed: seed, options: options, onLine: nil)
    }
}
