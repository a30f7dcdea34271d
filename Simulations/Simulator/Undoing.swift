import Domain

extension Diary.Entry {
    /// Whether this link is in a state that an undo leaves between two slices, on the way from `done` to `undone`.
    ///
    /// An undo reverts operations from last to first. Within an act a link is placed after it was stored or changed, so
    /// all of its placements are reverted before any of its fields. Fields of one link that were written together are
    /// reverted together, except tags, where a slice may end between two: renaming a tag of many links is one act.
    func isHalfway(from done: Diary.Entry, to undone: Diary.Entry) -> Bool {
        guard url == done.url, url == undone.url else { return false }
        if hasWords(of: done), tags == done.tags {
            return Self.isMix(Set(places), of: Set(done.places), and: Set(undone.places))
        }
        return hasWords(of: done) && hasWords(of: undone) && places == undone.places
            && Self.isMix(Set(tags), of: Set(done.tags), and: Set(undone.tags))
    }

    private func hasWords(of other: Diary.Entry) -> Bool {
        (title, note, isTrashed) == (other.title, other.note, other.isTrashed)
            && details == other.details
    }

    // Whether `found` contains everything that both sets contain and nothing that neither contains.
    private static func isMix<Word: Hashable>(
        _ found: Set<Word>, of one: Set<Word>, and other: Set<Word>
    ) -> Bool {
        found.isSuperset(of: one.intersection(other)) && found.isSubset(of: one.union(other))
    }
}
