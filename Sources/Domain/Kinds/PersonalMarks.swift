// What somebody notes of a thing for himself alone and the thing itself says: when he wore it. What is at home
// with others has one state for all of them, so that nothing of this kind is put there. That something is to be
// read stands beside what is others' (`Earmark`).

extension BookmarkDraft {
    /// Says something that is a person's own business and has no place but the thing.
    package var hasPersonalDetails: Bool {
        details.contains { kind.form(of: $0.name)?.isPersonal ?? false }
    }

    /// The same without it.
    package var withoutPersonalDetails: BookmarkDraft {
        var draft = self
        draft.details.removeAll { kind.form(of: $0.name)?.isPersonal ?? false }
        return draft
    }
}

extension BookmarkChange {
    /// Puts something there that is a person's own business; to take it away puts nothing there.
    package func putsPersonalDetails(on kind: Kind) -> Bool {
        details.contains { change in
            guard kind.form(of: change.name)?.isPersonal ?? false else { return false }
            return !change.add.isEmpty || change.values?.isEmpty == false
        }
    }
}

extension Problem {
    /// Why it is not put on a thing of this kind that is at home with others.
    package static func personal(_ kind: Kind) -> Problem {
        Problem(
            .invalidValue,
            "when you wore it is your own business, and in a group everybody would see it",
            fix: "have one of your own: weft \(kind.word) clone \(kind.word.uppercased())")
    }
}
