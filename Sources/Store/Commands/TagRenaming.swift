package import Domain

/// Tags that were renamed to another one, and the number of things affected.
struct TagRenaming: Equatable {
    /// The folded names.
    let from: [String]
    let to: String
    let count: Int
}

extension Store {
    /// Records a renaming for notification, if `work` was one. Undo and redo are notified only as changes of the
    /// things, because they work on each thing separately.
    func noteRenaming(by work: BulkWork) {
        guard work.aim == .toDo, work.tally.count > 0,
            case .retag(let names, let name?) = work.kind
        else { return }
        memory.renamings.append(
            TagRenaming(from: names, to: name, count: work.tally.count))
    }

    /// Removes and returns the notifications about renamed tags, in order.
    package func takeRenamings() -> [Notice] {
        defer { memory.renamings = [] }
        return memory.renamings.map {
            .tagRenamed(from: $0.from, to: $0.to, count: $0.count)
        }
    }
}
