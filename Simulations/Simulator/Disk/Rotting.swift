import Primitives

@testable import Store
@testable import Sync

/// A bit that goes bad on a machine's disk, and what comes of it.
enum BadBit: String, CaseIterable {
    /// Every row is as it was: all is claimed of the machine that is claimed of any.
    case harmless = "a bad bit, and no other row"
    /// The store does not open.
    case refused = "a bad bit, and no start"
    /// A step fails.
    case failed = "a bad bit, and a step that failed"
    /// The machine goes on, and SQLite's own look at pages and indexes, which it does not take, would
    /// find it.
    case unlooked = "a bad bit that a look would find"
    /// The machine goes on with another log than it had, and finds that out by itself.
    case found = "a bad bit that the node found"
    /// The machine goes on with another log than it had, and others bring what it was.
    case mended = "a bad bit in the log that others mended"
    /// The machine goes on with other rows than it had, all of them behind the log.
    case unseen = "a bad bit that nobody saw"
}

/// What the node owes its person where a bit of the log is another.
enum BadLog {
    static let claim = "a bad bit in the log is found"
    static let innocence = "nobody finds a bad bit where there is none"

    /// What holds at any moment, of every machine whose disk kept what it was given.
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.honest where machine.decay == nil {
            guard let damage = machine.store?.damaged.first else { continue }
            let (chain, sequence) = (damage.row >> 40, damage.row & (1 << 40 - 1))
            throw BrokenClaim(
                innocence, "\(machine.place) finds one in delta \(sequence) of chain \(chain)")
        }
    }
}

/// What a person hears where a statement of the product's own cannot be run any more.
enum BadSchema {
    static let claim = "a bad bit in the schema is told as damage"

    /// SQLite's code 1 says nothing to anybody.
    static func check(_ error: StorageError, at machine: SimulatedNode) throws(BrokenClaim) {
        guard case .failed(let code, _) = error, code & 0xFF == 1 else { return }
        throw BrokenClaim(claim, "\(machine.place): \(error)")
    }
}

/// Where a machine stands on whose disk a row is another.
enum Decay {
    /// It goes on as long as it can.
    case running
    /// It has been put away, for ever.
    case over
}

// A bit goes bad on a disk. What the machine shows then, and what it says, is anything: nothing is
// claimed of it any more, but all of the others, with whom it goes on talking. Its person does
// nothing there, and puts it away when it stops by itself, or when all is mended.
extension Cluster {
    /// A process is killed, a bit goes bad, and it is started again. One machine of a world at most,
    /// and none of which a claim is not made anyway.
    ///
    /// - Returns: false if there was none that it could befall.
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
            // What could not be read at all SQLite says by itself.
            let now = try? Inspection(machine.disk, at: machine.place).log()
            machine.hasBadLog = now.map { isOther($0, than: log) } ?? false
            machine.soundLog = log
            network.lawless.insert(machine.number)
        }
        plan(.relief(number: faults.begin(.down(machine.number))), in: time)
        return true
    }

    /// Whether a machine of that person goes on with other rows than it had, or has: it may have lost
    /// that a friendship has ended.
    func hasDecayed(_ person: Int) -> Bool {
        machines.contains { $0.holder == person && $0.decay != nil }
    }

    // What is gone is none that is another: the log of SQLite ends where its own check sums say so.
    private func isOther(_ now: [Inspection.Delta], than before: [Inspection.Delta]) -> Bool {
        let known = Dictionary(before.map { ($0.row, $0) }) { first, _ in first }
        return !now.allSatisfy { delta in known[delta.row].map(delta.says) ?? false }
    }

    // What its log was is there again, and perhaps more.
    private func isMended(_ machine: SimulatedNode) -> Bool {
        guard machine.hasBadLog, !machine.soundLog.isEmpty,
            let now = try? Inspection(machine.disk, at: machine.place).log()
        else { return false }
        let rows = Set(machine.soundLog.map(\.row))
        return !isOther(now.filter { rows.contains($0.row) }, than: machine.soundLog)
    }

    // Nothing is wrong with pages and indexes, and every row is as it was.
    private func isWhole(_ disk: SimulatedDisk, _ whole: Bytes32, at place: String) -> Bool {
        do throws(BrokenClaim) {
            guard try Inspection(disk, at: place).digest() == whole else { return false }
            try Integrity.check(disk, at: place)
            return true
        } catch {
            return false
        }
    }

    /// Whom it lets into a group may read what is written there: that is seen as of all others, as long
    /// as its store can be read.
    func watchDecay(of machine: SimulatedNode) {
        do throws(BrokenClaim) {
            try observeGroups(at: machine.number)
        } catch {
            putAway(machine, .failed)
        }
    }

    /// It runs no more.
    func putAway(_ machine: SimulatedNode, _ end: BadBit) {
        trace.record(now, machine.place, end.rawValue)
        rotted.add(end.rawValue)
        machine.decay = .over
        guard machine.state != .down else { return }
        machine.countTime(to: now)
        machine.crash(losingPower: false)
        shutLinks(of: machine.number, isSilent: false)
    }

    /// Whoever goes on with other rows than he had is put away. If one of these is a delta of his log, and
    /// SQLite finds no fault, he must find that out when he has looked through all of it.
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

    // A round of the look that a node takes a little of each minute; one that is down takes none.
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
