package import Domain
package import Primitives
import Sodium
package import Store
package import Sync

/// A function that runs one step of a node: `Cluster.plainStep`, or a wrapper that plants a fault.
///
/// - Returns: the effects that reach the world.
package typealias Stepping = (
    _ node: Int, _ engine: Engine, _ inbox: [Event], _ now: Instant, _ wall: WallTime
) throws(StorageError) -> [Effect]

/// A simulated world: real engines over real stores; everything around them is derived from a seed.
/// Time is a counter, and the network carries bytes, not messages.
package final class Cluster {
    let seed: UInt64
    package private(set) var now = Instant(nanoseconds: 0)
    package let nodes: Int
    var machines: [SimulatedNode] = []
    var network: Network
    var schedule = Schedule()
    let trace: Trace
    var canaries: Canaries
    var faults: Faults
    var workload: Workload
    var attacker: Attacker
    var groups: GroupWork
    var devices: DeviceWork
    var later: LaterVersion
    var carriage: Carriage
    var photos = Photographs()
    var accusations = Accusations()
    /// The puts into mailboxes that were under way after each device's last step, by device and by row of the mailbox.
    var puts: [Int: [Int64: MailboxPut]] = [:]
    /// The outcomes of bit rot.
    var rotted: [Verdict.Tally] = []
    /// The core that is healed while all others stay away; nil if there is none, or after everybody
    /// is healed.
    var core: Core?
    /// The most recent core, for recordings.
    var lastCore: Core?
    /// The hostile wrappers around nodes, by node.
    var hostiles: [Int: HostileNode] = [:]
    /// The adversary on the path between two hosts, if there is one.
    var middle: MiddleMan?
    package internal(set) var marks: [Verdict.Tally] = []
    /// What is remembered of each node between looks.
    var recollections: [Int: Recollection] = [:]
    /// Reports which rare situations occur; nil if nobody observes.
    var witness: Witness?
    package private(set) var steps = 0
    /// The number of commands that were obeyed.
    private(set) var operations = 0
    /// How many times rarer strangers and hostile nodes act than in a dense world.
    var rarity = 1
    private var stepsThisSecond: (second: UInt64, count: Int) = (0, 0)
    /// The answers to a scenario's requests, with node and request.
    private(set) var heard: [(node: Int, id: RequestID, answer: Answer)] = []
    package var stepping: Stepping = Cluster.plainStep
    /// What an onlooker sees, if one takes notes.
    var transcript: Transcript?
    /// Events in words, if somebody reads them.
    var chronicle: Chronicle? {
        didSet { trace.chronicle = chronicle }
    }
    /// Tracks how far nodes agree, if somebody observes.
    var agreement: AgreementWatch?
    /// The recorded chance events, for replay.
    var recorded: [Choice] = []
    var isRecording = true
    /// The written choices to replay.
    var script: [Choice] = []

    /// Runs a step without a planted fault.
    package static func plainStep(
        _ node: Int, _ engine: Engine, _ inbox: [Event], _ now: Instant, _ wall: WallTime
    ) throws(StorageError) -> [Effect] {
        try engine.step(inbox, at: now, wall: wall)
    }

    /// The attacker's index among the hosts, after all nodes.
    var attackerHost: Int { machines.count }

    init(
        seed: UInt64, options: Options, onLine: ((String) -> Void)?
    ) throws(BrokenClaim) {
        self.seed = seed
        nodes = options.nodes
        let dice = Dice(seed: seed)
        trace = Trace(onLine: onLine)
        canaries = Canaries(seed: seed)
        let further = options.devices?.clocks ?? []
        network = Network(
            hosts: nodes + further.count + 1, manner: options.manner, dice: dice.split(2))
        faults = Faults(
            options.rates + options.diskRates, dice: dice.split(3), diskDice: dice.split(10))
        workload = Workload(options, seed: seed, dice: dice.split(4))
        attacker = Attacker(targets: Array(0..<nodes), dice: dice.split(5))
        groups = GroupWork(options, dice: dice.split(7))
        devices = DeviceWork(options.devices)
        later = LaterVersion(options.later, dice: dice.split(16))
        carriage = Carriage(
            options.carriage, machines: nodes + further.count, dice: dice.split(27))
        for number in 0..<nodes {
            machines.append(
                SimulatedNode(number: number, seed: seed, clock: options.clocks[number]))
        }
        for (place, clock) in further.enumerated() {
            guard let person = options.devices?.person else { break }
            machines.append(
                try SimulatedNode(
                    number: nodes + place, of: machines[person], seed: seed, clock: clock))
        }
        for machine in machines {
            machine.limits = options.limits
            if options.hasTables { machine.disk.replace(by: EmptyReplica.files) }
        }
        for hostile in options.hostile?.nodes ?? [] {
            if machines[hostile.node].holder == options.devices?.person {
                devices.thief = hostile
            } else {
                corrupt(hostile.node, hostile.kind)
            }
        }
        if let (one, other, strikes) = options.hostile?.middle {
            intercept(one, other, strikes: strikes)
        }
        if let way = options.way { intercept(way.one, way.other, strikes: way.strikes) }
        for number in 0..<nodes where !options.absent.contains(number) { try start(number) }
    }

    /// The number of bytes that crossed the network.
    package var bytes: Int { network.bytesCarried }

    /// Returns the digest of the trace; nothing may happen afterwards.
    func finish() -> Bytes32 { trace.finish() }

    // MARK: Time

    /// Advances the world by `duration`.
    package func run(for duration: Duration) throws(BrokenClaim) {
        let end = now + duration
        while let at = schedule.nextAt, at <= end, let happening = schedule.take() {
            try agreement?.look(at: self, before: at)
            now = max(now, at)
            try handle(happening)
        }
        try agreement?.look(at: self, before: end)
        now = end
    }

    func plan(_ happening: Happening, in delay: Duration) {
        schedule.add(happening, at: now + delay)
    }

    private func handle(_ happening: Happening) throws(BrokenClaim) {
        switch happening {
        case .step(let node): try step(node)
        case .wake(let node, let generation):
            guard machines[node].generation == generation else { return }
            put(.woken, at: node)
        case .knock(let link): knock(link)
        case .dialled(let link, let why): dialled(link, why: why)
        case .arrival(let link, let end): arrive(link, at: end)
        case .ended(let link, let end):
            network.links[link]?.goodbyes -= 1
            ended(link, end)
        case .fault(let kind): try strike(kind)
        case .relief(let number): try relieve(number)
        case .act(let node): try act(at: node)
        case .actInGroup(let node): try actInGroup(at: node)
        case .join(let node, let errand): join(at: node, errand)
        case .befriend(let node, let other): befriendOnce(node, other)
        case .quarrel(let node): quarrel(at: node)
        case .pair(let machine): pair(machine)
        case .lose: lose()
        case .attack: attack()
        case .foresee(let node): try foresee(at: node)
        case .mischief(let node): try stir(node)
        case .watch(let link): try watch(link)
        case .carry: carry()
        case .look(let node, let life): look(at: node, life: life)
        case .carried(let number): carried(number)
        case .choice(let number): try follow(number)
        }
    }

    // MARK: Nodes

    /// Puts an event into a node's inbox. The node takes it in soon, together with whatever else
    /// arrives by then.
    func put(_ event: Event, at node: Int) {
        let machine = machines[node]
        guard machine.state != .down else { return }
        machine.inbox.append(event)
        requestStep(of: node)
    }

    func requestStep(of node: Int) {
        let machine = machines[node]
        guard machine.state == .running, !machine.isStepDue else { return }
        machine.isStepDue = true
        plan(.step(node: node), in: network.manner.isPrompt ? .zero : .microseconds(100))
    }

    private func step(_ node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        guard machine.isStepDue, machine.state == .running, let engine = machine.engine else {
            // A suspended node is scheduled again when it resumes.
            if machine.state == .paused { machine.isStepDue = false }
            return
        }
        machine.isStepDue = false
        let inbox = machine.inbox
        machine.inbox = []
        for event in inbox {
            trace.record(now, machine.place, event.words, bytes: event.bytes)
        }
        let wall = machine.clock.reading(at: now)
        let heard = try hostiles[node]?.hear(inbox, at: wall) ?? inbox
        var effects: [Effect]
        machine.disk.forgetFailures()
        witness?.willStep(machine, engine, at: now)
        do throws(StorageError) {
            effects = try stepping(node, engine, heard, now, wall)
        } catch {
            return try storageFailed(error, at: node)
        }
        try count()
        witness?.didStep(machine, engine, inbox, effects, at: now)
        if isHonest(node) {
            try Hostility.checkDevices(of: machine, in: self)
            try Hostility.checkPlaces(of: machine)
        }
        if machine.decay == nil {
            // A later event may not leave time for it.
            if machine.disk.isPlanted { try Durability.remember(machine) }
            try observeGroups(at: node)
            try checkMailboxes(of: node)
            try sample(machine)
        } else {
            watchDecay(of: machine)
            guard machine.state == .running else { return }
        }
        if let doom = machine.doom, doom.isDue(in: engine) {
            reach(.crashAfterCommit)
            faults.sprung.add(doom.rawValue)
            plan(.relief(number: faults.begin(.down(node))), in: machine.doomedFor)
            return try crash(node, isSilent: false)
        }
        if let hostile = hostiles[node] { effects = try hostile.act(effects) }
        for effect in effects { try perform(effect, at: node) }
        guard machine.state == .running else { return }
        if machine.mayHaveKept, machine.decay == nil {
            try LostWordsChecker.adopt(machine, at: now)
        }
        cutRun(at: node, engine)
        machine.generation += 1
        guard let deadline = engine.deadline(at: now) else { return }
        schedule.add(
            .wake(node: node, generation: machine.generation),
            at: max(deadline, network.manner.isPrompt ? now : now + .microseconds(50)))
    }

    // A world that keeps working within one moment would never reach its end.
    private func count() throws(BrokenClaim) {
        steps += 1
        let second = now.nanoseconds / 1_000_000_000
        if stepsThisSecond.second != second { stepsThisSecond = (second, 0) }
        stepsThisSecond.count += 1
        guard stepsThisSecond.count <= 40_000 else {
            throw BrokenClaim("work is bounded", "more than 40,000 steps in second \(second)")
        }
    }

    func perform(_ effect: Effect, at node: Int) throws(BrokenClaim) {
        trace.record(now, machines[node].place, effect.words, bytes: effect.bytes)
        switch effect {
        case .dial(let id, let address): dial(id, address, from: node)
        case .send(let id, let bytes): try send(bytes, over: id, from: node)
        case .close(let id, _): close(id, at: node)
        case .answer(let id, let answer): try answered(id, answer, at: node)
        case .announce(let notice):
            noticed(notice)
            if case .warning(let words) = notice {
                machines[node].mayHaveKept = true
                try Agreement.check(words, at: node, in: self)
            }
        case .bundle(let id, let deed):
            if case .append(let bytes) = deed {
                try CarriedSecrets.check(bytes, by: node, in: self)
            }
            perform(deed, for: id, at: node)
        case .folders(let places): keep(places, at: node)
        case .folder(let number, let deed):
            if case .put(_, let bytes) = deed {
                try CarriedSecrets.check(bytes, by: node, in: self)
            }
            perform(deed, in: number, at: node)
        case .regard(let id, let closeness):
            guard let (link, end) = network.find(id, at: node) else { return }
            link.ends[end].closeness = closeness
        case .discover, .beacon: return
        }
    }

    private func noticed(_ notice: Notice) {
        switch notice {
        case .connected: marks.add("connected")
        case .syncCompleted: marks.add("in sync")
        case .deltaRejected(let reason, _, _): marks.add("refused: \(reason)")
        case .mailboxChanged(_, state: .unkept): reach(.refusedMailbox)
        case .mailboxChanged(_, state: .working): reach(.usedMailbox)
        default: return
        }
    }

    /// Opens a node's replica from its disk.
    package func start(_ node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        guard machine.state == .down, machine.decay != .over else { return }
        trace.record(now, machine.place, "starts")
        machine.countTime(to: now)
        do throws(StorageError) {
            try machine.start(at: now)
        } catch {
            return try startFailed(error, at: node)
        }
        guard machine.decay == nil else { return requestStep(of: node) }
        if machine.isInDoubt { try Integrity.check(machine) }
        let (isUnheard, before) = (!machine.asked.isEmpty, machine.diary)
        try Durability.check(
            machine, isShared: isShared(machine.holder) || !isHonest(node), at: now)
        if isUnheard, !isShared(machine.holder), isHonest(node) {
            reach(machine.diary.entries == before.entries ? .undoneUnheard : .doneUnheard)
        }
        if isUnheard, isShared(machine.holder) {
            for friend in try Durability.friends(of: machine) { machine.account.hasAdded(friend) }
        } else if isUnheard, !isHonest(node) {
            try Durability.adoptFriends(of: machine, at: now)
        }
        if machine.disk.isPlanted { try Durability.remember(machine) }
        canaries.expose(machine.diary, of: machine.holder, at: now)
        try see(at: node)
        requestStep(of: node)
    }

    /// Kills a node without notice; what it wrote survives. If silent, power was lost: peers do not
    /// learn that the connections are gone, and of what was not synced the disk has what chance
    /// leaves.
    package func crash(_ node: Int, isSilent: Bool = false) throws(BrokenClaim) {
        let machine = machines[node]
        guard machine.state != .down else { return }
        trace.record(now, machine.place, isSilent ? "loses power" : "is killed")
        if machine.decay == nil { try Durability.remember(machine) }
        machine.countTime(to: now)
        machine.crash(losingPower: isSilent)
        shutLinks(of: node, isSilent: isSilent)
    }

    /// Closes the links of a node; peers learn of it unless the node went silently.
    func shutLinks(of node: Int, isSilent: Bool) {
        for link in network.open {
            for end in 0...1 where link.ends[end].host == node && link.ends[end].isOpen {
                network.shut(link, end: end)
                if !isSilent { reset(link, end: 1 - end) }
            }
        }
    }

    // MARK: Requests

    /// Asks a node and waits for the answer.
    package func ask(_ request: Request, at node: Int) throws(BrokenClaim) -> Answer {
        let id = machines[node].nextRequest()
        if case .command(let command) = request { machines[node].asked.append((id, command)) }
        put(.requested(id, request), at: node)
        let life = machines[node].life
        for _ in 0..<10_000 {
            if let index = heard.firstIndex(where: { $0.node == node && $0.id == id }) {
                return heard.remove(at: index).answer
            }
            // After a crash, the answer never comes.
            guard machines[node].state != .down, machines[node].life == life else { break }
            try run(for: .milliseconds(1))
        }
        throw BrokenClaim("what is asked is answered", "node\(node): \(request)")
    }

    private func answered(
        _ id: RequestID, _ answer: Answer, at node: Int
    ) throws(BrokenClaim) {
        let machine = machines[node]
        heard.append((node, id, answer))
        if heard.count > 100 { heard.removeFirst() }
        guard let index = machine.asked.firstIndex(where: { $0.id == id }) else { return }
        let command = machine.asked.remove(at: index).command
        if case .rejected(let problem) = answer {
            marks.add("rejected \(problem.code.rawValue)")
        } else {
            operations += 1
        }
        if case .befriended(let friend) = answer,
            let other = machines.firstIndex(where: { $0.person == friend.person }),
            !machine.account.friends.contains(other)
        {
            if machine.account.partings[other] != nil { reach(.friendsAgain) }
            machine.account.befriended(other)
        }
        heardOfBundle(command, answer)
        try heardOfReport(command, answer, at: node)
        try heardOfParting(command, answer, at: node)
        heardOfGroup(command, answer, at: node)
        try heardOfDevice(command, answer, at: node)
        let before = machine.diary
        machine.diary.note(command, answer)
        see(machine.diary, after: before, command)
        canaries.expose(machine.diary, of: machine.holder, at: now)
        try see(at: node)
    }
}
