import CRDT
import Domain
import Primitives
import Store
import Wire

@testable import Store

/// The identity of the fuzzer on a link: its keys, and what that person knows.
struct FuzzGuise {
    let keys: FuzzKeys
    /// The audiences that the honest node shares with it.
    let circles: [Circle]
    /// The chains of these audiences, its own first.
    let pens: [Forgery.Pen]
    /// Ids and keys that occur in messages, to be inserted into others.
    let known: [[UInt8]]
    /// The payloads that it and others have written, before sealing.
    let payloads: [[UInt8]]
    /// The things in these audiences, with the index of the audience.
    let things: [(circle: Int, object: ObjectRef)]

    /// An audience as a member knows it.
    struct Circle {
        /// Its row in the honest node's database.
        let row: Int64
        let key: EpochKey.Followed
        let kind: AudienceKind
        /// How openings of its chains name it: its person, or its id.
        let owner: PersonID
        /// The first secret, from which its chains' ids are derived; nil if unknown.
        let secret: Bytes32?
        /// The grant by which it may write there; nil if it needs none, or has none.
        var grant: UInt64?
    }

    /// Creates a stranger, who shares nothing with the honest node.
    init(stranger keys: FuzzKeys) {
        self.keys = keys
        circles = []
        pens = []
        known = [keys.owner.person.key.bytes, keys.owner.device.key.bytes]
        payloads = []
        things = []
    }

    /// Creates a guise that the node serves.
    init(_ keys: FuzzKeys, servedBy node: FuzzNode) throws {
        let store = node.store
        let all = try store.transaction { () throws(StorageError) in
            try Self.look(through: store, as: keys)
        }
        self.keys = keys
        circles = all.circles
        payloads = all.payloads
        things = all.things
        pens =
            all.pens.filter { $0.writer == keys.owner.device }
            + all.pens.filter { $0.writer != keys.owner.device }
        var known = [
            keys.owner.person.key.bytes, keys.owner.device.key.bytes,
            node.keys.owner.person.key.bytes, node.keys.owner.device.key.bytes,
        ]
        known += pens.map { $0.base.chain.bytes.bytes }
        known += pens.map { $0.base.previous.bytes }
        known += circles.flatMap { [$0.key.name.bytes, $0.key.key.bytes] }
        self.known = known
    }

    private struct Sight {
        let person: PersonID
        var circles: [Circle] = []
        var pens: [Forgery.Pen] = []
        var payloads: [[UInt8]] = []
        var things: [(circle: Int, object: ObjectRef)] = []

        /// Takes in a payload of one of its chains.
        mutating func hear(_ plain: [UInt8], of pen: Forgery.Pen, at sequence: UInt64) {
            payloads.append(plain)
            // What its own store has folded can be read.
            let operations = try? Payload.decode(plain, chain: pen.base.chain, sequence: sequence)
            for (index, entry) in (operations ?? []).enumerated() {
                if case .grant(let grant) = entry.operation, grant.person == person {
                    circles[pen.circle].grant = grant.id
                }
                guard case .create(let creation) = entry.operation else { continue }
                let dot = entry.dot(in: pen.base.chain, at: sequence, index)
                things.append((pen.circle, creation.id.map { .id($0) } ?? .creation(dot)))
            }
        }
    }

    private static func look(
        through store: Store, as keys: FuzzKeys
    ) throws(StorageError) -> Sight {
        var sight = Sight(person: keys.owner.person)
        for shared in try store.shared(with: keys.owner.certificate) {
            let record = try store.audience(shared.audience)
            for key in shared.keys {
                sight.circles.append(
                    Circle(
                        row: shared.audience, key: key, kind: record.kind, owner: record.owner,
                        secret: record.kind == .public ? record.founder.key : record.secret))
            }
            for entry in try store.log(of: shared.audience) {
                guard let run = try store.run(of: entry.chain, from: 0, bytesWanted: 1 << 20)
                else { continue }
                var pen = Forgery.Pen(
                    base: CompactRun.Base(startOf: entry.chain),
                    circle: max(sight.circles.count - 1, 0), isPlain: record.kind == .public)
                for delta in Forgery.deltas(of: run.deltas, in: entry.chain) {
                    let key = try store.key(ofEpoch: delta.header.epoch)
                    if let plain = PayloadSeal.open(delta, key: key ?? .zero) {
                        pen.hear(plain, at: delta.header.sequence)
                        sight.hear(plain, of: pen, at: delta.header.sequence)
                    }
                    pen.base = CompactRun.Base(after: delta.header)
                }
                sight.pens.append(pen)
            }
        }
        return sight
    }
}
