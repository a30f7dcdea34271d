import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Erases things that are due, and tells other devices of it.
extension WriteReplica {
    /// Lets days pass without any events.
    func wait(days: UInt64) throws {
        try step { (store) throws(StorageError) in try store.noteTrash(at: wall) }
        wall = WallTime(milliseconds: wall.milliseconds + days * 86_400_000)
    }

    /// Does everything that is due about what is over, as an engine does after some time: declares
    /// it dead and prunes it.
    func forget() throws {
        for _ in 0..<6 {
            try step { (store) throws(StorageError) in
                try store.noteTrash(at: wall)
                store.beginTrash()
            }
            try until { (store) throws(StorageError) in
                if case .more = try store.sweepSome(at: self.wall) { return true }
                return false
            }
            try until { (store) throws(StorageError) in try store.endSome(at: self.wall) }
            try until { (store) throws(StorageError) in try store.eraseSome(at: self.wall) }
        }
        try store.truncateLog()
    }

    private func until(_ body: (Store) throws(StorageError) -> Bool) throws {
        for _ in 0..<10_000 {
            guard try step(body) else { return }
        }
        throw Unexpected(what: "it does not end")
    }

    /// Gives another device of the same person what it lacks, as sessions do.
    func tell(_ other: WriteReplica) throws {
        try other.take(try keys())
        for kind in AudienceKind.own { try tell(other, of: kind) }
    }

    /// The same for one audience, to any replica that may be served it.
    func tell(_ other: WriteReplica, of kind: AudienceKind) throws {
        try tell(other, audience: try row(kind, of: self))
    }

    /// The same for the audience in a row of this replica.
    func tell(_ other: WriteReplica, audience row: Int64) throws {
        for entry in try step({ (store) throws(StorageError) in try store.log(of: row) }) {
            try tell(other, of: entry.chain, parts: 10_000) { 10_000 }
        }
    }

    /// The same, chain by chain in random order and a few deltas at a time.
    func tell(_ other: WriteReplica, dice: inout Dice) throws {
        try other.take(try keys())
        var chains: [ChainID] = []
        for kind in AudienceKind.own {
            let row = try row(kind, of: self)
            chains += try step { (store) throws(StorageError) in try store.log(of: row) }
                .map(\.chain)
        }
        for _ in 0..<200 {
            for chain in dice.shuffle(chains) {
                let parts = 1 + dice.roll(below: 3)
                let bytes = dice.roll(below: 2) == 0 ? 1 : 700
                try tell(other, of: chain, parts: parts) { bytes }
            }
            if dice.roll(below: 4) == 0 {
                try other.step { (store) throws(StorageError) in
                    _ = try store.eraseSome(at: other.wall)
                }
            }
        }
    }

    private func tell(
        _ other: WriteReplica, of chain: ChainID, parts: Int, bytesWanted: () -> Int
    ) throws {
        var told: [Frontier.Entry] = []
        var place = try other.length(of: chain)
        for _ in 0..<parts {
            let part = try step { (store) throws(StorageError) in
                try store.nextPart(
                    of: chain, from: place, told: told,
                    bytesWanted: max(bytesWanted(), place == 0 ? 500 : 1))
            }
            guard let part else { return }
            let reception: Store.Reception
            switch part {
            case .leap(let end):
                place = end
                continue
            case .proof(let proof):
                told.append(proof.place)
                reception = try other.step { (store) throws(StorageError) in
                    try store.receive(proof, in: nil, wall: other.wall)
                }
            case .run(let bytes, let end):
                let run = Run(chain: chain, sequence: place, end: end, bytes: bytes)
                reception = try other.receive(run)
                place = end
            }
            if case .refused(let reason) = reception { throw Unexpected(what: reason.name) }
        }
    }

    private func length(of chain: ChainID) throws -> UInt64 {
        try step { (store) throws(StorageError) in try store.chain(chain)?.length ?? 0 }
    }

    /// Returns where a word is found in the decrypted log or in a table.
    func traces(of word: String) throws -> [String] {
        try step { (store) throws(StorageError) in
            var found: [String] = []
            let rows = try store.database.rows("SELECT id FROM deltas ORDER BY id") {
                (row) throws(StorageError) in row.integer(0)
            }
            for row in rows {
                let text = "\(try store.operations(ofDelta: row) ?? [])"
                let codes = Array(word.utf8).map(String.init).joined(separator: ", ")
                if text.contains(codes) || text.contains(word) {
                    found.append("delta \(ChainRecord.sequence(ofDelta: row))")
                }
            }
            for (table, column) in [
                ("bookmarks", "url"), ("bookmarks", "title"), ("bookmarks", "note"),
                ("tags", "name"), ("acts", "summary"),
            ] {
                let values = try store.database.rows(
                    "SELECT \(column) FROM \(table) ORDER BY 1"
                ) { (row) throws(StorageError) in row.text(0) }
                found += values.filter { $0.contains(word) }.map { "\(table) \($0)" }
            }
            return found
        }
    }

    /// Returns the ids of everything at home that exists or is in the trash.
    func atHome() throws -> [ObjectID] {
        try known().filter { $0.place == .private && $0.hidden != .absent }.map(\.id)
    }

    /// Returns the deltas that refer to something deleted.
    func leftovers() throws -> [String] {
        try step { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT delta FROM waiting WHERE reason >= X'02' AND reason < X'03' ORDER BY delta"
            ) { (row) throws(StorageError) in row.integer(0) }
            return try rows.map { (row) throws(StorageError) in
                let chain = try store.chain(number: ChainRecord.number(ofDelta: row))
                let operations = try store.operations(ofDelta: row) ?? []
                return "\(ChainRecord.sequence(ofDelta: row)) of \(chain.length): \(operations)"
            }
        }
    }

    /// Returns the number of rows in a table.
    func count(_ table: String) throws -> Int64 {
        try step { (store) throws(StorageError) in
            try store.database.row("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
        }
    }
}
