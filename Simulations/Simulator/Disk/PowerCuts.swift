import Primitives

/// Runs small worlds with ordinary activity and cuts power at every few calls to one node's disk,
/// thousands of times.
package struct PowerCuts {
    /// A fault planted from the beginning, to show that it is detected.
    struct Plant {
        /// Changes the disk before the first start.
        var disk: (SimulatedDisk) -> Void = { _ in }
        /// Damages a disk when power fails.
        var damage: (SimulatedDisk) -> Void = { _ in }
        /// How the node steps.
        var stepping: (SimulatedDisk) -> Stepping = { _ in Cluster.plainStep }
    }

    private let seed: UInt64
    private let plant: Plant

    /// Creates the small world of `seed`.
    package init(seed: UInt64) {
        self.init(seed: seed, plant: Plant())
    }

    init(seed: UInt64, plant: Plant) {
        self.seed = seed
        self.plant = plant
    }

    /// The results of one world.
    package struct Report {
        package var cuts = 0
        package var steps = 0
        /// What became of unsynced sectors.
        package var sectors: [Verdict.Tally] = []
        package var broken: [BrokenClaim] = []
    }

    /// Runs the world.
    ///
    /// - Parameter cutsMax: the limit on power cuts.
    package func run(cutsMax: Int) throws(BrokenClaim) -> Report {
        var dice = Dice(seed: seed).split(1)
        var options = Options(
            nodes: 2, turmoil: .zero,
            friendships: [
                Options.Friendship(first: 0, second: 1, at: .seconds(1), lag: .seconds(1))
            ],
            rates: [],
            manner: Network.Manner(
                latency: (.milliseconds(1), .milliseconds(20)), cuts: Ratio(1, of: 4)),
            clocks: Array(
                repeating: WallClock(offsetMilliseconds: 0, driftPartsPerMillion: 0), count: 2),
            actEvery: .seconds(3), deeds: Deed.usual, hasAttacker: false)
        options.absent = [0]
        let cluster = try Cluster(seed: seed, options: options, onLine: nil)
        let machine = cluster.machines[0]
        // Write-ahead logs that restart often, now and then, or never.
        let pages = ["20", "200", "4000"][dice.roll(below: 3)]
        machine.disk.pragmas = [("wal_autocheckpoint", pages)]
        plant.disk(machine.disk)
        var left = cutsMax
        let watch = CrashWatch(machine, damage: plant.damage) { _, call in
            guard left > 0, call != .read, dice.roll(below: 4) == 0 else { return 0 }
            left -= 1
            return 1
        }
        cluster.stepping = watch.watching(plant.stepping(machine.disk))
        try cluster.start(0)
        watch.look(at: cluster.now, isFirst: true)
        cluster.beginWork(options.friendships)
        while left > 0, cluster.now < Instant(nanoseconds: 60_000_000_000) {
            try cluster.run(for: .seconds(1))
        }
        return Report(
            cuts: watch.made, steps: watch.steps.count, sectors: watch.remains.tallies,
            broken: watch.broken)
    }
}
