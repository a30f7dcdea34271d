import Primitives

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
    /// The machine goes on with other rows than it had.
    case unseen = "a bad bit that nobody saw"
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
        let whole = try Inspection(machine.disk, at: machine.place).digest()
        machine.disk.rot()
        if isWhole(machine.disk, whole, at: machine.place) {
            rotted.add(BadBit.harmless.rawValue)
        } else {
            machine.decay = .running
            network.lawless.insert(machine.number)
        }
        plan(.relief(number: faults.begin(.down(machine.number))), in: time)
        return true
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

    /// Whoever goes on with other rows than he had is put away.
    func endDecay() {
        for machine in machines where machine.decay == .running {
            do throws(BrokenClaim) {
                try Integrity.check(machine)
                putAway(machine, .unseen)
            } catch {
                putAway(machine, .unlooked)
            }
        }
    }
}
