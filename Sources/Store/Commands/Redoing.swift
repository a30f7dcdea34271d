import CRDT
import Domain
import Primitives

// Redoes what was undone. Like an undo, it writes deltas that belong to no act, so the act is as before and can be
// undone again.
extension Store {
    /// Redoes an undone act: every operation whose reversal still shows; what was changed since stays. A redo that
    /// was interrupted starts again.
    func redo(_ number: Int?, at wall: WallTime) throws(StorageError) -> Performance {
        let found = try database.row(
            number == nil ? RedoSQL.last : RedoSQL.named, number.map { [.integer($0)] } ?? []
        ) { row in (act: row.integer(0), summary: row.text(1), undone: Int(row.integer(2))) }
        guard let (act, summary, undone) = found else {
            return .answered(
                .rejected(
                    Problem(
                        .notFound,
                        number.map { "there is no act \($0)" } ?? "there is nothing to redo",
                        fix: "weft log")))
        }
        guard [Self.actIsUndone, Self.actIsBeingRedone].contains(undone) else {
            let why = undone == Self.actStands ? "is not undone" : "is being undone"
            return .answered(
                .rejected(Problem(.conflict, "act \(act) \(why)", fix: "weft log")))
        }
        try mark(act, Self.actIsBeingRedone)
        return try start(
            BulkWork(.redo(of: act), rows: try deltas(of: act), act: nil) { _ in
                "redid act \(act): \(summary)"
            }, at: wall)
    }

    /// Completes a redo.
    func finishRedo(of act: Int64) throws(StorageError) {
        guard !(try isActOver(Int(act))) else { return }
        try mark(act, Self.actStands)
    }

    /// Returns the operations that redo a delta, and where to write them.
    func repeats(ofDelta row: Int64) throws(StorageError) -> (Place, [Operation]) {
        try answers(toDelta: row) { (operation, _, object, row) throws(StorageError) in
            try again(operation, on: row, named: object)
        }
    }

    private func again(
        _ operation: Operation, on row: ObjectRow, named object: ObjectRef
    ) throws(StorageError) -> Operation? {
        let state = row.state
        switch operation {
        case .create:
            guard let deletion = state.register(.deletion), try self.deletion(of: row) != nil,
                try areRestored(deletion.dots)
            else { return nil }
            return .write(
                FieldWrite(
                    object: object, field: .deletion, value: [],
                    replaces: try replaceable(.deletion, of: row)))
        case .write(let write):
            guard let register = state.register(write.field),
                register.shown?.value == (try value(of: write.field, before: write.replaces)),
                try areRestored(register.dots)
            else { return nil }
            return .write(
                FieldWrite(
                    object: object, field: write.field, value: write.value,
                    replaces: try replaceable(write.field, of: row)))
        case .add(let addition):
            guard state.set(addition.field)?.dots(of: addition.element).isEmpty ?? true else {
                return nil
            }
            return .add(
                ElementAddition(
                    object: object, field: addition.field, element: addition.element))
        case .remove(let removal):
            let dots = state.set(removal.field)?.dots(of: removal.element) ?? []
            guard try areRestored(dots) else { return nil }
            return .remove(
                ElementRemoval(
                    object: object, field: removal.field, element: removal.element, dots: dots))
        case .place(let placement):
            guard let register = state.placement(in: placement.audience),
                register.shown?.value == (placement.isIn ? [0] : [1]),
                try areRestored(register.dots)
            else { return nil }
            return .place(
                Placement(
                    object: object, audience: placement.audience, isIn: placement.isIn,
                    replaces: register.dots))
        default: return nil
        }
    }
}

private enum RedoSQL {
    static let named = "SELECT id, summary, undone FROM acts WHERE id = ? AND count > 0 ORDER BY id"
    static let last = """
        SELECT id, summary, undone FROM acts WHERE count > 0 AND undone IN (1, 4)
        ORDER BY taken_back DESC, id DESC LIMIT 1
        """
}
