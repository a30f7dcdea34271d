import Domain
import Primitives
import Sodium
import Store
import Sync

/// A simulated world: nodes, the network between them, and everything that will happen.
///
/// The same seed gives the same world, event by event.
package final class World {
    let seed: UInt64
    let options: Options
    let trace: Trace
    let root: String
    private(set) var now = Instant(nanoseconds: 1)
    private(set) var nodes: [SimulatedNode] = []
    var network: Network
    var schedule = Schedule()
    var verdict: Verdict
    var dice: Dice
    var persons: [Person] = []
    var isTrouble = true
    /// Ends the trouble by number; each knows how.
    var reliefs: [Int: () throws(BrokenClaim) -> Void] = [:]
    var reliefsMade = 0

    init(
        seed: UInt64, nodes: Int? = nil, minutes: Int? = nil, root: String,
        onLine: ((String) -> Void)? = nil
    ) throws(BrokenClaim) {
        self.seed = seed
        self.root = root
        options = Options(seed: seed, nodes: nodes, minutes: minutes)
        trace = Trace(onLine: onLine)
        let lot = Dice(seed: seed)
        dice = lot.split(2)
        network = Network(
            hosts: options.nodes + 1, manner: options.manner, dice: lot.split(3))
        verdict = Verdict(
            seed: seed, nodes: options.nodes, options: options.words, faults: [], marks: [])
        var bytes = Array("simulated world ".utf8)
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: seed >> UInt64(shift)))
        }
        let entropy = Entropy.seeded(Hash.blake2b32(bytes))
        try ReplicaFiles.make(root)
        for number in 0..<options.nodes {
            let skew = Int64(dice.roll(below: 600_000)) - 300_000
            let node = try SimulatedNode(
                number: number, root: root, entropy: entropy.split(Array("node \(number)".utf8)),
                dice: lot.split(UInt64(100 + number)),
                clock: WallClock(
                    offsetMilliseconds: skew,
                    driftPartsPerMillion: Int64(dice.roll(below: 400)) - 200),
                at: now)
            self.nodes.append(node)
            persons.append(Person(number: number, dice: lot.split(UInt64(200 + number))))
        }
    }

    /// Lets everything happen until `end`.
    func run(until end: Instant) throws(BrokenClaim) {
        while let at = schedule.nextAt, at <= end, let happening = schedule.take() {
            now = max(now, at)
            try happen(happening)
        }
        now = max(now, end)
    }

    private func happen(_ happening: Happening) throws(BrokenClaim) {
        switch happening {
        case .step(let node):
            nodes[node].isStepDue = false
            try step(nodes[node])
        case .wake(let node, let generation):
            guard nodes[node].generation == generation else { return }
            put(.woken, into: nodes[node])
        case .knock(let link): knock(link)
        case .dialled(let link, let why): dialled(link, why)
        case .arrival(let link, let end): arrive(link, end)
        case .ended(let link, let end): ended(link, end)
        case .fault(let kind): try fault(kind)
        case .relief(let number): try reliefs.removeValue(forKey: number)?()
        case .act(let node): act(node)
        case .befriend(let node, let other): befriend(node, other)
        case .attack: attack()
        }
    }

    // MARK: Steps

    /// Puts an event into an inbox; the node steps a moment later, with all that came meanwhile.
    func put(_ event: Event, into node: SimulatedNode) {
        guard !node.isDown else { return }
        node.inbox.append(event)
        guard !node.isStepDue, !node.isPaused else { return }
        node.isStepDue = true
        schedule.add(.step(node: node.number), at: now + .microseconds(20))
    }

    private func step(_ node: SimulatedNode) throws(BrokenClaim) {
        guard !node.isDown, !node.isPaused else { return }
        let events = node.inbox
        node.inbox = []
        for event in events {
            trace.record(now, "node\(node.number)", event.words, bytes: event.bytes)
        }
        verdict.steps += 1
        let effects: [Effect]
        do throws(StorageError) {
            effects = try node.engine.step(events, at: now, wall: node.clock.reading(at: now))
        } catch {
            throw BrokenClaim("a step succeeds on a sound disk", "node\(node.number): \(error)")
        }
        for effect in effects {
            trace.record(now, "node\(node.number)", effect.words, bytes: effect.bytes)
            try perform(effect, of: node)
        }
        node.generation += 1
        if let deadline = node.engine.deadline(at: now) {
            let at = max(deadline, now + .microseconds(50))
            schedule.add(.wake(node: node.number, generation: node.generation), at: at)
        }
    }

    private func perform(_ effect: Effect, of node: SimulatedNode) throws(BrokenClaim) {
        switch effect {
        case .dial(let link, let address): dial(link, address, from: node)
        case .send(let link, let bytes):
            try PrivacyChecker.check(bytes, from: node.number)
            guard let (found, end) = network.find(link, at: node.number) else { return }
            for at in network.send(bytes, over: found, from: end, at: now) {
                schedule.add(.arrival(link: found.number, end: 1 - end), at: at)
            }
        case .close(let link, _): close(link, of: node)
        case .answer(let id, let answer): node.waiting.removeValue(forKey: id)?(answer)
        case .announce: break
        }
    }

    /// Asks a node; `then` hears the answer, unless the node dies before.
    func ask(
        _ request: Request, of node: SimulatedNode, then: @escaping (Answer) -> Void = { _ in }
    ) {
        guard !node.isDown else { return }
        node.requestsMade += 1
        let id = RequestID(node.requestsMade)
        node.waiting[id] = then
        put(.requested(id, request), into: node)
    }

    /// Asks, and lets the world go on until the answer is there.
    func answer(_ request: Request, of node: SimulatedNode) throws(BrokenClaim) -> Answer {
        var answer: Answer?
        ask(request, of: node) { answer = $0 }
        let patience = now + .seconds(600)
        while answer == nil, now < patience, let at = schedule.nextAt {
            try run(until: at)
        }
        guard let answer else {
            throw BrokenClaim("every request is answered", "node\(node.number): \(request)")
        }
        return answer
    }
}
