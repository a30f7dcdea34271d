import Domain
import Primitives
import Store
import Sync

// Disk faults and a node's reaction. Like the product, it closes the store, reopens it, and takes
// no commands for a while; if that fails too it is down until its person starts it again.
extension Cluster {
    // Returns false if the fault could not affect anything.
    func befallDisk(_ kind: FaultKind) throws(BrokenClaim) -> Bool {
        if kind == .rot { return try rot() }
        let machine = machines[faults.diskDice.roll(below: machines.count)]
        let number = 1 + faults.diskDice.roll(below: 200)
        let isLasting = faults.diskDice.roll(below: 2) == 0
        let time = faults.diskDice.duration(from: .seconds(1), to: .seconds(90))
        guard machine.state == .running, !machine.disk.isPlanted, machine.decay == nil
        else { return false }
        try Durability.remember(machine)
        let disk = machine.disk
        switch kind {
        case .cut:
            disk.trap = DiskTrap(at: number, of: SimulatedDisk.Call.changing, .powerLost)
            return true
        case .syncError:
            disk.trap = DiskTrap(at: 1 + number / 20, of: [.sync], .failed, isLasting: isLasting)
        case .full:
            disk.capacity = disk.size + number * 512
            // Its person searches for something all the same.
            submit(.query(.list(ListRequest(query: "note", limit: 20))), at: machine.number)
        case .readError:
            machine.startTrap = DiskTrap(at: 1 + number / 8, of: [.open, .read], .failed)
            try crash(machine.number)
            plan(.relief(number: faults.begin(.down(machine.number))), in: time)
            return true
        default:
            disk.trap = DiskTrap(
                at: number, of: SimulatedDisk.Call.changing, .failed, isLasting: isLasting)
        }
        plan(.relief(number: faults.begin(.ailing(machine.number))), in: time)
        return true
    }

    /// Handles a failed step, whose durability is unknown.
    func storageFailed(_ error: StorageError, at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        guard machine.decay == nil else {
            try BadSchema.check(error, at: machine)
            return putAway(machine, .failed)
        }
        guard machine.disk.failures > 0 else {
            throw BrokenClaim("a step does not fail", "\(machine.place): \(error)")
        }
        machine.isInDoubt = true
        if machine.disk.hasLostPower { return goDark(machine) }
        trace.record(now, machine.place, "cannot write")
        reach(.failedStep)
        machine.countTime(to: now)
        machine.close()
        shutLinks(of: node, isSilent: false)
        machine.refusesUntil = now + Self.readOnlyPause
        try start(node)
        machine.engine?.rest(until: now + Self.readOnlyPause)
    }

    /// Handles a replica that could not be opened.
    func startFailed(_ error: StorageError, at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        guard machine.decay == nil else {
            try BadSchema.check(error, at: machine)
            return putAway(machine, .refused)
        }
        guard machine.disk.failures > 0 else {
            throw BrokenClaim("a replica opens after a crash", "\(machine.place): \(error)")
        }
        // What it had begun to write may be there or not.
        machine.isInDoubt = true
        if machine.disk.hasLostPower { return goDark(machine) }
        trace.record(now, machine.place, "cannot open")
        reach(.failedStart)
        machine.crash(losingPower: false)
        startLater(node)
    }

    private func goDark(_ machine: SimulatedNode) {
        trace.record(now, machine.place, "loses power in the middle of a call")
        reach(.powerInCall)
        machine.countTime(to: now)
        machine.crash(losingPower: false)
        shutLinks(of: machine.number, isSilent: true)
        startLater(machine.number)
    }

    private func startLater(_ node: Int) {
        let time = faults.startDice.duration(from: .seconds(1), to: .seconds(30))
        plan(.relief(number: faults.begin(.down(node))), in: time)
    }

    /// As long as in `Node`.
    private static let readOnlyPause: Duration = .seconds(10)
}
