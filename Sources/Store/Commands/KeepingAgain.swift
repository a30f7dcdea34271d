import CRDT
import Domain

// Merges a draft into a thing that already has its address.
extension ObjectRow {
    /// Returns what a draft changes of the thing: title, note and tags as `policy` says, and missing details unless
    /// the policy is `skip`, which changes nothing. A draft that repeats an earlier export of the thing adds
    /// everything new in it.
    func taking(_ draft: BookmarkDraft, _ policy: DuplicatePolicy) -> [Operation] {
        let policy = draft.isSaidAgain ? .merge : policy
        guard policy != .skip, let object = home else { return [] }
        if draft.isSaidAgain, let shown = state.register(Schema.Thing.note)?.shown?.value {
            let known = String(decoding: shown, as: UTF8.self)
            if let note = NoteText.joined(known, draft.note), note != known {
                return [write(Schema.Thing.note, Array(note.utf8), at: object)]
                    + taking(draft.withoutNote, policy)
            }
        }
        let texts = [(Schema.Thing.title, draft.title), (Schema.Thing.note, draft.note)]
        var operations = texts.compactMap { (field, text) -> Operation? in
            let shown = state.register(field)?.shown?.value ?? []
            let value = policy.text(Array(text.utf8), over: shown)
            return value == shown ? nil : write(field, value, at: object)
        }
        var gone: [String] = []
        if policy == .overwrite, !draft.tags.isEmpty {
            let wanted = draft.tags.map(TagName.fold)
            gone = tags.map { String(decoding: $0, as: UTF8.self) }
                .filter { !wanted.contains(TagName.fold($0)) }
            operations += removals(spelled: gone, at: object)
        }
        return operations + additions(of: draft.tags, besides: gone, at: object)
            + self.operations(of: lacking(draft.details), of: draft.kind, at: object)
    }
}

extension BookmarkDraft {
    fileprivate var withoutNote: BookmarkDraft {
        var draft = self
        draft.note = ""
        return draft
    }

    /// Merges another draft with the same address that follows in the same batch.
    mutating func take(_ other: BookmarkDraft, _ policy: DuplicatePolicy) {
        title = policy.text(other.title, over: title)
        note = policy.text(other.note, over: note)
        switch policy {
        case .skip: return
        case .merge:
            let known = tags.map(TagName.fold)
            let room = kind.tagsMax - known.count
            tags += other.tags.filter { !known.contains(TagName.fold($0)) }.prefix(max(room, 0))
        case .overwrite: tags = policy.text(other.tags, over: tags)
        }
        details = details.adding(other.details, of: kind).sum
    }
}

extension DuplicatePolicy {
    // Returns the value after `new` meets `known`: an empty one never replaces another.
    fileprivate func text<Text: Swift.Collection>(_ new: Text, over known: Text) -> Text {
        switch self {
        case .skip: return known
        case .merge: return known.isEmpty ? new : known
        case .overwrite: return new.isEmpty ? known : new
        }
    }
}
