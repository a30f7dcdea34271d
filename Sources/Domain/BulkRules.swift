/// Validates several changes to many things before anything is looked up.
package enum BulkRules {
    /// Validates changes and returns them as they are made: tags normalised and unique.
    ///
    /// - Returns: on failure, the first rule that is broken, and where (`Problem.pointer`).
    package static func check(_ changes: [BulkChange]) -> Result<[BulkChange], Problem> {
        guard !changes.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "ops is empty", fix: "give at least one",
                    pointer: "/ops"))
        }
        guard changes.count <= Limits.bulkChangesMax else {
            return .failure(
                Problem(
                    .tooMany,
                    "\(changes.count) ops are too many; the limit is \(Limits.bulkChangesMax)",
                    fix: "send them in several requests", pointer: "/ops"))
        }
        var checked: [BulkChange] = []
        var names: Set<Reference> = []
        for (index, change) in changes.enumerated() {
            let place = pointer(index)
            if let problem = problem(with: change.things, besides: &names) {
                return .failure(problem.at(place))
            }
            switch check(change.action) {
            case .failure(let problem): return .failure(problem.at(place))
            case .success(let action): checked.append(BulkChange(action, change.things))
            }
        }
        return .success(checked)
    }

    /// The JSON pointer of the change at this index of a request.
    package static func pointer(_ index: Int) -> String { "/ops/\(index)" }

    private static func problem(
        with things: Selection, besides names: inout Set<Reference>
    ) -> Problem? {
        switch things {
        case .query(let text):
            guard case .failure(let problem) = SearchQuery.parse(text) else { return nil }
            return problem.at("/query")
        case .references(let references):
            guard !references.isEmpty else {
                return Problem(
                    .invalidValue, "ids is empty", fix: "give at least one id",
                    pointer: "/ids")
            }
            names.formUnion(references)
            guard names.count <= Limits.bulkNamesMax else {
                return Problem(
                    .tooMany, "more than \(Limits.bulkNamesMax) different things in one request",
                    fix: "send them in several requests, or use a query",
                    pointer: "/ids")
            }
            return nil
        }
    }

    private static func check(_ action: BulkChange.Action) -> Result<BulkChange.Action, Problem> {
        switch action {
        case .addTags(let names): return tags(names).map { .addTags($0) }
        case .removeTags(let names): return tags(names).map { .removeTags($0) }
        case .share(with: .private):
            return .failure(
                Problem(
                    .invalidValue, "everything is already in private",
                    fix: "use unshare to stop sharing it", pointer: "/audience"))
        case .setUnread, .setSize, .share, .unshare, .trash, .addToCollection,
            .removeFromCollection:
            return .success(action)
        }
    }

    private static func tags(_ names: [String]) -> Result<[String], Problem> {
        guard !names.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "tags is empty", fix: "give at least one tag",
                    pointer: "/tags"))
        }
        // Each tag is checked by itself, so that the error can point at it.
        for (index, name) in names.enumerated() {
            if case .failure(let problem) = TagName.normalise(name) {
                return .failure(problem.at("/tags/\(index)"))
            }
        }
        return BookmarkRules.tags(names).mapError { $0.at("/tags") }
    }
}
