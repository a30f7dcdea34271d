import CRDT
import Domain
import Primitives

@testable import Store

/// Nobody's words are lost unseen: what a person made in a group shows there, is in the trash there, or, if their
/// right had ended before others heard of it, is at home and theirs alone.
enum KeptWords {
    private static let claim = "nobody's words are lost unseen"

    /// Takes what a machine kept of groups into its person's account: not more than it tells of.
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

    /// Everything that was made in a group is somewhere.
    static func check(_ machine: SimulatedNode) throws(BrokenClaim) {
        for id in machine.diary.madeInGroups {
            guard machine.diary.entries[id] == nil, try isThere(id, at: machine) == false else {
                continue
            }
            throw BrokenClaim(
                claim, "\(machine.place) made \(id.text) in a group, and it is nowhere")
        }
    }

    // What was written into a chain that parts is made again, and has another id.
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
    /// Some chain is proven to part.
    var hasParted: Bool {
        get throws(StorageError) {
            try database.row("SELECT 1 FROM forks ORDER BY chain LIMIT 1") { _ in true } == true
        }
    }
}
