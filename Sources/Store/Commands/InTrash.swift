import CRDT
import Domain

// Things in the trash, and how to restore them.
extension Store {
    /// Returns the problem for a thing in the trash. Its fix is to undo the act that put it there, if that act is
    /// known here and still in effect.
    func problem(withTrashed row: ObjectRow) throws(StorageError) -> Problem {
        let what = "\(row.id.short) is in the trash"
        if let act = try trashingAct(of: row.state) {
            return Problem(.notFound, what, fix: "weft undo \(act)")
        }
        return Problem(
            .notFound, "\(what), and there is no act here to undo for it",
            fix: "weft undo on the device that moved it there, or add a new one")
    }

    // An undo writes deltas that belong to no act, and the acts of other devices are not known here.
    private func trashingAct(of state: ObjectState) throws(StorageError) -> Int? {
        guard let shown = state.register(.deletion)?.shown,
            case .position(let id, let sequence, _) = shown.dot,
            let chain = try chain(id)
        else { return nil }
        return try database.row(
            """
            SELECT a.id FROM act_deltas d JOIN acts a ON a.id = d.act
            WHERE d.delta = ? AND a.count > 0 AND \(ActSQL.canBeUndone) ORDER BY a.id
            """, [.integer(chain.row(sequence))]
        ) { Int($0.integer(0)) }
    }
}
