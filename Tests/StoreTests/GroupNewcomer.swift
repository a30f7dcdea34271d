import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// A replica that was let in and has received nothing, and everything that it will receive.
struct Newcomer {
    private let replica: WriteReplica
    private let group: Bytes32
    /// The group's chains, each as runs, split in several ways.
    private let ways: [[[WriteReplica.Run]]]
    /// The same for other audiences that this replica holds.
    private let others: [[[WriteReplica.Run]]]
    private let keys: [EpochKey.Followed]

    private static let waysCount = 4

    init(_ replica: WriteReplica, in world: GroupWorld) throws {
        self.replica = replica
        group = world.group
        ways = try world.chains(
            of: { try world.lab(at: $0).number }, among: world.actors, ways: Self.waysCount)
        var keys = try world.keys(
            of: { try world.lab(at: $0).number }, among: world.actors)
        var others = [[[WriteReplica.Run]]](repeating: [], count: Self.waysCount)
        let isOwn = replica.owner.person == world.ana.owner.person
        for kind in isOwn ? AudienceKind.own : [.friends] {
            let holders = isOwn ? [world.ana, world.phone] : [world.cleo]
            let row = { (holder: WriteReplica) in try holder.row(kind, of: holder) }
            let found = try world.chains(of: row, among: holders, ways: Self.waysCount)
            for way in found.indices { others[way] += found[way] }
            keys += try world.keys(of: row, among: holders)
        }
        self.others = others
        self.keys = keys
    }

    /// Returns the state after one random order; the replica itself is left as it was.
    func order(_ dice: inout Dice) throws -> Verdict {
        var verdict: Verdict?
        var drawn = dice
        dice = dice.split(1)
        do throws(StorageError) {
            try replica.store.transaction { () throws(StorageError) in
                let heard = try hear(&drawn)
                verdict = heard
                // Throwing rolls everything back.
                if heard.isWhole { throw Self.end }
            }
        } catch {
            guard error == Self.end else { throw error }
        }
        return try #require(verdict)
    }

    private static let end = StorageError.failed(code: 0, place: "the end of an order")

    private func hear(_ dice: inout Dice) throws(StorageError) -> Verdict {
        let store = replica.store
        var chains = ways[dice.roll(below: ways.count)]
        // The group can be complete without everything from other audiences.
        var late: [[WriteReplica.Run]] = []
        for chain in others[dice.roll(below: others.count)] {
            let here = replica.isPaired ? chain.count : dice.roll(below: chain.count + 1)
            chains.append(Array(chain[..<here]))
            late.append(Array(chain[here...]))
        }
        var keys = dice.shuffle(self.keys)[...]
        // One chain after the other, or one run of each in turn.
        let patience = [1, 3, 50][dice.roll(below: 3)]
        try deliver(&chains, keys: &keys, patience: patience, &dice)
        for key in keys + self.keys { try store.deliver(epoch: key.name, key: key.key) }
        try deliver(&chains, keys: &keys, patience: patience, &dice)
        try store.settleVerdicts(at: replica.wall)
        var verdict = Verdict()
        verdict.group = try store.stateDigest(ofGroup: group)
        try deliver(&late, keys: &keys, patience: patience, &dice)
        try store.settleVerdicts(at: replica.wall)
        try verdict.read(store, group)
        return verdict
    }

    /// Offers runs until none is accepted any more; what comes too early is offered again.
    private func deliver(
        _ chains: inout [[WriteReplica.Run]], keys: inout ArraySlice<EpochKey.Followed>,
        patience: Int, _ dice: inout Dice
    ) throws(StorageError) {
        let store = replica.store
        var open = dice.shuffle(Array(chains.indices.filter { !chains[$0].isEmpty }))
        var early: [Int] = []
        while let index = open.popLast() {
            if dice.roll(below: 6) == 0, let key = keys.popFirst() {
                // Sometimes a wrong key comes first.
                if dice.roll(below: 4) == 0 { try store.deliver(epoch: key.name, key: .zero) }
                try store.deliver(epoch: key.name, key: key.key)
                open = early + open
                early = []
            }
            for _ in 0..<patience where !chains[index].isEmpty {
                let run = chains[index][0]
                let reception = try store.receive(
                    run.bytes, of: run.chain, at: run.sequence, in: nil, wall: replica.wall)
                if case .refused(let reason) = reception {
                    throw .failed(code: 1, place: "refused: \(reason.name)")
                }
                guard reception != .early else {
                    early.append(index)
                    break
                }
                chains[index].removeFirst()
                open = early + open
                early = []
            }
            guard !chains[index].isEmpty, !early.contains(index) else { continue }
            open.insert(index, at: dice.roll(below: open.count + 1))
        }
    }
}

extension Store {
    /// Does the engine's periodic work until nothing is left to do.
    func settleVerdicts(at wall: WallTime) throws(StorageError) {
        var wall = wall
        for _ in 0..<5 {
            wall = WallTime(milliseconds: wall.milliseconds + 60_001)
            try judgeAnew(at: wall)
            let waits = try settleRefolds(at: wall)
            if !waits, memory.unjudged.isEmpty { return }
        }
        throw .failed(code: 2, place: "it does not settle")
    }
}

extension WriteReplica {
    /// Whether it has its keys from another device of its person.
    fileprivate var isPaired: Bool { owner.phraseSeed == nil }
}

/// Everything that must be the same.
struct Verdict {
    var group: Bytes32?
    var frontier: Frontier?
    var judgement: Judgement?
    var state: Group.State?
    var shown: [KnownObject] = []
    var heads: [Bytes16] = []
    var marks: [[Int64]] = []
    var certified: [Certificate] = []

    mutating func read(_ store: Store, _ id: Bytes32) throws(StorageError) {
        shown = try store.known()
        guard let record = try store.group(id) else { return }
        let audience = try store.audience(record.audience.number)
        frontier = try store.frontier(of: audience.number)
        judgement = try store.judgement(of: audience)
        state = try store.state(of: record)
        for head in try store.heads(of: audience) {
            heads.append(head.name)
            marks.append(
                try store.database.rows(
                    "SELECT mark FROM marks WHERE epoch = ? ORDER BY mark", [.integer(head.number)]
                ) { (row) throws(StorageError) in row.integer(0) })
        }
        certified = try store.certificates(in: audience).sorted {
            ($0.person, $0.device) < ($1.person, $1.device)
        }
    }

    /// Whether it was read to its end.
    var isWhole: Bool { judgement != nil }

    /// Returns what differs from `other`, by name, because whole histories would fill the screen.
    func differences(from other: Verdict) -> [String] {
        var names = differencesOfGroup(from: other)
        if state != other.state { names.append("state") }
        if shown.count != other.shown.count { names.append("objects") }
        for (left, right) in zip(shown, other.shown) where left != right {
            names.append("\(left.id)")
        }
        return names
    }

    /// The same for what does not belong to one person alone.
    func differencesOfGroup(from other: Verdict) -> [String] {
        var names: [String] = []
        if group != other.group { names.append("digest") }
        if frontier != other.frontier { names.append("frontier") }
        if judgement != other.judgement { names.append("judgement") }
        if heads != other.heads { names.append("heads") }
        if marks != other.marks { names.append("marks") }
        if certified != other.certified { names.append("certified") }
        return names
    }
}
