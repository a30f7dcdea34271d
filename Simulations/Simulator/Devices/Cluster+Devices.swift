import CRDT
import Domain
import Primitives
import Sodium
import Store
import Wire

// The devices of one person: how they join, and how one is lost.
extension Cluster {
    /// The devices of a person that have joined, the first one first.
    func machines(of person: Int) -> [SimulatedNode] {
        machines.filter { $0.holder == person && $0.isPaired }
    }

    /// The devices that are not revoked.
    func standing(of person: Int) -> [SimulatedNode] {
        machines(of: person).filter { !devices.isLost($0.number) }
    }

    /// The device at which a person decides what concerns all of them.
    func voice(of person: Int) -> Int { standing(of: person).first?.number ?? person }

    /// Whether a person has, or will have, several devices, so that no diary tells what one of them shows.
    func isShared(_ person: Int) -> Bool {
        devices.options?.person == person || devices.untold.contains(person)
    }

    /// The persons whom a person has added and not removed, by number.
    func friends(of person: Int) throws(BrokenClaim) -> [Int] {
        guard isShared(person) else { return machines[person].account.friends }
        return try Durability.friends(of: machines[voice(of: person)])
    }

    /// The honest devices of persons with one device, so that a diary tells what they show.
    var diarists: [SimulatedNode] { honest.filter { !isShared($0.holder) } }

    /// Each person's first device.
    var persons: ArraySlice<SimulatedNode> { machines.prefix(nodes) }

    func beginDevices() {
        guard let options = devices.options else { return }
        for (place, pairing) in options.pairings.enumerated() {
            note(.pair(machine: nodes + place, by: pairing.by), in: pairing.at)
            plan(.pair(machine: nodes + place), in: pairing.at)
        }
        guard let loss = options.loss else { return }
        note(.lose(machine: loss.machine, by: loss.by), in: loss.at)
        plan(.lose, in: loss.at)
    }

    /// Has a further device join as soon as the one that lets it in can do so.
    func pair(_ number: Int) {
        guard !workload.isOver, !machines[number].isPaired,
            let pairing = devices.options?.pairings[number - nodes]
        else { return }
        plan(.pair(machine: number), in: .seconds(15))
        let by = machines[pairing.by]
        guard by.isPaired, by.state != .down, by.asked.isEmpty else { return }
        submit(.command(self.pairing(of: number, by: pairing.by)), at: pairing.by)
    }

    func pairing(of number: Int, by other: Int) -> Command {
        let owner = machines[number].owner
        let request = PairingRequest(
            device: owner.device, agreement: owner.agreement.publicKey,
            name: machines[number].place)
        return .pairDevice(request: request.text, phrase: phrase(at: other))
    }

    /// Has a device lost, and revoked as soon as the other one can do so.
    func lose() {
        guard !workload.isOver, devices.cut == nil, let loss = devices.options?.loss else { return }
        plan(.lose, in: .seconds(15))
        let by = machines[loss.by]
        guard by.isPaired, machines[loss.machine].isPaired, by.state != .down, by.asked.isEmpty
        else { return }
        submit(.command(revocation(of: loss.machine, by: loss.by)), at: loss.by)
    }

    func revocation(of number: Int, by other: Int) -> Command {
        let device = machines[number].owner.device
        return .revokeDevice(
            DeviceReference(String(device.text.prefix(16))), phrase: phrase(at: other))
    }

    // The recovery phrase, for devices without the root key.
    private func phrase(at number: Int) -> String? {
        let machine = machines[number]
        guard machine.owner.phraseSeed == nil,
            let seed = machines[machine.holder].owner.phraseSeed
        else { return nil }
        return RecoveryPhrase(entropy: seed).words.joined(separator: " ")
    }

    /// Repeats what is due and was not answered, so that its outcome is known.
    func finishDevices() throws(BrokenClaim) {
        guard devices.cut == nil, let loss = devices.options?.loss,
            machines[loss.by].isPaired, machines[loss.machine].isPaired,
            now.nanoseconds >= UInt64(loss.at.nanoseconds)
        else { return }
        _ = try ask(.command(revocation(of: loss.machine, by: loss.by)), at: loss.by)
    }

    /// Records the answer to a command about one of a person's devices.
    func heardOfDevice(
        _ command: Command, _ answer: Answer, at node: Int
    ) throws(BrokenClaim) {
        switch (command, answer) {
        case (.pairDevice, .paired(let paired)): try join(paired)
        case (.revokeDevice, .done):
            guard devices.cut == nil,
                let lost = machines.first(where: { isMeant($0, by: command) })
            else { return }
            marks.add("revoke a device")
            devices.cut = DeviceWork.Cut(
                machine: lost.number, by: node, held: try ownLinks(at: node).map(\.id),
                groups: Set(try groupsJoined(at: node)))
            try steal(lost)
        default: return
        }
    }

    // The finder of the device restarts it with all its keys. It goes on as a hostile node.
    private func steal(_ machine: SimulatedNode) throws(BrokenClaim) {
        guard let thief = devices.thief, thief.node == machine.number else { return }
        let isRunning = machine.state != .down
        try crash(machine.number)
        corrupt(machine.number, thief.kind)
        if isRunning { try start(machine.number) }
    }

    private func isMeant(_ machine: SimulatedNode, by command: Command) -> Bool {
        guard case .revokeDevice(let reference, _, _) = command else { return false }
        return machine.owner.device.text.hasPrefix(reference.text)
    }

    private func join(_ paired: PairedDevice) throws(BrokenClaim) {
        guard let machine = machines.first(where: { $0.owner.device == paired.device }),
            !machine.isPaired
        else { return }
        guard let answer = PairingAnswer(text: paired.answer),
            answer.certificate == machine.owner.certificate
        else { throw BrokenClaim("a machine is paired", "\(machine.place) cannot read its answer") }
        marks.add("pair a device")
        machine.companions = [(answer.companion, answer.addresses)]
        try start(machine.number)
        // Drawn in any case, so that a written scenario goes the same way.
        let (first, firstInGroup) = (pause(), groups.pause())
        guard !workload.deeds.isEmpty else { return }
        plan(.act(node: machine.number), in: first)
        if !groups.deeds.isEmpty { plan(.actInGroup(node: machine.number), in: firstInGroup) }
    }

    /// The groups that a device's person is in, as far as the device knows.
    func groupsJoined(at node: Int) throws(BrokenClaim) -> [Int] {
        try machines[node].read { (store) throws(StorageError) in
            try store.shownGroups().filter { $0.state == .member }
                .compactMap { GroupAccount.number(named: $0.name) }
        }
    }

    // MARK: Visible things

    /// Own things at `node`, including the trash, without those at home in groups.
    func ownLinks(at node: Int) throws(BrokenClaim) -> [Bookmark] {
        try machines[node].shown(at: now).filter {
            $0.author.isMe && ($0.url.hasPrefix("https://node") || $0.kind == .profile)
        }
    }

    /// Records what a person sees at one of several devices, to which others have written too. A hostile node's diary
    /// is not compared with its replica, so it adopts what a crash left undecided.
    func see(at node: Int) throws(BrokenClaim) {
        guard machines[node].store != nil, machines[node].decay == nil else { return }
        guard isShared(machines[node].holder) else {
            guard !isHonest(node) else { return }
            var seen = machines[node].diary
            seen.see(try ownLinks(at: node), [])
            return canaries.expose(seen, of: machines[node].holder, at: now)
        }
        let links = try ownLinks(at: node)
        machines[node].diary.see(links, try Durability.tagRules(of: machines[node]))
        canaries.expose(machines[node].diary, of: machines[node].holder, at: now)
        // What lost against another device's change is in the copies too.
        for link in links where link.placement.contains(where: { $0 != .private }) {
            canaries.expose(
                link.conflicts.map(\.losingValue), in: link.placement, of: machines[node].holder,
                at: now)
        }
    }

    /// What checkers expect of the words that the person at `node` writes now.
    func fate(of node: Int, in group: Int? = nil) -> Canaries.Fate {
        guard let cut = devices.cut, group.map(cut.groups.contains) ?? true else { return .open }
        if node == cut.machine { return .void }
        return node == cut.by ? .withheld : .open
    }
}
