import Primitives
import Store
import Sync

/// Watches one node's disk: at chosen calls it cuts power on a copy, opens the copy and checks it
/// while the node goes on.
///
/// A step's writes are there as a whole or not at all, and those of earlier steps are there: each
/// copy must equal, row by row, the state before the step or the one after it.
final class CrashWatch {
    /// The state of a disk before and after a step.
    typealias Bounds = (before: Bytes32?, after: Bytes32?)

    private let machine: SimulatedNode
    /// The number of power cuts at the call with this number.
    private let cuts: (_ number: Int, _ call: SimulatedDisk.Call) -> Int
    /// Additional damage to a disk when power fails.
    private let damage: (SimulatedDisk) -> Void
    private var pending: [(number: Int, disk: SimulatedDisk)] = []
    private var last: Bytes32?
    private var hasChanged = true
    private(set) var steps: [Bounds] = []
    private(set) var calls = 0
    private(set) var made = 0
    private(set) var remains = Remains()
    private(set) var broken: [BrokenClaim] = []

    init(
        _ machine: SimulatedNode, damage: @escaping (SimulatedDisk) -> Void = { _ in },
        cuts: @escaping (_ number: Int, _ call: SimulatedDisk.Call) -> Int
    ) {
        self.machine = machine
        self.damage = damage
        self.cuts = cuts
        machine.disk.onCall = { [unowned self] in called($0) }
    }

    deinit { machine.disk.onCall = nil }

    /// Wraps `stepping` so that the disk is checked after each step of the node.
    func watching(_ stepping: @escaping Stepping) -> Stepping {
        { [self] node, engine, inbox, now, wall throws(StorageError) in
            let effects = try stepping(node, engine, inbox, now, wall)
            if node == machine.number { steps.append(look(at: now)) }
            return effects
        }
    }

    private func called(_ call: SimulatedDisk.Call) {
        calls += 1
        if SimulatedDisk.Call.changing.contains(call) { hasChanged = true }
        for cut in 0..<cuts(calls, call) {
            let copy = SimulatedDisk(
                copyOf: machine.disk, dice: Dice(seed: UInt64(calls)).split(UInt64(cut)))
            damage(copy)
            copy.losePower()
            remains += copy.remains
            pending.append((calls, copy))
            made += 1
        }
    }

    /// Checks the copies made in a step or start that is over.
    ///
    /// - Parameter isFirst: whether the database was created in it, in several transactions.
    @discardableResult
    func look(at now: Instant, isFirst: Bool = false) -> Bounds {
        let before = last
        do throws(BrokenClaim) {
            if hasChanged {
                last = try Inspection(machine.disk, at: machine.place).digest()
            }
        } catch {
            broken.append(error)
        }
        for (number, disk) in pending {
            do throws(BrokenClaim) {
                try check(disk, number, isFirst ? [last] : [before, last], isFirst, now)
            } catch {
                broken.append(error)
            }
        }
        pending = []
        hasChanged = false
        return (before, last)
    }

    private func check(
        _ disk: SimulatedDisk, _ number: Int, _ allowed: [Bytes32?], _ isFirst: Bool,
        _ now: Instant
    ) throws(BrokenClaim) {
        let place = "power lost at call \(number)"
        if !isFirst { try Self.check(disk, allowed, at: place) }
        do throws(StorageError) {
            _ = try machine.open(disk, at: now)
        } catch {
            throw BrokenClaim("a replica opens after a crash", "\(place): \(error)")
        }
        // A database that was being created is whole once it has been reopened.
        if isFirst { try Self.check(disk, allowed, at: place) }
    }

    /// Checks that `disk` holds a whole database with one of the allowed states.
    static func check(
        _ disk: SimulatedDisk, _ allowed: [Bytes32?], at place: String
    ) throws(BrokenClaim) {
        let inspection = try Inspection(disk, at: place)
        try Integrity.check(inspection, at: place)
        guard allowed.contains(try inspection.digest()) else {
            throw BrokenClaim(
                "acknowledged is durable", "\(place): neither as before the step nor as after it")
        }
    }
}
