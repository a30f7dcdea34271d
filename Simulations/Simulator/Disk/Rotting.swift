import Primitives

@testable import Store
@testable import Sync

/// The outcomes of a bit that goes bad on a node's disk.
enum BadBit: String, CaseIterable {
    /// Every row is unchanged: the usual claims apply to the node.
    case harmless = "a bad bit, and no other row"
    /// The store does not open.
    case refused = "a bad bit, and no start"
    /// A step fails.
    case failed = "a bad bit, and a step that failed"
    /// The node goes on, and SQLite's check of pages and indexes, which the node does not run, would find the damage.
    case unlooked = "a bad bit that a look would find"
    /// The node goes on with a changed log and detects it by itself.
    case found = "a bad bit that the node found"
    /// The node goes on with a changed log, and peers bring back the original.
    case mended = "a bad bit in the log that others mended"
    /// The node goes on with changed rows, all of them derived from the log.
    case unseen = "a bad bit that nobody saw"
}

/// Checks that a node detects a changed bit in its log.
enum BadLog {
    static let claim = "a bad bit in the log is found"
    static let innocence = "nobody finds a bad bit where there is none"

    /// Checks what holds at any moment of every node with a sound disk.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.honest where machine.decay == nil {
            guard let damage = machine.store?.damaged.first else { continue }
            let (chain, sequence) = (damage.row >> 40, damage.row & (1 << 40 - 1))
            throw BrokenClaim(
                innocence, "\(machine.place) finds one in delta \(sequence) of chain \(chain)")
        }
    }
}

/// Checks the error that a user gets when one of the product's statements no longer runs.
enum BadSchema {
    static let claim = "a bad bit in the schema is told as damage"

    /// SQLite's code 1 means nothing to a user.
    static func check(_ error: StorageError, at machine: SimulatedNode) throws(BrokenClaim) {
        guard case .failed(let code, _) = error, code & 0xFF == 1 else { return }
        throw BrokenClaim(claim, "\(machine.place): \(error)")
    }
}

/// The state of a node with a changed row on its disk.
enum Decay {
    /// It goes on as long as it can.
    case running
    /// It has been retired for good.
    case over
}

// Flips a bit on a disk. What the node shows and sends then is arbitrary: nothing is claimed of it, but everything of
// the others, with whom it still communicates. Its person does nothing there, and retires it when it stops by itself or
// when everything is healed.
extension Cluster {
    /// Kills a process, flips a bit and restarts it. This affects at most one node of a world, and none that is exempt
    /// from claims anyway.
    ///
    /// - Returns: false if there was no such node.
    func rot() throws(BrokenClaim) -> Bool {
        let sound = machines.filter { machine in
            machine.state == .running && machine.asked.isEmpty && !machine.isInDoubt
                && !machine.disk.isPlanted && isHonest(machine.number) && !isShared(machine.holder)
        }
        guard !sound.isEmpty, machines.allSatisfy({ $0.decay == nil }) else { return false }
        let machine = sound[faults.diskDice.roll(below: sound.count)]
        let time = faults.diskDice.duration(from: .milliseconds(50), to: faults.longest / 9)
        try crash(machine.number)
        let inspection = try Inspection(machine.disk, at: machine.place)
        let whole = try inspection.digest()
        let log = try inspection.log()
        machine.disk.rot()
        if isWhole(machine.disk, whole, at: machine.place) {
            rotted.add(BadBit.harmless.rawValue)
        } else {
            machine.decay = .running
            // SQLite itself reports what cannot be read at all.
            let now = try? Inspection(machine.disk, at: machine.place).log()
            machine.hasBadLog = now.map { isOther($0, than: log) } ?? false
            machine.soundLog = log
            network.lawless.insert(machine.number)
        }
        plan(.relief(number: faults.begin(.down(machine.number))), in: time)
        return true
    }

    /// Whether a node of that person has, or had, changed rows, so that it may have lost the end of a friendship.
    func hasDecayed(_ person: Int) -> Bool {
        machines.contains { $0.holder == person && $0.decay != nil }
    }

    // Missing deltas are not changed ones: SQLite's log ends where its checksums say so.
    private func isOther(_ now: [Inspection.Delta], than before: [Inspection.Delta]) -> Bool {
        let known = Dictionary(before.map { ($0.row, $0) }) { first, _ in first }
        return !now.allSatisfy { delta in known[delta.row].map(delta.says) ?? false }
    }

    // Whether the former log is back, and perhaps more.
    private func isMended(_ machine: SimulatedNode) -> Bool {
        guard machine.hasBadLog, !machine.soundLog.isEmpty,
            let now = try? Inspection(machine.disk, at: machine.place).log()
        else { return false }
        let rows = Set(machine.soundLog.map(\.row))
        return !isOther(now.filter { rows.contains($0.row) }, than: machine.soundLog)
    }

    // Whether pages and indexes are sound and every row is unchanged.
    private func isWhole(_ disk: SimulatedDisk, _ whole: Bytes32, at place: String) -> Bool {
        do throws(BrokenClaim) {
            guard try Inspection(disk, at: place).digest() == whole else { return false }
            try Integrity.check(disk, at: place)
            return true
        } catch {
            return false
        }
    }

    /// Observes the groups of a damaged node while its store can be read: those it lets into a group may read what is
    /// written there.
    func watchDecay(of machine: SimulatedNode) {
        do throws(BrokenClaim) {
            try observeGroups(at: machine.number)
        } catch {
            putAway(machine, .failed)
        }
    }

    /// Stops the node for good.
    func putAway(_ machine: SimulatedNode, _ end: BadBit) {
        trace.record(now, machine.place, end.rawValue)
        rotted.add(end.rawValue)
        machine.decay = .over
        guard machine.state != .down else { return }
        machine.countTime(to: now)
        machine.crash(losingPower: false)
        shutLinks(of: machine.number, isSilent: false)
    }

    /// Retires nodes that go on with changed rows. If a changed row is a delta of the log, and SQLite finds no fault,
    /// the node must detect it once it has scanned the whole log.
    func endDecay() throws(BrokenClaim) {
        for machine in machines where machine.decay == .running {
            let isFound = isFound(at: machine)
            let isMended = !isFound && isMended(machine)
            do throws(BrokenClaim) {
                try Integrity.check(machine)
                guard isFound || isMended || !machine.hasBadLog || machine.engine == nil else {
                    throw BrokenClaim(BadLog.claim, "\(machine.place) does not find it")
                }
                putAway(machine, isMended ? .mended : isFound ? .found : .unseen)
            } catch {
                guard error.claim != BadLog.claim else { throw error }
                putAway(machine, .unlooked)
            }
        }
    }

    // One full round of the scan that a node runs a little of each minute; a node that is down runs none.
    private func isFound(at machine: SimulatedNode) -> Bool {
        guard let store = machine.store, machine.state != .down else { return false }
        if !store.damaged.isEmpty { return true }
        var next: Int64 = 0
        // A store that cannot be read has told its person by that.
        repeat {
            guard
                let look = try? machine.read({ (store) throws(StorageError) in
                    try store.lookThrough(from: next)
                })
            else { return true }
            guard look.damaged.isEmpty else { return true }
            next = look.next
        } while next != 0
        return false
    }
}
