import Domain
import Primitives
import Sync

// Carries out the faults of a scenario.
extension ScenarioPlayer {
    func befall(_ statement: ScenarioStatement) throws(BrokenClaim) {
        let node = node(statement)
        let machine = cluster.machines[node]
        switch statement.verb {
        case .cutOff:
            for one in nodes(statement) {
                for other in cluster.machines.indices { cut(one, other) }
            }
        case .cut:
            for one in nodes(statement) {
                for other in nodes(statement, "others") { cut(one, other) }
            }
        case .meet: try meet(nodes(statement), for: statement.time())
        case .heal:
            for (one, other) in cuts { free(one, other) }
            cuts = []
            try cluster.heal()
            cluster.release()
        case .kill: for one in nodes(statement) { try cluster.crash(one) }
        case .powerOff: for one in nodes(statement) { try cluster.crash(one, isSilent: true) }
        case .start: for one in nodes(statement) { try cluster.start(one) }
        case .suspend:
            for one in nodes(statement) { cluster.machines[one].pause(true, at: cluster.now) }
        case .resume:
            for one in nodes(statement) {
                cluster.machines[one].pause(false, at: cluster.now)
                cluster.requestStep(of: one)
            }
        case .fillDisk:
            try Durability.remember(machine)
            machine.disk.capacity = machine.disk.size + Int(statement.number()) * 1024
        case .freeDisk: machine.disk.mend()
        case .hasNoRoom, .hasRoom: cluster.put(.room(statement.verb == .hasRoom), at: node)
        case .setClock:
            machine.clock.jump(byMilliseconds: Scenario.milliseconds(of: statement, "time"))
        case .backUp: try backUp(node)
        case .restore: try restore(node)
        case .copies:
            let other = self.node(statement, "other")
            try cluster.clone(node, onto: other)
            cluster.devices.untold.formUnion([node, other])
        case .attacks: attack(node, statement)
        default: return
        }
    }

    // MARK: Paths

    private func cut(_ one: Int, _ other: Int) {
        let pair = (min(one, other), max(one, other))
        guard one != other, !cuts.contains(where: { $0 == pair }) else { return }
        cuts.append(pair)
        cluster.network.block(one, other)
        cluster.network.block(other, one)
    }

    private func free(_ one: Int, _ other: Int) {
        cluster.network.free(one, other)
        cluster.network.free(other, one)
    }

    // They find each other, as devices on one network do, and part again.
    private func meet(_ all: [Int], for time: Duration) throws(BrokenClaim) {
        let open = cuts.filter { all.contains($0.0) && all.contains($0.1) }
        for (one, other) in open { free(one, other) }
        cluster.release()
        for node in all where cluster.machines[node].state == .running {
            cluster.submit(.command(.sync()), at: node)
        }
        try pass(time)
        for (one, other) in open {
            cluster.network.block(one, other)
            cluster.network.block(other, one)
        }
    }

    // MARK: Disks

    private func backUp(_ node: Int) throws(BrokenClaim) {
        let machine = cluster.machines[node]
        try Durability.remember(machine)
        let backup = Backup(
            files: machine.disk.files, durable: machine.durable,
            durableGroups: machine.durableGroups)
        backups.removeAll { $0.node == node }
        backups.append((node, backup))
    }

    private func restore(_ node: Int) throws(BrokenClaim) {
        guard let backup = backups.first(where: { $0.node == node })?.backup else {
            throw BrokenClaim("what is restored was backed up", name(node))
        }
        let machine = cluster.machines[node]
        try cluster.crash(node, isSilent: true)
        machine.disk.replace(by: backup.files)
        machine.restores += 1
        machine.durable = backup.durable
        machine.durableGroups = backup.durableGroups
        cluster.devices.untold.insert(machine.holder)
        try cluster.start(node)
    }

    // MARK: Strangers

    private func attack(_ node: Int, _ statement: ScenarioStatement) {
        let count = Int(statement.number())
        var dice = Dice(seed: scenario.seed).split(78 + cluster.now.nanoseconds)
        cluster.attacker.targets = [node]
        let choices = (0..<count).map { number in
            Choice(
                at: statement.time() / count * number, kind: .attack, chance: dice.next())
        }
        cluster.replay(choices)
    }
}
