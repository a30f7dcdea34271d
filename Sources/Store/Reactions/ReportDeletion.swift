import CRDT
import Domain

// Decides who may delete an object. A report is often about somebody who may change everything beside it. So only the
// reporter can take it back, and anyone else who puts it away does so only for themselves (docs/decisions/0054).
// Writes without effect stay in the state, so that states converge no matter who evaluates them.
extension Store {
    /// Returns the write that moved an object to the trash; nil if it is not there.
    func deletion(of row: ObjectRow) throws(StorageError) -> Register.Survivor? {
        var shown = row.state.register(.deletion)?.shown
        if row.isReport { shown = try last(.deletion, of: row, by: row.author) }
        return shown.flatMap { $0.value.isEmpty ? nil : $0 }
    }

    /// Whether this person has put away another person's report.
    func isPutAway(_ row: ObjectRow) throws(StorageError) -> Bool {
        let me = try me
        guard row.author != me, let said = try last(.deletion, of: row, by: me) else {
            return false
        }
        return !said.value.isEmpty
    }

    /// Returns the dots that a write to a field replaces. For the deletion of a report these are only this person's
    /// own writes, because other people's decisions are theirs.
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

    // Returns the surviving writes by one person's devices.
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
    /// Whether it is a report: of that kind, and in a group or direct audience.
    var isReport: Bool { kind == Schema.Report.kind && place.isGroup }
}
