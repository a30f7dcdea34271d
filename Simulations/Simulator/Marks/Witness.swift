import Domain
import Primitives
import Wire

@testable import Store
@testable import Sync

/// Observes nodes while they step and reports which situations occurred. It changes nothing: a world goes the same way
/// without it.
struct Witness {
    /// What is remembered of one node.
    private struct Known {
        var life = 0
        /// The state after the last step.
        var isInCommand = false
        var isErasing = false
        var isInRun = false
        var isFullSince = false
        var sampledAt = Instant(nanoseconds: 0)
        /// The table states examined last.
        var waitingState: TableState?
        var sampledState: TableState?
        var sample = TableSample()
        var waiting = WaitingSample()
        /// The groups that its person was told they had left.
        var left: [String] = []
    }

    var marks = Marks()
    private var known: [Known]
    private var links: LinkWitness?
    private var wasIndexing = false

    init(machines: Int) {
        known = Array(repeating: Known(), count: machines)
    }

    /// Called before a node steps.
    mutating func willStep(_ machine: SimulatedNode, _ engine: Engine, at now: Instant) {
        links = LinkWitness(engine)
        wasIndexing = engine.isIndexing
        guard known[machine.number].life != machine.life else { return }
        let before = known[machine.number]
        if before.isInCommand { marks.reach(.crashInCommand) }
        if before.isErasing { marks.reach(.crashInErasing) }
        if before.isInRun { marks.reach(.crashInRun) }
        known[machine.number].life = machine.life
        if machine.disk.remains.torn > 0 { marks.reach(.tornSector) }
        if machine.disk.remains.dropped > 0 { marks.reach(.lostWrite) }
    }

    /// Called after the step, with its input and effects.
    mutating func didStep(
        _ machine: SimulatedNode, _ engine: Engine, _ inbox: [Event], _ effects: [Effect],
        at now: Instant
    ) {
        links?.compare(with: engine, inbox, &marks)
        let isErasing = engine.store.memory.erasing != nil
        known[machine.number].isInCommand = !engine.works.isEmpty
        known[machine.number].isErasing = isErasing
        known[machine.number].isInRun = engine.sessions.contains {
            $0.isAlive && $0.arriving != nil
        }
        if isErasing { marks.reach(.erased) }
        if !engine.works.isEmpty { marks.reach(.slices) }
        if !engine.friendRequests.isEmpty { marks.reach(.knock) }
        if engine.refoldAt != nil { marks.reach(.refoldPutOff) }
        if engine.store.memory.ended?.isEmpty == false { marks.reach(.endedDevice) }
        if !engine.store.memory.refolded.isEmpty { marks.reach(.lateVerdict) }
        if engine.dialler.targets.contains(where: { $0.failures >= Self.failuresOfLongest }) {
            marks.reach(.longestPause)
        }
        for effect in effects { see(effect, of: machine, engine, at: now) }
    }

    private mutating func see(
        _ effect: Effect, of machine: SimulatedNode, _ engine: Engine, at now: Instant
    ) {
        switch effect {
        case .close(_, .tooMuch):
            marks.reach(now < engine.restsUntil ? .callerPutOff : .mutedLink)
        case .answer(_, let answer): see(answer, at: machine, now)
        case .announce(let notice): see(notice, at: machine.number)
        case .dial, .send, .regard, .close, .discover, .beacon, .bundle, .folders, .folder:
            return
        }
    }

    private mutating func see(_ answer: Answer, at machine: SimulatedNode, _ now: Instant) {
        let isFull = machine.disk.capacity != nil
        switch answer {
        case .page:
            if isFull { marks.reach(.readWhileFull) }
            if wasIndexing { marks.reach(.searchWaited) }
        case .kept(let report):
            let isMerged = report.outcomes.contains { outcome in
                if case .merged = outcome { return true }
                return false
            }
            if isMerged { marks.reach(.mergedDuplicate) }
            wrote(machine, isFull)
        case .done: wrote(machine, isFull)
        default: return
        }
    }

    private mutating func wrote(_ machine: SimulatedNode, _ isFull: Bool) {
        guard known[machine.number].isFullSince, !isFull else { return }
        known[machine.number].isFullSince = false
        marks.reach(.writtenAfterFull)
    }

    private mutating func see(_ notice: Notice, at node: Int) {
        switch notice {
        case .deltaRejected(_, let address, _) where address.hasPrefix("node"):
            marks.reach(.flippedBit)
        case .groupRoleChanged(_, _, let role):
            marks.reach(role == .head ? .handedOver : .roleChanged)
        case .groupLeft(let author, let group) where author.isMe: known[node].left.append(group)
        case .groupJoined(let author, let group) where author.isMe:
            if known[node].left.contains(group) { marks.reach(.rejoined) }
        case .warning(let text) where text.contains("no effect"):
            marks.reach(.voidWrite)
        default: return
        }
    }

    /// Examines the tables of a node now and then, if a row has changed since.
    ///
    /// - Parameter isSomebodyAway: whether a friend of its person is unreachable.
    mutating func sample(
        _ machine: SimulatedNode, at now: Instant, isSomebodyAway: () -> Bool
    ) throws(BrokenClaim) {
        let number = machine.number
        if machine.disk.capacity != nil, machine.refusesUntil > now {
            known[number].isFullSince = true
        }
        let state = machine.tables
        guard known[number].sampledState != state else { return }
        if known[number].waitingState != state {
            known[number].waitingState = state
            let waiting = try machine.read { (store) throws(StorageError) in
                try WaitingSample(store)
            }
            see(waiting, after: known[number].waiting)
            known[number].waiting = waiting
        }
        guard now >= known[number].sampledAt + Self.samplePause else { return }
        known[number].sampledAt = now
        known[number].sampledState = state
        let wall = machine.clock.reading(at: now)
        let before = known[number].sample
        let sample = try machine.read { [marks] (store) throws(StorageError) in
            try TableSample(store, wall, besides: marks)
        }
        known[number].sample = sample
        for mark in sample.reached { marks.reach(mark) }
        let hasRotated = before.ownEpochs > 0 && sample.ownEpochs > before.ownEpochs
        if hasRotated, isSomebodyAway() { marks.reach(.rotatedInAbsence) }
    }

    private mutating func see(_ now: WaitingSample, after before: WaitingSample) {
        if now.keys > 0 { marks.reach(.waitedForKey) }
        if now.chains > 0 { marks.reach(.waitedForChain) }
        if before.keys > 0, now.keys == 0 { marks.reach(.readLater) }
        if before.chains > 0, now.chains == 0 { marks.reach(.namedLater) }
    }

    private static let samplePause: Duration = .seconds(2)
    /// Two to this power, in seconds, exceeds the longest pause.
    private static let failuresOfLongest = 9
}
