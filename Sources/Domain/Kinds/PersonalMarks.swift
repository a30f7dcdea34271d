// Personal details that are stored in the thing itself, such as when it was worn. A thing at home with others has one
// state for all of them, so no personal details are written there. Unread marks for other people's things are separate
// objects (`PrivateNote`).

extension BookmarkDraft {
    /// Whether it has personal details, which are stored only in the thing.
    package var hasPersonalDetails: Bool {
        details.contains { kind.form(of: $0.name)?.isPersonal ?? false }
    }

    /// The draft without its personal details.
    package var withoutPersonalDetails: BookmarkDraft {
        var draft = self
        draft.details.removeAll { kind.form(of: $0.name)?.isPersonal ?? false }
        return draft
    }
}

extension BookmarkChange {
    /// Whether the change writes personal details; removing them does not count.
    package func putsPersonalDetails(on kind: Kind) -> Bool {
        details.contains { change in
            guard kind.form(of: change.name)?.isPersonal ?? false else { return false }
            return !change.add.isEmpty || change.values?.isEmpty == false
        }
    }
}

extension Problem {
    /// The problem reported for writing personal details to a thing of this kind at home with others.
    package static func personal(_ kind: Kind) -> Problem {
        Problem(
            .invalidValue,
            "the days you wore it are private, and everyone in the group would see them",
            fix: "make your own copy: weft \(kind.word) clone \(kind.word.uppercased())")
    }
}
