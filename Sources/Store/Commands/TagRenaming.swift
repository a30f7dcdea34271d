package import Domain

/// Tags that became another one, on how many things.
struct TagRenaming: Equatable {
    /// As they are compared.
    let from: [String]
    let to: String
    let count: Int
}

extension Store {
    /// Takes note of what has become of tags, if that is what `work` was for. An undo and a redo are told
    /// as changes of the things alone: they take back, or do again, one by one.
    func noteRenaming(by work: BulkWork) {
        guard work.aim == .toDo, work.tally.count > 0,
            case .retag(let names, let name?) = work.kind
        else { return }
        memory.renamings.append(
            TagRenaming(from: names, to: name, count: work.tally.count))
    }

    /// What onlookers have to be told of tags since the last time, in the order in which it was done.
    package func takeRenamings() -> [Notice] {
        defer { memory.renamings = [] }
        return memory.renamings.map {
            .tagRenamed(from: $0.from, to: $0.to, count: $0.count)
        }
    }
}
