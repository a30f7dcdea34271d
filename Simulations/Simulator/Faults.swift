import Primitives

/// The kinds of fault that a world can suffer.
enum FaultKind: String, CaseIterable, Sendable {
    /// A connection breaks and both ends learn of it. Sometimes another breaks in the middle of a
    /// run.
    case reset
    /// A connection breaks and one end does not learn of it.
    case halfOpen = "half-open"
    /// The path between two hosts carries nothing for a while.
    case clog
    /// Some hosts cannot reach the others, in either direction.
    case partition
    /// Some hosts are heard by the others but do not hear them.
    case asymmetric
    /// A process is killed and restarted.
    case kill
    /// A node loses power: peers do not learn of it, and unsynced writes may be lost.
    case power
    /// A process is killed between a commit and its first effect, sometimes at a chosen moment
    /// (`Ambush`).
    case commit
    /// A node is suspended for a while.
    case pause
    /// A clock is set.
    case clock
    /// A clock stops for a while, then continues from where it stopped.
    case freeze = "frozen clock"
    /// Dials are refused for a while although the host is up.
    case refuse
    /// A bit is flipped in transit.
    case flip
    /// A node loses power in the middle of a disk call.
    case cut = "cut in a call"
    /// A write, sync, truncation or removal fails, or all of them do from one on.
    case writeError = "write error"
    /// A sync fails, and what was to be synced is lost.
    case syncError = "sync error"
    /// A disk has almost no space left.
    case full = "disk full"
    /// A process is killed, and its disk cannot be read at one place when it restarts.
    case readError = "read error"
    /// A process is killed, and one bit of its disk has changed when it restarts.
    case rot = "bit rot"

    /// The faults of disks, drawn apart from the others.
    static let ofDisks: [FaultKind] = [.cut, .writeError, .syncError, .full, .readError]
    /// All other faults. A frozen clock is drawn by itself; bit rot counts as a disk fault and is
    /// drawn by itself.
    static let ofWorlds = allCases.filter { !$0.isOfDisk && $0 != .freeze }

    /// Whether the fault uses the dice for disks.
    var isOfDisk: Bool { self == .rot || Self.ofDisks.contains(self) }
}

/// When each fault strikes, and which faults are in effect.
struct Faults {
    /// A fault that lasts until it is relieved.
    enum Lasting {
        /// These paths are blocked.
        case blocked([(Int, Int)])
        case down(Int)
        case paused(Int)
        case refusing
        /// This node's clock has stopped.
        case frozen(Int)
        /// Calls to this node's disk fail.
        case ailing(Int)
    }

    let rates: [Options.Rate]
    var dice: Dice
    /// The dice for disk faults, apart from everything else.
    var diskDice: Dice
    /// The dice for how long a node stays down until its person starts it.
    var startDice: Dice
    /// The dice for frozen clocks.
    var freezeDice: Dice
    var isOver = false
    /// The longest that a lasting fault may last.
    var longest: Duration = .seconds(180)
    /// How many links break in the middle of a run as soon as there is one.
    var runsToCut = 0
    var lasting: [(number: Int, fault: Lasting)] = []
    private var numbered = 0
    var fired: [Verdict.Tally] = []
    /// What processes were doing when they were killed after a commit.
    var sprung: [Verdict.Tally] = []

    init(_ rates: [Options.Rate], dice: Dice, diskDice: Dice) {
        self.rates = rates
        self.dice = dice
        self.diskDice = diskDice
        startDice = diskDice.split(1)
        freezeDice = dice.split(1)
    }

    /// Returns the time until a kind strikes again.
    mutating func pause(_ kind: FaultKind) -> Duration? {
        guard let rate = rates.first(where: { $0.kind == kind }) else { return nil }
        return self[of: kind].duration(from: .seconds(1), to: rate.every * 2)
    }

    /// The dice of a kind of fault.
    subscript(of kind: FaultKind) -> Dice {
        get { kind == .freeze ? freezeDice : kind.isOfDisk ? diskDice : dice }
        set {
            if kind == .freeze {
                freezeDice = newValue
            } else if kind.isOfDisk {
                diskDice = newValue
            } else {
                dice = newValue
            }
        }
    }

    /// Extends the fault `number` until everything is healed.
    mutating func prolong(_ number: Int) {
        guard let index = lasting.firstIndex(where: { $0.number == number }) else { return }
        numbered += 1
        lasting[index].number = numbered
    }

    mutating func begin(_ fault: Lasting) -> Int {
        numbered += 1
        lasting.append((numbered, fault))
        return numbered
    }
}

extension Cluster {
    /// Starts the faults.
    func beginFaults() {
        for rate in faults.rates {
            if let pause = faults.pause(rate.kind) { plan(.fault(kind: rate.kind), in: pause) }
        }
    }

    /// Ends all faults and repairs their damage; clocks stay wrong.
    package func heal() throws(BrokenClaim) {
        core = nil
        faults.isOver = true
        faults.runsToCut = 0
        endInterception()
        endCarriage()
        try endDecay()
        for machine in machines {
            machine.disk.mend()
            machine.startTrap = nil
            machine.doom = nil
        }
        for (number, _) in faults.lasting { try relieve(number) }
        giveRoom(to: machines)
    }

    func strike(_ kind: FaultKind) throws(BrokenClaim) {
        guard !faults.isOver else { return }
        note(.fault(kind), faults[of: kind])
        try suffer(kind)
        if let pause = faults.pause(kind) { plan(.fault(kind: kind), in: pause) }
    }

    /// Applies a fault, if it can affect anything.
    func suffer(_ kind: FaultKind) throws(BrokenClaim) {
        let isFelt =
            kind == .freeze
            ? freezeAClock() : kind.isOfDisk ? try befallDisk(kind) : try befall(kind)
        if isFelt {
            faults.fired.add(kind.rawValue)
            trace.record(now, "world", "fault \(kind.rawValue)")
        }
    }

    // Returns false if the fault could not affect anything.
    private func befall(_ kind: FaultKind) throws(BrokenClaim) -> Bool {
        let node = faults.dice.roll(below: machines.count)
        let short = faults.dice.duration(from: .milliseconds(50), to: faults.longest / 9)
        let long = faults.dice.duration(from: .seconds(1), to: faults.longest)
        switch kind {
        case .reset, .halfOpen, .flip: return befallLink(kind)
        case .clog:
            let other = faults.dice.roll(below: machines.count)
            return block([(node, other), (other, node)], for: short)
        case .partition, .asymmetric:
            let side = machines.indices.filter { _ in faults.dice.roll(below: 2) == 0 }
            let rest = machines.indices.filter { !side.contains($0) }
            let ways = side.flatMap { one in rest.map { (one, $0) } }
            return block(
                kind == .asymmetric ? ways : ways + ways.map { ($1, $0) }, for: long)
        case .kill, .power:
            guard machines[node].state != .down else { return false }
            try crash(node, isSilent: kind == .power)
            plan(.relief(number: faults.begin(.down(node))), in: short)
        case .commit:
            guard machines[node].state == .running else { return false }
            let kinds = Ambush.allCases
            machines[node].doom = kinds[faults.dice.roll(below: kinds.count)]
            machines[node].doomedFor = short
        case .pause:
            guard machines[node].state == .running else { return false }
            machines[node].pause(true, at: now)
            plan(.relief(number: faults.begin(.paused(node))), in: long)
        case .clock:
            let hours = Int64(faults.dice.roll(below: 49)) - 24
            if hours < 0, machines[node].state == .running { reach(.clockSetBack) }
            machines[node].clock.jump(byMilliseconds: hours * 3_600_000)
        case .refuse:
            network.refusals = Ratio(3, of: 4)
            plan(.relief(number: faults.begin(.refusing)), in: long)
        case .freeze, .cut, .writeError, .syncError, .full, .readError, .rot: return false
        }
        return true
    }

    // Uses dice of its own.
    private func freezeAClock() -> Bool {
        let machine = machines[faults.freezeDice.roll(below: machines.count)]
        let time = faults.freezeDice.duration(from: .seconds(1), to: faults.longest)
        guard !machine.clock.isFrozen else { return false }
        machine.clock.freeze(at: now)
        plan(.relief(number: faults.begin(.frozen(machine.number))), in: time)
        return true
    }

    private func befallLink(_ kind: FaultKind) -> Bool {
        let links = network.open.filter { $0.isAccepted && $0.ends[0].host != attackerHost }
        guard !links.isEmpty else { return false }
        let link = links[faults.dice.roll(below: links.count)]
        let end = faults.dice.roll(below: 2)
        switch kind {
        case .flip:
            let carrying = links.filter { $0.isCarrying(from: 0) || $0.isCarrying(from: 1) }
            guard let busy = carrying.first else { return false }
            return busy.flip(from: busy.isCarrying(from: 0) ? 0 : 1, dice: &faults.dice)
        case .halfOpen:
            link.isBlackHole = true
            reset(link, end: end)
        default:
            if faults.dice.roll(below: 2) == 0 { faults.runsToCut += 1 }
            reset(link, end: 0)
            reset(link, end: 1)
        }
        return true
    }

    /// Blocks paths for a time.
    @discardableResult
    func block(_ ways: [(Int, Int)], for duration: Duration) -> Bool {
        let real = ways.filter { $0 != $1 }
        guard !real.isEmpty else { return false }
        for (source, target) in real { network.block(source, target) }
        plan(.relief(number: faults.begin(.blocked(real))), in: duration)
        return true
    }

    func relieve(_ number: Int) throws(BrokenClaim) {
        guard let index = faults.lasting.firstIndex(where: { $0.number == number }) else { return }
        switch faults.lasting.remove(at: index).fault {
        case .blocked(let ways):
            for (source, target) in ways { network.free(source, target) }
            release()
        case .down(let node):
            try start(node)
        case .paused(let node):
            machines[node].pause(false, at: now)
            requestStep(of: node)
        case .refusing: network.refusals = Ratio(0, of: 1)
        case .frozen(let node): machines[node].clock.goOn(at: now)
        case .ailing(let node): machines[node].disk.mend()
        }
    }
}
