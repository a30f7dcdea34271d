import Domain
import Interchange

/// The state of an import for things without an address: which things of the file are the same, and the references here
/// of things that others in the file name.
struct ImportedNames {
    /// By what the things of the file are named there, and here.
    private(set) var names: [ThingReference: ThingReference] = [:]
    /// Things that name others: taken in when those are here.
    private(set) var waiting: [ImportedLink] = []
    /// The number of identical things in the file, by a hash, as in `ImportedDuplicates`.
    private var copies: [Int: Int] = [:]

    /// Those of `batch` that name nothing; the others wait.
    mutating func ready(of batch: [ImportedLink]) -> [ImportedLink] {
        waiting += batch.filter { !$0.draft.named.isEmpty }
        return batch.filter { $0.draft.named.isEmpty }
    }

    /// The waiting links in batches of one kind; kinds that others may refer to come first.
    mutating func rest() -> [[ImportedLink]] {
        var batches: [[ImportedLink]] = []
        for kind in Kind.allCases.sorted(by: { $0.rawValue < $1.rawValue }) {
            let things = waiting.filter { $0.draft.kind == kind }
            for start in stride(from: 0, to: things.count, by: Limits.batchMax) {
                batches.append(Array(things[start..<min(start + Limits.batchMax, things.count)]))
            }
        }
        waiting = []
        return batches
    }

    /// The draft as it is to be kept here.
    mutating func draft(of link: ImportedLink) -> BookmarkDraft {
        var draft = link.draft.renaming(names)
        guard !draft.kind.isAddressed, !draft.isByWords else { return draft }
        let said = draft.details.flatMap { [$0.name.word] + $0.values }
        let text = ([draft.kind.word, draft.title, draft.url, draft.note] + said)
            .joined(separator: "\u{0}")
        copies[text.hashValue, default: 0] += 1
        draft.copyNumber = copies[text.hashValue]
        return draft
    }

    /// Records that `old` in the file is `new` here.
    mutating func name(_ old: ThingReference, _ new: ThingReference) { names[old] = new }
}
