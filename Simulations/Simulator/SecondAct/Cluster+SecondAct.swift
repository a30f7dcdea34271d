import Primitives

// The core is healed, and nobody else.
extension Cluster {
    /// Nothing goes wrong any more with `core`, and between its machines. Who is outside and keeps to
    /// the rules stays what he is, or is worse off; who breaks them goes on.
    func heal(only core: Core) throws(BrokenClaim) {
        self.core = core
        lastCore = core
        faults.isOver = true
        faults.runsToCut = 0
        if middle?.hosts.allSatisfy(isHealed) == true { middle?.isOver = true }
        endCarriage()
        let outside = outsiders
        for machine in machines where !outside.contains(where: { $0 === machine }) {
            machine.disk.mend()
            machine.startTrap = nil
            machine.doom = nil
        }
        try relieve(allBut: outside)
        giveRoom(to: healed)
        var dice = Dice(seed: core.chance).split(2)
        for machine in outside {
            // What its person has not heard of may be done, and others may have heard of it.
            canaries.expose(machine.asked.map(\.command), of: machine.diary, at: now)
            let fate = Core.Fate.allCases[dice.roll(below: Core.Fate.allCases.count)]
            try leave(machine, fate, outside: outside.map(\.number))
        }
        trace.record(now, "world", "heals \(core.people), \(outside.map(\.number)) stay away")
    }

    // What others outside suffer is not relieved when it was to be.
    private func relieve(allBut outside: [SimulatedNode]) throws(BrokenClaim) {
        for (number, fault) in faults.lasting {
            switch fault {
            case .down(let node), .paused(let node), .frozen(let node), .ailing(let node):
                guard outside.contains(where: { $0.number == node }) else { break }
                faults.prolong(number)
                continue
            case .blocked, .refusing: break
            }
            try relieve(number)
        }
    }

    private func leave(
        _ machine: SimulatedNode, _ fate: Core.Fate, outside: [Int]
    ) throws(BrokenClaim) {
        let node = machine.number
        marks.add("stays \(fate)")
        switch fate {
        case .dead, .dark:
            guard machine.state != .down else { return }
            try crash(node, isSilent: fate == .dark)
            _ = faults.begin(.down(node))
        case .suspended:
            guard machine.state == .running else { return }
            machine.pause(true, at: now)
            _ = faults.begin(.paused(node))
        case .cutOff: keep(node, from: outside, isHeard: false, hears: false)
        case .unheard: keep(node, from: outside, isHeard: false, hears: true)
        case .deaf: keep(node, from: outside, isHeard: true, hears: false)
        }
    }

    // Apart from all who are not outside.
    private func keep(_ node: Int, from outside: [Int], isHeard: Bool, hears: Bool) {
        var ways: [(Int, Int)] = []
        for other in machines.indices where !outside.contains(other) {
            if !isHeard { ways.append((node, other)) }
            if !hears { ways.append((other, node)) }
        }
        for (source, target) in ways { network.block(source, target) }
        _ = faults.begin(.blocked(ways))
    }
}
