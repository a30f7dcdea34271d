import CRDT
import Domain
import Primitives

/// A tag rule, ready for matching.
struct TagRuleRecord {
    /// The object of the rule.
    let object: ObjectRow
    let query: SearchQuery
    let rule: TagRule
}

// Rules that add tags to what is saved.
extension Store {
    /// Returns the rules in effect, in the order of creation.
    func tagRules() throws(StorageError) -> [TagRuleRecord] {
        if let known = memory.tagRules { return known }
        let numbers = try database.rows(
            """
            SELECT id FROM objects
            WHERE kind = 14 AND kind > 1 AND author = ? AND audience = 1 AND hidden = 0 ORDER BY id
            """, [.integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var rules: [TagRuleRecord] = []
        for number in numbers where rules.count < Limits.tagRulesMax {
            guard let row = try object(row: number), let record = Self.tagRule(row) else {
                continue
            }
            rules.append(record)
        }
        memory.tagRules = rules
        return rules
    }

    /// Adds the tags of matching rules to a draft, as many as it has room for. Rules see the draft as it came: a tag
    /// added by one rule does not make another match.
    func ruled(_ draft: BookmarkDraft, at wall: WallTime) throws(StorageError) -> BookmarkDraft {
        let names = try tags(ofRulesFor: prospect(of: draft, at: wall), at: wall)
        guard !names.isEmpty else { return draft }
        var draft = draft
        let known = draft.tags.map(TagName.fold)
        let room = max(0, draft.kind.tagsMax - known.count)
        draft.tags += names.filter { !known.contains(TagName.fold($0)) }.prefix(room)
        return draft
    }

    /// Returns the tags that rules give a thing, without duplicates, in the order of the rules.
    func tags(
        ofRulesFor thing: Bookmark, at wall: WallTime
    ) throws(StorageError) -> [String] {
        var names: [String] = []
        var folded: Set<String> = []
        let rules = try tagRules()
        guard !rules.isEmpty else { return [] }
        let matcher = SearchMatcher(thing, now: wall)
        for record in rules where matcher.matches(record.query, isIn: { _ in false }) {
            for name in record.rule.tags where folded.insert(TagName.fold(name)).inserted {
                names.append(name)
            }
        }
        return names
    }

    func addTagRule(
        _ typed: String, tags: [String], act token: ActToken? = nil, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let spelled: String
        switch TagRule.query(typed: typed) {
        case .failure(let problem): return .rejected(problem)
        case .success(let query): spelled = query.spelled
        }
        if let problem = Self.problem(withQuery: spelled) { return .rejected(problem) }
        let names: [String]
        switch BookmarkRules.tags(tags) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): names = found
        }
        guard !names.isEmpty else {
            return .rejected(
                Problem(
                    .invalidValue, "a rule needs at least one tag",
                    fix: "weft tag rules add youtube.com video"))
        }
        let rules = try tagRules()
        let shown = names.map { "#\($0)" }.joined(separator: " ")
        let summary = "new things that match \(spelled) get \(shown)"
        if let known = rules.first(where: { $0.rule.query == spelled }),
            let object = known.object.home
        {
            let new = known.object.additions(of: names, at: object)
            return try done(new, summary: summary, act: token, at: wall, count: new.count)
        }
        guard rules.count < Limits.tagRulesMax else {
            return .rejected(
                Problem(
                    .tooMany, "there are already \(Limits.tagRulesMax) rules",
                    fix: "remove one: weft tag rules rm"))
        }
        let elements = names.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
        let creation = Creation(
            kind: Schema.TagRule.kind,
            values: [FieldValue(Schema.TagRule.query, Array(spelled.utf8))],
            elements: [FieldElements(Schema.TagRule.tags, elements)])
        return try done([.create(creation)], summary: summary, act: token, at: wall, count: 1)
    }

    func removeTagRule(_ text: String, at wall: WallTime) throws(StorageError) -> Answer {
        var spelled: String?
        if case .success(let query) = TagRule.query(typed: text) { spelled = query.spelled }
        let rules = try tagRules()
        let end = text.uppercased()
        let found =
            rules.first { $0.rule.query == spelled }
            ?? rules.first { end.utf8.count >= 4 && $0.rule.id.text.hasSuffix(end) }
        guard let found, let object = found.object.home else {
            return .rejected(
                Problem(
                    .notFound, "there is no rule \(Problem.quote(text))", fix: "weft tag rules ls"))
        }
        return try done(
            [found.object.write(.deletion, [1], at: object)],
            summary: "removed the rule for \(found.rule.query)", at: wall, count: 1)
    }

    func applyTagRules(
        _ selection: Selection?, _ aim: BulkWork.Aim, at wall: WallTime
    ) throws(StorageError) -> Performance {
        var rows = RowSet()
        let rules = try tagRules()
        let searches = rules.map { Selection.query($0.rule.query) }
        for selection in selection.map({ [$0] }) ?? searches {
            switch try select(selection, now: wall) {
            case .failure(let problem): return .answered(.rejected(problem))
            case .success(let found): for row in found { rows.insert(row) }
            }
        }
        guard !rules.isEmpty else {
            return .answered(
                .rejected(
                    Problem(
                        .notFound, "there are no rules",
                        fix: "weft tag rules add youtube.com video")))
        }
        let act = try act(for: aim, summary: "applied the tag rules", at: wall)
        return try start(
            BulkWork(.followRules(at: wall), rows: rows.rows, act: act, aim: aim) {
                "\(aim.spelled("added")) tags to \(Counted.words($0.count, "thing"))"
            }, at: wall)
    }

    /// Returns the operations that add to an existing thing the tags of matching rules that it lacks.
    func tagging(
        _ row: ObjectRow, at object: ObjectRef, wall: WallTime
    ) throws(StorageError) -> [Operation] {
        guard let number = row.number, let thing = try bookmark(row: number), !thing.isTrashed
        else { return [] }
        return row.additions(of: try tags(ofRulesFor: thing, at: wall), at: object)
    }

    // A newer version may have written what this one does not understand; such objects are ignored.
    private static func tagRule(_ row: ObjectRow) -> TagRuleRecord? {
        guard let text = row.state.register(Schema.TagRule.query)?.shown?.value,
            case .success(let query) = SearchQuery.parse(String(decoding: text, as: UTF8.self)),
            !query.spelled.isEmpty
        else { return nil }
        let names = (row.state.set(Schema.TagRule.tags)?.elements ?? [])
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { name in
                if case .success(let tag) = TagName.normalise(name) { return tag.name == name }
                return false
            }
            .prefix(Limits.tagsPerObjectMax)
        return TagRuleRecord(
            object: row, query: query,
            rule: TagRule(id: row.id, query: query.spelled, tags: names.sorted()))
    }
}
