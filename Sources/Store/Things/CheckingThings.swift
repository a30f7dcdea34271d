import Domain

// Checks input with local data: a named place is resolved, and the film of a clip is inspected.
extension Store {
    /// Returns the draft as it will be stored, with its place as a reference.
    ///
    /// - Returns: otherwise the first rule that is broken, or why the place cannot be named.
    func checked(
        _ draft: BookmarkDraft, audience: Audience
    ) throws(StorageError) -> Result<BookmarkDraft, Problem> {
        var draft = draft
        for index in draft.details.indices where draft.details[index].name == .place {
            let named = try places(
                draft.details[index].values, besides: [], keepsUnknown: draft.isFromFile)
            switch named {
            case .failure(let problem): return .failure(problem)
            case .success(let texts): draft.details[index].values = texts
            }
        }
        switch BookmarkRules.check(draft, audience: audience) {
        case .failure(let problem): return .failure(problem)
        case .success(let draft): return try clipped(draft)
        }
    }

    /// Does the same for a change of the thing in `row`.
    func checked(
        _ change: BookmarkChange, of kind: Kind, on row: ObjectRow, audience: Audience
    ) throws(StorageError) -> Result<BookmarkChange, Problem> {
        var change = change
        for index in change.details.indices where change.details[index].name == .place {
            guard let typed = change.details[index].values else { continue }
            // A place may stay even if the person who edits cannot see it.
            let known = Self.details(of: row.state, kind: kind)[.place]
            switch try places(typed, besides: known, keepsUnknown: false) {
            case .failure(let problem): return .failure(problem)
            case .success(let texts): change.details[index].values = texts
            }
        }
        switch BookmarkRules.check(change: change, of: kind, audience: audience) {
        case .failure(let problem): return .failure(problem)
        case .success(let change): return try clipped(change, of: kind, on: row)
        }
    }

    // Resolves each place to its reference; the text may be that reference or name the thing in any other way.
    //
    // - Parameter keepsUnknown: whether to keep a reference to something that is not here, as outfits do; it resolves
    //   if that arrives later.
    private func places(
        _ typed: [String], besides known: [String], keepsUnknown: Bool
    ) throws(StorageError) -> Result<[String], Problem> {
        var texts: [String] = []
        for text in typed {
            if known.contains(text) {
                texts.append(text)
                continue
            }
            if let reference = ThingReference(text: text) {
                if let row = try row(of: reference) {
                    if try object(row: row)?.thing == .place {
                        texts.append(text)
                        continue
                    }
                } else if keepsUnknown, case .failure = try resolve(Reference(text: text)) {
                    texts.append(text)
                    continue
                }
            }
            switch try part(Reference(text: text), of: [.place]) {
            case .failure(let problem): return .failure(problem)
            case .success(let part): texts.append(part.reference.text)
            }
        }
        return .success(texts)
    }
}
