import CRDT
import Domain

extension ObjectRow {
    /// Returns why these changes, each already checked, cannot all be made; nil if they can.
    func problem(with changes: [DetailChange], of kind: Kind) -> Problem? {
        for change in changes {
            guard let form = kind.form(of: change.name), form.isList else { continue }
            let (before, after) = (values(of: form), values(after: change, of: form))
            // A synced thing may already exceed the limit; a change that does not add to it is allowed.
            guard after.count <= max(form.valuesMax, before.count) else {
                return DetailRules.tooMany(form)
            }
            // A change may leave a required detail empty if it was empty before.
            if after.isEmpty, !before.isEmpty, let problem = form.whyNeeded { return problem }
        }
        return nil
    }

    /// Returns the operations for the changes, only for values that differ from what shows.
    func operations(
        of changes: [DetailChange], of kind: Kind, at object: ObjectRef
    ) -> [Operation] {
        var operations: [Operation] = []
        for change in changes {
            guard let form = kind.form(of: change.name) else { continue }
            if form.isList {
                operations += self.operations(of: change, of: form, at: object)
            } else if let values = change.values {
                let value = Array((values.first ?? "").utf8)
                let register = state.register(form.field)
                let isSo = register?.shown?.value ?? [] == value
                guard !isSo || register?.conflicts.isEmpty == false else { continue }
                operations.append(write(form.field, value, at: object))
            }
        }
        return operations
    }

    // Elements are bytes; those that cannot be shown stay as they are.
    private func operations(
        of change: DetailChange, of form: DetailForm, at object: ObjectRef
    ) -> [Operation] {
        let before = values(of: form)
        let after = values(after: change, of: form)
        let gone = before.filter { !after.contains($0) }
        let come = after.filter { !before.contains($0) }.map { value -> Operation in
            .add(
                ElementAddition(object: object, field: form.field, element: Array(value.utf8)))
        }
        return removals(of: gone, in: form.field, at: object) + come
    }

    private func values(of form: DetailForm) -> [String] {
        (state.set(form.field)?.elements ?? []).filter { form.value.shows($0) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    // Values are compared in folded form, and those that stay keep their spelling. A file, however, moves when it is
    // added again with another position.
    private func values(after change: DetailChange, of form: DetailForm) -> [String] {
        let folded = form.value.folded
        var values = values(of: form)
        if let wanted = change.values {
            let names = wanted.map(folded)
            values.removeAll { !names.contains(folded($0)) }
            for value in wanted where !values.contains(where: { folded($0) == folded(value) }) {
                values.append(value)
            }
            if form.value.isFile { values = wanted }
        }
        let gone = change.remove.map(folded)
        values.removeAll { gone.contains(folded($0)) }
        if form.value.isFile {
            let moved = change.add.map(folded)
            values.removeAll { moved.contains(folded($0)) }
        }
        for value in change.add where !values.contains(where: { folded($0) == folded(value) }) {
            values.append(value)
        }
        return values
    }
}
