import CRDT
import Domain

/// What one person knows they store: an independent, slow, plain model that the store is checked against. It is derived
/// from the commands and their answers alone.
struct Diary {
    /// One thing.
    struct Entry: Equatable {
        var kind = Kind.link
        var url: String
        var title: String
        var note: String
        /// Sorted.
        var tags: [String]
        /// The audiences that it is in beside its home.
        var places: [Audience] = []
        /// The audiences that it was ever placed in, by hand or by a rule.
        var placedOnce: [Audience] = []
        var isTrashed = false
        /// As the node returns them: by name, with values sorted.
        var details: [Detail] = []

        /// Compares what is visible; `placedOnce` is not.
        static func == (left: Entry, right: Entry) -> Bool {
            (left.url, left.title, left.note, left.tags)
                == (right.url, right.title, right.note, right.tags)
                && left.places == right.places && left.isTrashed == right.isTrashed
                && left.kind == right.kind && left.details == right.details
        }
    }

    /// A sharing rule: whatever carries the tag is placed in the audience.
    struct Rule: Equatable {
        let tag: String
        let audience: Audience
    }

    /// The state before an act, restored by undoing it.
    private struct Act {
        let token: ActToken?
        var before: [ObjectID: Entry?]
        let rules: [Rule]
        let tagRules: [TagRule]
    }

    private(set) var entries: [ObjectID: Entry] = [:]
    private(set) var rules: [Rule] = []
    /// Sorted.
    private(set) var tagRules: [TagRule] = []
    /// Whether a rule added a tag to something in the most recent command.
    private(set) var hasRuled = false
    private var acts: [Act] = []
    /// The acts undone since the last other command, most recent last, with what they had done.
    private var takenBack: [(act: Act, after: Act)] = []
    /// What was created in groups and not withdrawn by a command since, in ascending order.
    private(set) var madeInGroups: [ObjectID] = []
    /// How many things written in groups were brought into this diary.
    private(set) var keptOfGroups = 0
    /// What the most recent command or adoption changed, ascending by id.
    private(set) var touched: [ObjectID] = []

    /// The ids of the links, ascending.
    var ids: [ObjectID] { entries.keys.sorted() }

    /// The ids of the links that are not in the trash, ascending.
    var living: [ObjectID] { ids.filter { entries[$0]?.isTrashed == false } }

    /// Whether anything can be undone.
    var hasActs: Bool { !acts.isEmpty }

    /// Whether anything was undone and nothing else was done since.
    var hasTakenBack: Bool { !takenBack.isEmpty }

    /// Records an answered command. A rejected command changes nothing.
    mutating func note(_ command: Command, _ answer: Answer) {
        touched = []
        hasRuled = false
        if case .rejected = answer { return }
        switch command {
        case .undo, .redo: break
        default: takenBack = []
        }
        var outcomes: [AdditionReport.Outcome] = []
        if case .kept(let report) = answer { outcomes = report.outcomes }
        noteInGroups(command, answer)
        // Repeating a reaction changes nothing, and the answer does not say so; after that no act is undone by chance.
        if case .react = command {
            acts = []
            return
        }
        // The answer does not say either whether a private note on somebody else's thing is new.
        if case .edit(_, let change, _) = command, change.isUnread != nil, isElsewhere(command) {
            acts = []
            return
        }
        guard !isElsewhere(command) else { return noteElsewhere(answer) }
        let known = acts.count
        if let plain = plain(command, answer) {
            apply(plain.command, plain.outcomes)
        } else {
            apply(command, outcomes)
        }
        // Tag rules and tag renames also affect things in groups, which the diary does not hold.
        switch command {
        case .applyTagRules, .renameTag: if acts.count == known { noteElsewhere(answer) }
        default: break
        }
    }

    private mutating func noteInGroups(_ command: Command, _ answer: Answer) {
        // Withdrawing a thing that is at home in a group removes it.
        if case .unshare = command { madeInGroups = [] }
        guard case .kept(let report) = answer, report.audience.kind == nil else { return }
        for case .added(let id) in report.outcomes { madeInGroups.append(id) }
        madeInGroups.sort()
    }

    /// Adds what the person's node kept of a group that they had to leave, as it shows.
    mutating func keep(_ id: ObjectID, _ entry: Entry) {
        entries[id] = entry
        keptOfGroups += 1
        madeInGroups.removeAll { $0 == id }
        // What was done with it before is in no diary.
        acts = []
        takenBack = []
    }

    // Things in groups and reactions are in no single person's diary, but the act can be undone.
    private mutating func noteElsewhere(_ answer: Answer) {
        if case .kept(let report) = answer, report.act == nil { return }
        if case .done(let report) = answer, report.act == nil { return }
        push(Act(token: nil, before: [:], rules: rules, tagRules: tagRules))
    }

    /// Whether `command` concerns things in a group, or reactions, which the diary does not hold.
    func isElsewhere(_ command: Command) -> Bool {
        switch command {
        case .addBookmarks(_, let audience?, _, _, _): return audience.kind == nil
        case .edit(.id(let text), _, _):
            return ObjectID(text: text).map { entries[$0] == nil } ?? true
        case .remove(.references(let references), _):
            let ids = references.compactMap { ObjectID(text: $0.text) }
            return ids.allSatisfy { entries[$0] == nil }
        case .feeds(.profile): return false
        case .react, .comment, .editComment, .removeComment, .feeds, .report, .removeReport,
            .editGroup:
            return true
        default: return false
        }
    }

    /// Returns the diary as if `command` had been carried out, as far as ids are known.
    func after(_ command: Command) -> Diary {
        var other = self
        other.apply(plain(command, nil)?.command ?? command, [])
        return other
    }

    /// Removes what has been in the trash for 30 days.
    mutating func monthPassed() {
        for id in ids where entries[id]?.isTrashed == true { entries[id] = nil }
    }

    /// Replaces the diary by what a node shows, because the person's other devices write there too.
    mutating func see(_ links: [Bookmark], _ tagRules: [TagRule]) {
        self.tagRules = tagRules
        takenBack = []
        entries = [:]
        for link in links { entries[link.id] = Entry(link) }
        touched = ids
    }

    /// Accepts what a node shows after commands whose answers were lost; there is at least one such command.
    mutating func adopt(
        _ found: [ObjectID: Entry], rules: [Rule], tagRules: [TagRule], after commands: [Command]
    ) {
        var act = Act(
            token: commands.first.flatMap(Self.token), before: [:], rules: self.rules,
            tagRules: self.tagRules)
        for id in found.keys.sorted() where entries[id] != found[id] {
            act.before.updateValue(entries[id], forKey: id)
        }
        touched = found.keys.sorted()
        takenBack = []
        // Of several commands some may have been carried out, and each of those is an act.
        let isUnsure =
            commands.count > 1
            || commands.contains { command in
                switch command {
                case .undo, .redo, .addTagRule, .removeTagRule, .applyTagRules, .renameTag: true
                default: isElsewhere(command)
                }
            }
        for id in found.keys.sorted() {
            var entry = found[id]
            let known = (entries[id]?.placedOnce ?? []) + (found[id]?.places ?? [])
            entry?.placedOnce = Set(known).sorted()
            entries[id] = entry
        }
        self.rules = rules
        self.tagRules = tagRules
        // It is unknown whether an act was undone or created, so nothing before it is undone by chance.
        if isUnsure {
            acts = []
        } else if !act.before.isEmpty || act.rules != rules {
            push(act)
        }
    }

    private mutating func apply(_ command: Command, _ outcomes: [AdditionReport.Outcome]) {
        let (rulesBefore, tagRulesBefore) = (rules, tagRules)
        var changes = entries
        switch command {
        case .addBookmarks(_, let audience?, _, _, _) where audience.kind == nil: return
        case .addBookmarks(let drafts, let audience, let policy, _, _):
            keep(drafts, outcomes, audience: audience, policy: policy, in: &changes)
        case .edit(.id(let text), let change, _):
            guard let id = ObjectID(text: text) else { return }
            Self.edit(id, change, in: &changes)
            // Writing a value that is there already changes nothing, and no rule comes to match.
            if changes[id] != entries[id] { follow(id, in: &changes) }
        case .remove(let selection, _):
            for id in selected(selection) { changes[id]?.isTrashed = true }
        case .renameTag(let from, let to, _):
            for id in living where entries[id]?.tags.contains(from) == true {
                let change = BookmarkChange(addTags: [to], removeTags: [from])
                Self.edit(id, change, in: &changes)
                follow(id, in: &changes)
            }
        case .share(let selection, let audience, let isLive, _):
            for id in selected(selection) { Self.place(id, audience, in: &changes) }
            if isLive, case .query(let text) = selection {
                let rule = Rule(tag: String(text.dropFirst()), audience: audience)
                if !rules.contains(rule) { rules.append(rule) }
            }
        case .unshare(let selection, let audience, _):
            for id in selected(selection) {
                changes[id]?.places.removeAll { $0 == audience ?? $0 }
            }
            if case .query(let text) = selection {
                rules.removeAll {
                    $0.tag == String(text.dropFirst()) && $0.audience == audience ?? $0.audience
                }
            }
        case .addTagRule(let query, let tags, _):
            let added = tags.map { TagRule(query: query, tag: $0) }
            tagRules = Set(tagRules + added).sorted()
        case .removeTagRule(let query, _): tagRules.removeAll { $0.query == query }
        case .applyTagRules(let selection, _):
            for id in selection.map({ selected($0) }) ?? living {
                guard let entry = entries[id], !entry.isTrashed else { continue }
                let tags = Self.added(to: entry.tags, of: entry.kind, by: tagRules)
                guard !tags.isEmpty else { continue }
                Self.edit(id, BookmarkChange(addTags: tags), in: &changes)
                follow(id, in: &changes)
            }
        case .undo:
            undo()
            return
        case .redo:
            redo()
            return
        default: return
        }
        var act = Act(
            token: Self.token(of: command), before: [:], rules: rulesBefore,
            tagRules: tagRulesBefore)
        for id in changes.keys.sorted() where changes[id] != entries[id] {
            act.before.updateValue(entries[id], forKey: id)
        }
        entries = changes
        touched = act.before.keys.sorted()
        if !act.before.isEmpty || rules != rulesBefore || tagRules != tagRulesBefore { push(act) }
    }

    // The batches of one import are one act.
    private mutating func push(_ act: Act) {
        if let token = act.token, let index = acts.firstIndex(where: { $0.token == token }) {
            for id in act.before.keys.sorted() where acts[index].before[id] == nil {
                acts[index].before.updateValue(act.before[id] ?? nil, forKey: id)
            }
        } else {
            acts.append(act)
        }
    }

    private mutating func undo() {
        guard let act = acts.popLast() else { return }
        touched = act.before.keys.sorted()
        var after = Act(token: act.token, before: [:], rules: rules, tagRules: tagRules)
        for id in touched { after.before.updateValue(entries[id], forKey: id) }
        takenBack.append((act, after))
        for id in act.before.keys.sorted() {
            let known = entries[id]
            if let before = act.before[id] ?? nil {
                entries[id] = before
            } else {
                entries[id]?.isTrashed = true
                entries[id]?.places = []
            }
            entries[id]?.placedOnce = known?.placedOnce ?? []
        }
        rules = act.rules
        tagRules = act.tagRules
    }

    private mutating func redo() {
        guard let (act, after) = takenBack.popLast() else { return }
        touched = after.before.keys.sorted()
        for id in touched {
            let known = entries[id]
            entries[id] = after.before[id] ?? nil
            entries[id]?.placedOnce = known?.placedOnce ?? []
        }
        rules = after.rules
        tagRules = after.tagRules
        acts.append(act)
    }

    private mutating func keep(
        _ drafts: [BookmarkDraft], _ outcomes: [AdditionReport.Outcome], audience: Audience?,
        policy: DuplicatePolicy, in changes: inout [ObjectID: Entry]
    ) {
        var merged: [ObjectID] = []
        var places: [String: ObjectID] = [:]
        for id in living {
            if let entry = entries[id], entry.kind == .link { places[entry.url] = id }
        }
        for (index, draft) in drafts.enumerated() {
            let tags = Self.ruled(draft.tags, of: draft.kind, by: tagRules)
            if tags.count > draft.tags.count { hasRuled = true }
            if draft.kind == .link, let known = places[draft.url] {
                guard policy == .merge else { continue }
                let before = changes[known]
                if changes[known]?.title == "" { changes[known]?.title = draft.title }
                if changes[known]?.note == "" { changes[known]?.note = draft.note }
                Self.edit(known, BookmarkChange(addTags: tags), in: &changes)
                // A duplicate that adds nothing does not make any rule match.
                if entries[known] != nil, changes[known] != before { merged.append(known) }
            } else if index < outcomes.count, case .added(let id) = outcomes[index] {
                if draft.kind == .link { places[draft.url] = id }
                changes[id] = Entry(
                    kind: draft.kind, url: draft.url, title: draft.title, note: draft.note,
                    tags: tags.sorted(), details: draft.details.told)
            }
        }
        for id in merged where audience == nil { follow(id, in: &changes) }
        for id in changes.keys.sorted() where entries[id] == nil {
            if let audience {
                if audience != .private { Self.place(id, audience, in: &changes) }
            } else {
                follow(id, in: &changes)
            }
        }
    }

    // A rule places what comes to match it, once. What matched a rule for the same audience before was placed by its
    // person, who may have chosen a narrower audience.
    private func follow(_ id: ObjectID, in changes: inout [ObjectID: Entry]) {
        guard let entry = changes[id], !entry.isTrashed else { return }
        let before = entries[id]?.tags ?? []
        let matched = rules.filter { before.contains($0.tag) }.map(\.audience)
        for rule in rules
        where entry.tags.contains(rule.tag) && !entry.placedOnce.contains(rule.audience)
            && !matched.contains(rule.audience)
        {
            Self.place(id, rule.audience, in: &changes)
        }
    }

    private static func place(
        _ id: ObjectID, _ audience: Audience, in changes: inout [ObjectID: Entry]
    ) {
        guard var entry = changes[id] else { return }
        let places = entry.places + [audience]
        let once = entry.placedOnce + [audience]
        entry.places = Set(places).sorted()
        entry.placedOnce = Set(once).sorted()
        changes[id] = entry
    }

    private static func edit(
        _ id: ObjectID, _ change: BookmarkChange, in changes: inout [ObjectID: Entry]
    ) {
        guard var entry = changes[id] else { return }
        entry.title = change.title ?? entry.title
        entry.note = change.note ?? entry.note
        entry.tags.removeAll(where: change.removeTags.contains)
        for tag in change.addTags where !entry.tags.contains(tag) { entry.tags.append(tag) }
        entry.tags.sort()
        entry.details = entry.details.after(change.details)
        changes[id] = entry
    }

    private func selected(_ selection: Selection) -> [ObjectID] {
        switch selection {
        case .references(let references): return references.compactMap { ObjectID(text: $0.text) }
        case .query(let text):
            return living.filter {
                entries[$0]?.tags.contains(String(text.dropFirst())) == true
            }
        }
    }

    private static func token(of command: Command) -> ActToken? {
        if case .addBookmarks(_, _, _, let token, _) = command { return token }
        return nil
    }
}
