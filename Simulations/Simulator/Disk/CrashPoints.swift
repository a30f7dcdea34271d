import Primitives
import Store
import Sync

/// Runs `DiskScript` with each call to the disk as the one at which power fails, and as the one
/// that fails.
package struct CrashPoints {
    private let stride: Int
    private let cutsEach: Int
    /// What is wrong with the disk from the beginning.
    private let plant: (SimulatedDisk) -> Void

    /// Creates the runs.
    ///
    /// - Parameters:
    ///   - stride: takes every `stride`th call.
    ///   - cutsEach: the number of power cuts at each call, each with different remains.
    package init(stride: Int = 1, cutsEach: Int = 3) {
        self.init(stride: stride, cutsEach: cutsEach) { _ in }
    }

    init(stride: Int, cutsEach: Int, plant: @escaping (SimulatedDisk) -> Void) {
        self.stride = stride
        self.cutsEach = cutsEach
        self.plant = plant
    }

    /// The results.
    package struct Report {
        /// The disk calls of the script, by kind.
        package var calls: [Verdict.Tally] = []
        package var cuts = 0
        /// What became of unsynced sectors.
        package var sectors: [Verdict.Tally] = []
        /// The number of runs in which one call failed, or all from one on.
        package var errors = 0
        /// The number of those in which a step or a start failed; the others ran to the end.
        package var refused = 0
        package var broken: [BrokenClaim] = []
    }

    package func run() throws(BrokenClaim) -> Report {
        var report = Report()
        let steps = try cutPower(&report)
        let count = report.calls.reduce(0) { $0 + $1.count }
        for number in Swift.stride(from: 1, through: count, by: stride) {
            for isLasting in [false, true] {
                report.errors += 1
                do throws(BrokenClaim) {
                    let run = ErrorRun(number: number, isLasting: isLasting, steps: steps)
                    try run.play()
                    if run.hasNoticed { report.refused += 1 }
                } catch {
                    let words = "call \(number) fails\(isLasting ? ", and all after it" : "")"
                    report.broken.append(BrokenClaim(error.claim, "\(words): \(error.detail)"))
                }
            }
        }
        return report
    }

    // Runs the script once and cuts power on copies.
    private func cutPower(_ report: inout Report) throws(BrokenClaim) -> [CrashWatch.Bounds] {
        let cluster = try DiskScript.world()
        let machine = cluster.machines[DiskScript.ana]
        plant(machine.disk)
        // This trap never springs: the world is observed as closely as with one that does.
        machine.disk.trap = DiskTrap(at: .max, of: SimulatedDisk.Call.allCases, .failed)
        let watch = CrashWatch(machine) { [stride, cutsEach] number, _ in
            number % stride == 0 ? cutsEach : 0
        }
        cluster.stepping = watch.watching(Cluster.plainStep)
        try DiskScript.play(cluster) { (cluster) throws(BrokenClaim) in
            try cluster.start(DiskScript.ana)
            watch.look(at: cluster.now, isFirst: machine.life == 1)
        }
        report.calls = SimulatedDisk.Call.allCases.map {
            Verdict.Tally(name: "\($0)", count: machine.disk.calls[$0.rawValue])
        }
        report.cuts = watch.made
        report.sectors = watch.remains.tallies
        report.broken = watch.broken
        return watch.steps
    }
}

/// A run of the script with one failing call.
private final class ErrorRun {
    private let number: Int
    private let isLasting: Bool
    private let steps: [CrashWatch.Bounds]
    private var stepsMade = 0
    private var broken: BrokenClaim?
    /// Whether a step or a start has failed.
    private(set) var hasNoticed = false

    init(number: Int, isLasting: Bool, steps: [CrashWatch.Bounds]) {
        self.number = number
        self.isLasting = isLasting
        self.steps = steps
    }

    func play() throws(BrokenClaim) {
        let cluster = try DiskScript.world()
        let machine = cluster.machines[DiskScript.ana]
        machine.disk.trap = DiskTrap(
            at: number, of: SimulatedDisk.Call.allCases, .failed, isLasting: isLasting)
        cluster.stepping = { [self] node, engine, inbox, now, wall throws(StorageError) in
            try step(node, machine.disk) { () throws(StorageError) in
                try engine.step(inbox, at: now, wall: wall)
            }
        }
        do throws(BrokenClaim) {
            try DiskScript.play(cluster) { (cluster) throws(BrokenClaim) in
                try cluster.start(DiskScript.ana)
                guard machine.state == .down else { return }
                hasNoticed = true
                machine.disk.mend()
                try cluster.start(DiskScript.ana)
            }
        } catch {
            // A requester whose node failed does nothing more.
            guard hasNoticed else { throw error }
        }
        if let broken { throw broken }
        machine.disk.mend()
        if machine.state == .down { try cluster.start(DiskScript.ana) }
        try Integrity.check(machine)
        try Durability.compare(machine, at: cluster.now)
        guard !hasNoticed else { return }
        try CrashWatch.check(machine.disk, [steps.last?.after], at: "at the end")
    }

    private func step<Result>(
        _ node: Int, _ disk: SimulatedDisk, _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        guard node == DiskScript.ana, !hasNoticed else { return try body() }
        stepsMade += 1
        do throws(StorageError) {
            return try body()
        } catch {
            hasNoticed = true
            do throws(BrokenClaim) {
                let bounds = steps[min(stepsMade, steps.count) - 1]
                try CrashWatch.check(
                    disk, [bounds.before, bounds.after], at: "after step \(stepsMade)")
            } catch {
                broken = error
            }
            throw error
        }
    }
}

extension Remains {
    /// The counts as reported.
    var tallies: [Verdict.Tally] {
        [
            Verdict.Tally(name: "kept", count: kept),
            Verdict.Tally(name: "dropped", count: dropped),
            Verdict.Tally(name: "torn", count: torn),
        ]
    }
}
