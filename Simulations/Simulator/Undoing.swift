import Domain

extension Diary.Entry {
    /// What an undo leaves of a link that went from `done` to `undone`, if it ends between two slices.
    ///
    /// It takes operations back from the last to the first. Within an act a link is placed after it was
    /// kept or changed, so that all of its places go before any word of it does. Words of one link that
    /// were written together go together, but for tags, of which a slice may end between two: those of
    /// many links are renamed as one act.
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

    // What both have it has, and what neither has it has not.
    private static func isMix<Word: Hashable>(
        _ found: Set<Word>, of one: Set<Word>, and other: Set<Word>
    ) -> Bool {
        found.isSuperset(of: one.intersection(other)) && found.isSubset(of: one.union(other))
    }
}
