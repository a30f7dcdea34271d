import CRDT
import Domain

// Who may take a thing away. A report says something of somebody who often may change what stands beside
// it: it is taken back by who made it alone, and who puts it away does so for himself
// (docs/decisions/0054). What somebody wrote that has no effect stays in the state, so that states agree
// whoever judges them.
extension Store {
    /// The write by which an object is in the trash; nil if it is not.
    func deletion(of row: ObjectRow) throws(StorageError) -> Register.Survivor? {
        var shown = row.state.register(.deletion)?.shown
        if row.isReport { shown = try last(.deletion, of: row, by: row.author) }
        return shown.flatMap { $0.value.isEmpty ? nil : $0 }
    }

    /// Whether this person has put away what another reported.
    func isPutAway(_ row: ObjectRow) throws(StorageError) -> Bool {
        let me = try me
        guard row.author != me, let said = try last(.deletion, of: row, by: me) else {
            return false
        }
        return !said.value.isEmpty
    }

    /// What a write to a field of an object replaces: of a report's deletion only what this person said
    /// himself, for others' words are theirs.
    func replaceable(_ field: Field, of row: ObjectRow) throws(StorageError) -> [Dot] {
        let dots = row.state.register(field)?.dots ?? []
        guard row.isReport, field == .deletion else { return dots }
        return try said(field, of: row, by: try me).map(\.dot)
    }

    private func last(
        _ field: Field, of row: ObjectRow, by person: Int64
    ) throws(StorageError) -> Register.Survivor? {
        Register(survivors: try said(field, of: row, by: person), replaced: []).shown
    }

    // What one person's devices wrote and nobody replaced.
    private func said(
        _ field: Field, of row: ObjectRow, by person: Int64
    ) throws(StorageError) -> [Register.Survivor] {
        var said: [Register.Survivor] = []
        for survivor in row.state.register(field)?.survivors ?? [] {
            guard let chain = try chain(survivor.carrier.chain),
                try self.person(of: chain) == person
            else { continue }
            said.append(survivor)
        }
        return said
    }
}

extension ObjectRow {
    /// It tells that something is wrong with a thing, where such things are told.
    var isReport: Bool { kind == Schema.Report.kind && place.isGroup }
}
