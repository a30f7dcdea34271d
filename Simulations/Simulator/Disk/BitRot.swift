import Domain
import Primitives
import Store

/// Flips one bit at a time on the disk that `DiskScript` leaves, once with a write-ahead log left by a kill, once with
/// everything in the database, and counts what notices.
package struct BitRot {
    private let flips: Int

    package init(flips: Int) {
        self.flips = flips
    }

    /// The outcomes of the flipped bits.
    package struct Report {
        package var flips = 0
        /// Every row is unchanged.
        package var harmless = 0
        /// The store did not open, or could not show everything.
        package var refused = 0
        /// The store showed everything, and SQLite's check of pages and indexes found the damage.
        package var foundByCheck = 0
        /// A log that cannot be read to its end counts as ending earlier: the state is an earlier one.
        package var wentBack = 0
        /// A row has different bytes, and no check of SQLite's sees it.
        package var unseen = 0
    }

    package func run() throws(BrokenClaim) -> Report {
        var report = Report()
        let cluster = try DiskScript.world()
        let machine = cluster.machines[DiskScript.ana]
        var known: [Bytes32] = []
        cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            let effects = try Cluster.plainStep(node, engine, inbox, now, wall)
            if node == DiskScript.ana,
                let digest = try? Inspection(machine.disk, at: machine.place).digest()
            {
                known.append(digest)
            }
            return effects
        }
        try DiskScript.play(cluster) { (cluster) throws(BrokenClaim) in
            try cluster.start(DiskScript.ana)
        }
        let withLog = SimulatedDisk(copyOf: machine.disk, dice: Dice(seed: 1))
        machine.close()
        for (number, disk) in [withLog, machine.disk].enumerated() {
            let whole = try Inspection(disk, at: machine.place).digest()
            for flip in 0..<flips / 2 {
                let dice = Dice(seed: UInt64(number)).split(UInt64(flip))
                let rotten = SimulatedDisk(copyOf: disk, dice: dice)
                rotten.rot()
                report.flips += 1
                judge(rotten, machine, whole, known, at: cluster.now, &report)
            }
        }
        return report
    }

    private func judge(
        _ disk: SimulatedDisk, _ machine: SimulatedNode, _ whole: Bytes32, _ known: [Bytes32],
        at now: Instant, _ report: inout Report
    ) {
        let inspection = try? Inspection(disk, at: "a rotten disk")
        let digest = try? inspection?.digest()
        guard digest != whole else {
            report.harmless += 1
            return
        }
        guard Self.isShown(disk, machine, at: now) else {
            report.refused += 1
            return
        }
        guard let inspection, let digest,
            (try? Integrity.check(inspection, at: "a rotten disk")) != nil
        else {
            report.foundByCheck += 1
            return
        }
        if known.contains(digest) { report.wentBack += 1 } else { report.unseen += 1 }
    }

    // Whether the store opens and shows every link.
    private static func isShown(
        _ disk: SimulatedDisk, _ machine: SimulatedNode, at now: Instant
    ) -> Bool {
        let copy = SimulatedDisk(copyOf: disk, dice: Dice(seed: 0))
        let wall = machine.clock.reading(at: now)
        do throws(StorageError) {
            let store = try machine.open(copy, at: now)
            let request = ListRequest(query: "", limit: Limits.pageMax)
            _ = try store.transaction { () throws(StorageError) in
                try store.answer(.list(request), now: wall)
            }
            return true
        } catch {
            return false
        }
    }
}
