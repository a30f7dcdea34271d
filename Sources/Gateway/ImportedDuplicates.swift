import Domain

/// Tracks addresses that an imported file has several times. Entries of one file add to each other; the duplicate
/// policy is for links that were here before.
struct ImportedDuplicates {
    /// Hashes of the canonical addresses that this run has added, or a dry run would add: for a million addresses they
    /// take a tenth of the memory. A collision happens once in ten million such files, and nobody can provoke one,
    /// because each run of the program has its own seed.
    private var kept: Set<Int> = []

    /// Drafts of a batch, each address once.
    struct MergedBatch {
        fileprivate(set) var drafts: [BookmarkDraft] = []
        /// For each draft of the batch the index of the one that it was merged into.
        fileprivate(set) var places: [Int] = []
        /// The indexes in the batch of drafts that lost a part.
        fileprivate(set) var cut: [Int] = []

        /// For each draft of the batch its relation to an earlier one with the same address.
        fileprivate(set) var repeats: [Repetition] = []
    }

    /// The relation of a draft to earlier ones in its file.
    enum Repetition {
        /// The first with its address.
        case no
        /// It says something new.
        case more
        /// It says the same.
        case same
    }

    /// Joins what has the same address, and marks what this run has kept already.
    func join(_ batch: [BookmarkDraft]) -> MergedBatch {
        var joined = MergedBatch()
        var known: [String: Int] = [:]
        for (index, draft) in batch.enumerated() {
            let address = Self.address(of: draft)
            if let address, let place = known[address] {
                let before = joined.drafts[place]
                if !joined.drafts[place].join(draft) { joined.cut.append(index) }
                joined.places.append(place)
                joined.repeats.append(before == joined.drafts[place] ? .same : .more)
                continue
            }
            var draft = draft
            if let address {
                known[address] = joined.drafts.count
                draft.isSaidAgain = kept.contains(address.hashValue)
            }
            joined.places.append(joined.drafts.count)
            joined.repeats.append(.no)
            joined.drafts.append(draft)
        }
        return joined
    }

    /// Records the outcome of a draft.
    mutating func note(_ draft: BookmarkDraft, _ outcome: AdditionReport.Outcome) {
        guard let address = Self.address(of: draft) else { return }
        switch outcome {
        case .added, .merged: kept.insert(address.hashValue)
        case .skipped, .refused: return
        }
    }

    /// Takes note of what would be kept by its words; returns false if it is known.
    mutating func meet(_ draft: BookmarkDraft) -> Bool {
        Self.address(of: draft).map { meet($0) } ?? true
    }

    /// Takes note of an address that would be kept; returns false if it is known.
    mutating func meet(_ canonicalURL: String) -> Bool {
        kept.insert(canonicalURL.hashValue).inserted
    }

    // Of a link, and with its words of a passage; nil of what has no address.
    private static func address(of draft: BookmarkDraft) -> String? {
        if draft.isByWords { return CanonicalURL.canonical(draft.url) + "\n" + draft.title }
        guard draft.kind == .link else { return nil }
        return CanonicalURL.canonical(draft.url)
    }
}
