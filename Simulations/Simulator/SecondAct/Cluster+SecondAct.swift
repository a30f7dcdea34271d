import Primitives

// Heals the core, and nobody else.
extension Cluster {
    /// Ends all faults of `core` and between its nodes. Honest nodes outside stay as they are, or get worse; hostile
    /// ones go on.
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
            // Unanswered commands may be done, and others may have received them.
            canaries.expose(doubtsOf: machine, at: now)
            let fate = Core.Fate.allCases[dice.roll(below: Core.Fate.allCases.count)]
            try leave(machine, fate, outside: outside.map(\.number))
        }
        trace.record(now, "world", "heals \(core.people), \(outside.map(\.number)) stay away")
    }

    // Faults of nodes outside are not relieved when they were due.
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

    // Cuts the node off from all that are not outside.
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
