import CRDT
import Domain
import Primitives
import Sync

@testable import Store

/// Options of a node of a later version. In a fifth of the worlds one node now and then writes operations that no other
/// node knows; the others store them, pass them on and ignore them.
struct LaterOptions {
    let node: Int
    /// The average time between two of these writes.
    let every: Duration

    /// Draws the options.
    ///
    /// - Parameters:
    ///   - nodes: the number of persons.
    ///   - hostile: the hostile nodes, if any; none of them is the later version.
    ///   - actEvery: the time between two acts of a person.
    init?(nodes: Int, hostile: HostileOptions?, actEvery: Duration, dice: inout Dice) {
        let node = dice.roll(below: nodes)
        guard dice.roll(below: 5) == 0, hostile?.nodes.contains(where: { $0.node == node }) != true
        else { return nil }
        self.node = node
        every = actEvery * (1 + dice.roll(below: 4))
    }

    /// The options in words.
    var words: String { "\(node)/\(every.nanoseconds / 1_000_000_000)s" }
}

/// A node of a later version, if there is one, and the unknown operations that it wrote.
struct LaterVersion {
    /// The audience that it writes to.
    enum Place: String, CaseIterable {
        case atHome = "at home"
        case forFriends = "for friends"
        case forEverybody = "for everybody"
        case inGroup = "in a group"
    }

    /// A delta that contains an unknown operation.
    struct Delta {
        let chain: ChainID
        let sequence: UInt64
        fileprivate(set) var operations: [Operation]
    }

    let options: LaterOptions?
    var dice: Dice
    /// How often it wrote to each place.
    var written: [Verdict.Tally] = []
    /// All such deltas, in the order in which they were written.
    private(set) var deltas: [Delta] = []

    init(_ options: LaterOptions?, dice: Dice) {
        self.options = options
        self.dice = dice
    }

    /// Records deltas that are durable at their writer.
    mutating func note(_ made: [Delta]) { deltas += made }

    mutating func pause() -> Duration? {
        options.map { dice.duration(from: .seconds(1), to: $0.every * 2) }
    }

    /// Returns an operation of a kind that this version does not know: docs/reference/wire.md, "Payload".
    mutating func operation() -> OriginedOperation {
        let kinds: [UInt8] = [0] + Array(14...32) + Array(64...127)
        let kind = kinds[dice.roll(below: kinds.count)]
        let hasTopBit = dice.roll(below: 4) == 0
        let length = dice.roll(below: 2) == 0 ? dice.roll(below: 8) : dice.roll(below: 2000)
        let body = (0..<length).map { _ in UInt8(truncatingIfNeeded: dice.roll(below: 256)) }
        return OriginedOperation(.unknown(kind: hasTopBit ? kind | 0x80 : kind, body: body))
    }
}

extension Cluster {
    /// Starts the unknown writes, if there is a node of a later version.
    func beginLaterVersion() {
        guard let node = later.options?.node, let pause = later.pause() else { return }
        plan(.foresee(node: node), in: pause)
    }

    func foresee(at node: Int) throws(BrokenClaim) {
        guard !workload.isOver else { return }
        if let pause = later.pause() { plan(.foresee(node: node), in: pause) }
        note(.foresee(node: node), later.dice)
        try writeUnknown(at: node)
    }

    /// Has a node write one to three operations that no node of this version knows, as if a step had.
    func writeUnknown(at node: Int) throws(BrokenClaim) {
        let machine = machines[node]
        let place = LaterVersion.Place.allCases[later.dice.roll(below: 4)]
        let drawn = later.dice.roll(below: 1000)
        let operations = (0...later.dice.roll(below: 3)).map { _ in later.operation() }
        guard machine.state == .running, machine.decay == nil, let store = machine.store else {
            return
        }
        let wall = machine.clock.reading(at: now)
        machine.disk.forgetFailures()
        var made: [LaterVersion.Delta] = []
        do throws(StorageError) {
            made = try store.transaction { () throws(StorageError) in
                guard let audience = try Self.audience(of: place, drawn, in: store) else {
                    return []
                }
                return try Self.write(operations, into: audience, of: store, at: wall)
            }
            guard !made.isEmpty else { return }
        } catch {
            return try storageFailed(error, at: node)
        }
        later.note(made)
        later.written.add(place.rawValue)
        trace.record(now, machine.place, "writes what nobody knows, \(place.rawValue)")
        if machine.disk.isPlanted { try Durability.remember(machine) }
        put(.woken, at: node)
    }

    private static func write(
        _ operations: [OriginedOperation], into audience: AudienceRecord, of store: Store,
        at wall: WallTime
    ) throws(StorageError) -> [LaterVersion.Delta] {
        var made: [LaterVersion.Delta] = []
        for one in try store.write(operations, into: audience, at: wall) {
            let chain = try store.chain(number: ChainRecord.number(ofDelta: one.delta)).id
            let sequence = ChainRecord.sequence(ofDelta: one.delta)
            if let last = made.last, last.chain == chain, last.sequence == sequence {
                made[made.count - 1].operations.append(one.operation)
            } else {
                made.append(
                    LaterVersion.Delta(
                        chain: chain, sequence: sequence, operations: [one.operation]))
            }
        }
        return made
    }

    // Nil if this node may not write there.
    private static func audience(
        of place: LaterVersion.Place, _ drawn: Int, in store: Store
    ) throws(StorageError) -> AudienceRecord? {
        guard try store.writingProblem() == nil else { return nil }
        switch place {
        case .atHome: return try store.writable(AudienceName(AudienceKind.private.rawValue))
        case .forFriends: return try store.writable(AudienceName(AudienceKind.friends.rawValue))
        case .forEverybody: return try store.writable(AudienceName(AudienceKind.public.rawValue))
        case .inGroup:
            let groups = try store.groups().filter { $0.audience.kind == .group }
            guard !groups.isEmpty else { return nil }
            return try store.writable(groups[drawn % groups.count].audience.name)
        }
    }
}
