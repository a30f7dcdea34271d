import CRDT
import Primitives
import Sodium
import Wire

@testable import Store

/// Checks that replays change nothing: a copy of a replica that receives all its deltas again, as runs and then one by
/// one in another order, recognises them all and keeps the same rows.
enum Replays {
    static let claim = "what comes again changes nothing"

    /// Changes the copy before it is checked; tests plant faults here.
    typealias Plant = (Store) throws(StorageError) -> Void

    static func check(
        _ machine: SimulatedNode, at now: Instant, planting plant: Plant = { _ in }
    ) throws(BrokenClaim) {
        let wall = machine.clock.reading(at: now)
        let copy = SimulatedDisk(copyOf: machine.disk, dice: Dice(seed: 0))
        var found: String?
        do throws(StorageError) {
            let store = try machine.open(copy, at: now)
            try store.transaction { () throws(StorageError) in
                let before = try digests(of: store)
                found = try receiveAgain(in: store, wall)
                try foldAgain(in: store)
                try store.judgeAnew(at: wall)
                try plant(store)
                let after = try digests(of: store)
                let changed = before.first { !after.contains($0) }
                found = found ?? changed.map { "table \($0.table) is another" }
            }
            try store.close()
        } catch {
            throw BrokenClaim(claim, "\(machine.place): \(error)")
        }
        if let found { throw BrokenClaim(claim, "\(machine.place): \(found)") }
    }

    // Receives every run, as from a peer that knows of nothing.
    private static func receiveAgain(
        in store: Store, _ wall: WallTime
    ) throws(StorageError) -> String? {
        for audience in try HeldLog.audiences(of: store) {
            for chain in try store.chains(of: audience).reversed() {
                var next: UInt64 = 0
                while let (deltas, end) = try store.run(
                    of: chain.id, from: next, bytesWanted: 4096)
                {
                    let reception = try store.receive(
                        deltas, of: chain.id, at: next, in: audience.number, wall: wall)
                    if reception != .known {
                        return "\(reception) for \(next) to \(end) in \(audience.kind)"
                    }
                    next = end
                }
            }
        }
        return nil
    }

    private static func foldAgain(in store: Store) throws(StorageError) {
        var dice = Dice(seed: 1)
        for audience in try HeldLog.audiences(of: store) {
            var places: [(chain: ChainRecord, sequence: UInt64)] = []
            for chain in try store.chains(of: audience) {
                var next: UInt64 = 0
                while let sequence = try store.heldPlace(
                    of: chain, from: next, before: chain.length)
                {
                    places.append((chain, sequence))
                    next = sequence + 1
                }
            }
            for (chain, sequence) in dice.shuffle(places) {
                guard let delta = try store.delta(row: chain.row(sequence)) else { continue }
                try store.foldReceived(delta, of: chain, sequence: sequence, in: audience)
            }
        }
    }

    /// A table and the hash of its rows.
    private struct TableDigest: Equatable {
        let table: String
        let digest: Bytes32
    }

    // Tables that note what is to be looked at again are left out.
    private static let tables = [
        "objects", "bookmarks", "tagged", "placed", "chains", "deltas", "epochs", "follows",
        "marks",
        "authority", "forks", "checkpoints", "ended", "certified", "people", "devices",
    ]

    private static func digests(of store: Store) throws(StorageError) -> [TableDigest] {
        var digests: [TableDigest] = []
        for table in tables {
            let columns =
                try store.database.row(
                    "SELECT count(*) FROM pragma_table_info('\(table)')"
                ) { Int32($0.integer(0)) } ?? 0
            let order = (1...max(columns, 1)).map { "\($0)" }.joined(separator: ", ")
            var hasher = Hasher32()
            _ = try store.database.rows("SELECT * FROM \(table) ORDER BY \(order)") {
                (row) throws(StorageError) in
                for column in 0..<columns {
                    let bytes = row.bytes(column)
                    hasher.update([UInt8(truncatingIfNeeded: bytes.count)])
                    hasher.update(bytes)
                }
            }
            digests.append(TableDigest(table: table, digest: hasher.finish()))
        }
        return digests
    }
}
