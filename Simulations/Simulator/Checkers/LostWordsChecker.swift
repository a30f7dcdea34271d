import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that nothing a person wrote is lost unseen: what they made in a group shows there, is in the trash there, or,
/// if their right had ended before others received it, is private and theirs alone.
enum LostWordsChecker {
    private static let claim = "nobody's words are lost unseen"

    /// Adds what a node kept of groups to its person's diary, but no more than the node reports.
    static func adopt(_ machine: SimulatedNode, at now: Instant) throws(BrokenClaim) {
        machine.mayHaveKept = false
        let wall = machine.clock.reading(at: now)
        let told = try machine.read { (store) throws(StorageError) in try store.cutOff(at: wall) }
        var count = told.reduce(0) { $0 + $1.kept }
        guard count > 0 else { return }
        count -= machine.diary.keptOfGroups
        for link in try machine.shown(at: now) where link.author.isMe {
            guard !link.placement.contains(where: { $0.kind == nil }),
                machine.diary.entries[link.id] == nil, count > 0
            else { continue }
            count -= 1
            machine.diary.keep(link.id, Diary.Entry(link))
        }
    }

    /// Checks that everything made in a group still exists somewhere.
    static func check(_ machine: SimulatedNode) throws(BrokenClaim) {
        for id in machine.diary.madeInGroups {
            guard machine.diary.entries[id] == nil, try isThere(id, at: machine) == false else {
                continue
            }
            throw BrokenClaim(
                claim, "\(machine.place) made \(id.text) in a group, and it is nowhere")
        }
    }

    // What was written into a forked chain is written again with another id, so then nothing is claimed.
    private static func isThere(
        _ id: ObjectID, at machine: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        try machine.read { (store) throws(StorageError) in
            if try store.hasParted || store.isRefoldWaiting { return true }
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE object = ? AND author = ? ORDER BY id",
                [.blob(id.bytes.bytes), .integer(try store.me)]
            ) { (row) throws(StorageError) in row.integer(0) }
            for row in rows where try store.object(row: row)?.state.exists == true { return true }
            return false
        }
    }
}

extension Store {
    /// Whether any chain is proven to fork.
    var hasParted: Bool {
        get throws(StorageError) {
            try database.row("SELECT 1 FROM forks ORDER BY chain LIMIT 1") { _ in true } == true
        }
    }
}
