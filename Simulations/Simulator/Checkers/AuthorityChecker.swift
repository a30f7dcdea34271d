import CRDT
import Domain
import Primitives
import Sodium
import Wire

@testable import Store

/// Checks that replicas with the same deltas agree on which of them count, delta by delta, and that each replica's
/// verdict follows from the facts in its log, derived again from scratch.
struct AuthorityChecker {
    static let claim = "the same deltas count everywhere"

    /// The verdict of one replica on one audience.
    struct Verdict {
        fileprivate let audience: Bytes32
        fileprivate let held: Bytes16
        fileprivate let counted: Bytes32
        fileprivate let place: String
    }

    private var verdicts: [Verdict] = []

    /// Adds the verdicts of a replica and compares them with those of others.
    ///
    /// - Parameter logs: everything that the device holds.
    ///
    /// - Returns: its verdicts.
    @discardableResult
    mutating func add(
        _ machine: SimulatedNode, _ logs: [HeldLog]
    ) throws(BrokenClaim) -> [Verdict] {
        let (found, stale) = try machine.read { (store) throws(StorageError) in
            try Self.verdicts(of: store, logs, at: machine.place)
        }
        if let stale { throw BrokenClaim(Self.claim, "\(machine.place): \(stale)") }
        try add(found)
        return found
    }

    /// Compares verdicts with those of other replicas.
    mutating func add(_ said: [Verdict]) throws(BrokenClaim) {
        for verdict in said {
            guard
                let other = verdicts.first(where: {
                    $0.audience == verdict.audience && $0.held == verdict.held
                })
            else {
                verdicts.append(verdict)
                continue
            }
            guard other.counted == verdict.counted else {
                throw BrokenClaim(
                    Self.claim, "\(other.place) and \(verdict.place) hold the same of an audience")
            }
        }
    }

    private static func verdicts(
        of store: Store, _ logs: [HeldLog], at place: String
    ) throws(StorageError) -> ([Verdict], stale: String?) {
        var verdicts: [Verdict] = []
        for log in logs {
            let audience = log.audience
            guard log.isWhole, !(try isTold(audience, in: store)) else { continue }
            let judgement = try store.judgement(of: audience)
            if try facts(of: audience, log, in: store).judge() != judgement {
                return (verdicts, "its verdict in \(audience.kind) is not that of its log")
            }
            var counted = Hasher32()
            let counting = log.entries.filter(\.counts).sorted {
                ($0.chain, $0.header.sequence) < ($1.chain, $1.header.sequence)
            }
            for entry in counting {
                counted.update(entry.chain.bytes.bytes)
                counted.update(bytes(entry.header.sequence))
            }
            var name = Hasher32()
            name.update([audience.kind.rawValue])
            name.update(audience.owner.key.bytes)
            verdicts.append(
                Verdict(
                    audience: name.finish(), held: try store.digest(of: audience.number),
                    counted: counted.finish(),
                    place: place))
        }
        return (verdicts, nil)
    }

    // Whether the replica was told a fact that its log lacks, such as a farewell.
    private static func isTold(
        _ audience: AudienceRecord, in store: Store
    ) throws(StorageError) -> Bool {
        let count = try store.database.row(
            "SELECT count(*) FROM farewells WHERE audience = ?", [.integer(audience.number)]
        ) { $0.integer(0) }
        return count != 0
    }

    private static func facts(
        of audience: AudienceRecord, _ log: HeldLog, in store: Store
    ) throws(StorageError) -> AuthorityFacts {
        var facts = AuthorityFacts(
            kind: audience.kind.rawValue, owner: audience.owner, founder: audience.founder)
        for entry in log.entries {
            if entry.header.sequence == 0, case .open(let open)? = entry.operations.first?.operation
            {
                facts.insert(open, of: entry.chain)
            }
            facts.insert(
                entry.operations, at: entry.chain, entry.header.sequence,
                isSound: try store.isSound(entry.operations, entry.header, in: audience))
        }
        for fork in try store.forks(of: audience.number) {
            facts.insert(forkOf: fork.chain, at: fork.length)
        }
        return facts
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.u64(number)
        return writer.bytes
    }
}
