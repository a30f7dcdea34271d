import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that acknowledged writes are durable: everything a person was told was done is there after every crash, and
/// so is every delta of every step that ended.
enum Durability {
    /// Records what must be there when the node is opened again.
    static func remember(_ machine: SimulatedNode) throws(BrokenClaim) {
        machine.durable = try logs(of: machine)
        machine.areKeysDue = machine.store?.memory.areKeysDue ?? false
        machine.durableGroups = try groupLogs(of: machine)
    }

    /// Compares an opened replica with what must be there.
    ///
    /// - Parameter isShared: whether its person has several devices.
    static func check(
        _ machine: SimulatedNode, isShared: Bool, at now: Instant
    ) throws(BrokenClaim) {
        guard machine.life > 1 else { return }
        let logs = try logs(of: machine)
        for audience in AudienceKind.own
        where !holds(logs[audience], machine.durable[audience], machine) {
            throw BrokenClaim(
                "acknowledged is durable",
                "\(machine.place) lost part of its log in \(audience): "
                    + "\(logs[audience]?.words ?? "nothing"), not "
                    + "\(machine.durable[audience]?.words ?? "nothing")")
        }
        let groups = try groupLogs(of: machine)
        for group in Set(groups.keys).union(machine.durableGroups.keys).sorted()
        where !holds(groups[group], machine.durableGroups[group], machine) {
            throw BrokenClaim(
                "acknowledged is durable", "\(machine.place) lost part of its log of a group")
        }
        machine.isInDoubt = false
        let doubts = machine.asked.map(\.command)
        machine.asked = []
        // What other devices of the person have written is in no diary.
        guard !isShared else { return }
        try LostWordsChecker.adopt(machine, at: now)
        try compare(machine, doubts: doubts, at: now)
        try compareFriends(of: machine, doubts, at: now)
    }

    /// Checks that the person's things are as their diary says.
    ///
    /// - Parameter doubts: unanswered commands, each of which may have been carried out, or in part.
    static func compare(
        _ machine: SimulatedNode, doubts: [Command] = [], at now: Instant
    ) throws(BrokenClaim) {
        // Things in a group belong to no single person: everybody there may change them.
        let shown = try machine.shown(at: now).filter { link in
            guard link.author.isMe else { return false }
            let isPersonal =
                machine.diary.entries[link.id] != nil
                || !link.placement.contains { $0.kind == nil }
            // Or what an unanswered batch stored in the person's private audience, and a rule placed in a group.
            return isPersonal
                || isFresh(
                    Diary.Entry(link), link.id, machine.diary, doubts.filter { !$0.isForGroup })
        }
        let found = Dictionary(
            shown.map { ($0.id, Diary.Entry($0)) }, uniquingKeysWith: { first, _ in first })
        var accounts = [machine.diary]
        for doubt in doubts { accounts += accounts.map { $0.after(doubt) } }
        for id in found.keys.sorted() {
            let isKnown = accounts.contains { $0.entries[id] == found[id] }
            guard
                isKnown || isFresh(found[id], id, machine.diary, doubts)
                    || isHalfUndone(found[id], id, machine.diary, doubts)
            else {
                throw BrokenClaim(
                    "acknowledged is durable",
                    "\(machine.place) \(id.text) is \(words(found[id])), not "
                        + "\(words(machine.diary.entries[id])); in doubt: \(doubts.count)")
            }
        }
        for id in machine.diary.ids where found[id] == nil {
            throw BrokenClaim(
                "acknowledged is durable", "\(machine.place) lost \(id.text)")
        }
        let rules = try rules(of: machine, at: now)
        let tagRules = try tagRules(of: machine)
        guard
            accounts.contains(where: {
                Set($0.rules.map(\.words)) == Set(rules.map(\.words)) && $0.tagRules == tagRules
            })
        else {
            throw BrokenClaim(
                "acknowledged is durable",
                "\(machine.place) has rules \(rules), \(tagRules), not "
                    + "\(machine.diary.rules), \(machine.diary.tagRules)")
        }
        if !doubts.isEmpty {
            machine.diary.adopt(found, rules: rules, tagRules: tagRules, after: doubts)
        }
    }

    // Whether this is a link of an unanswered batch.
    private static func isFresh(
        _ entry: Diary.Entry?, _ id: ObjectID, _ diary: Diary, _ doubts: [Command]
    ) -> Bool {
        guard diary.entries[id] == nil, let entry else { return false }
        return doubts.contains { doubt in
            if case .feeds(.profile(let change, _)) = doubt { return change.makes(entry) }
            guard case .addBookmarks(let drafts, _, _, _, _) = doubt else { return false }
            return drafts.contains {
                $0.url == entry.url && $0.note == entry.note
                    && ($0.kind == .link || $0.title == entry.title)
            }
        }
    }

    // Whether an unanswered undo or redo was carried out for some slices; the rest is never done.
    private static func isHalfUndone(
        _ entry: Diary.Entry?, _ id: ObjectID, _ diary: Diary, _ doubts: [Command]
    ) -> Bool {
        guard let entry, let done = diary.entries[id] else { return false }
        return doubts.contains { doubt in
            guard let other = diary.after(doubt).entries[id] else { return false }
            switch doubt {
            case .undo: return entry.isHalfway(from: done, to: other)
            case .redo: return entry.isHalfway(from: other, to: done)
            default: return false
            }
        }
    }

    // After a step that did not end, all of it is there or nothing. Otherwise the log must be equal, except for a
    // postponed epoch, which the store makes as soon as it is opened.
    private static func holds(
        _ found: Frontier?, _ durable: Frontier?, _ machine: SimulatedNode
    ) -> Bool {
        guard machine.isInDoubt || machine.areKeysDue else { return found == durable }
        let found = found ?? Frontier()
        return (durable ?? Frontier()).entries.allSatisfy {
            found.length(of: $0.chain) >= $0.length
        }
    }

    private static func logs(
        of machine: SimulatedNode
    ) throws(BrokenClaim) -> [AudienceKind: Frontier] {
        try machine.read { (store) throws(StorageError) in
            var logs: [AudienceKind: Frontier] = [:]
            for audience in AudienceKind.own {
                logs[audience] = try store.frontier(of: audience, by: machine.person)
            }
            return logs
        }
    }

    // Friends are as the person was told, except for unanswered commands.
    private static func compareFriends(
        of machine: SimulatedNode, _ doubts: [Command], at now: Instant
    ) throws(BrokenClaim) {
        let found = try friends(of: machine)
        for friend in Set(found + machine.account.friends).sorted() {
            let isFriend = found.contains(friend)
            guard isFriend != machine.account.friends.contains(friend) else { continue }
            let isDoubtful = doubts.contains { doubt in
                switch doubt {
                case .addFriend(_, let name, _): return name == "friend\(friend)"
                case .removeFriend(let person, _, _): return person.text == "friend\(friend)"
                default: return false
                }
            }
            guard isDoubtful else {
                throw BrokenClaim(
                    "acknowledged is durable",
                    "\(machine.place) has node\(friend) for \(isFriend ? "a" : "no") friend")
            }
            try note(friend, isFriend, at: machine, now)
        }
    }

    /// Takes the friends that a node has as what its person knows. Nothing is claimed of a hostile node, but it shows
    /// things to everybody it added, with or without an answer.
    static func adoptFriends(of machine: SimulatedNode, at now: Instant) throws(BrokenClaim) {
        let found = try friends(of: machine)
        for friend in Set(found + machine.account.friends).sorted() {
            let isFriend = found.contains(friend)
            guard isFriend != machine.account.friends.contains(friend) else { continue }
            try note(friend, isFriend, at: machine, now)
        }
    }

    private static func note(
        _ friend: Int, _ isFriend: Bool, at machine: SimulatedNode, _ now: Instant
    ) throws(BrokenClaim) {
        if isFriend {
            machine.account.befriended(friend)
        } else {
            try machine.parted(from: friend, at: now)
        }
    }

    // What is written in a group belongs to no single person; the lengths of all chains show that the person's own part
    // is there.
    private static func groupLogs(
        of machine: SimulatedNode
    ) throws(BrokenClaim) -> [Bytes32: Frontier] {
        try machine.read { (store) throws(StorageError) in
            var logs: [Bytes32: Frontier] = [:]
            for group in try store.shownGroups() {
                logs[group.id] = try store.frontier(ofGroup: group.id)
            }
            return logs
        }
    }

    private static func rules(
        of machine: SimulatedNode, at now: Instant
    ) throws(BrokenClaim) -> [Diary.Rule] {
        let wall = machine.clock.reading(at: now)
        let answer = try machine.read { (store) throws(StorageError) in
            try store.answer(.shares(), now: wall)
        }
        guard case .shares(let shares) = answer else { return [] }
        return shares.map {
            Diary.Rule(tag: String($0.query.drop { $0 == "#" }), audience: $0.audience)
        }
    }

    /// The tag rules that are in force at a node.
    static func tagRules(of machine: SimulatedNode) throws(BrokenClaim) -> [Diary.TagRule] {
        try machine.read { (store) throws(StorageError) in
            let rules = try store.tagRules().flatMap { record in
                record.rule.tags.map { Diary.TagRule(query: record.rule.query, tag: $0) }
            }
            return Set(rules).sorted()
        }
    }

    /// The persons whom the person at a node has added, as far as it knows.
    static func friends(of machine: SimulatedNode) throws(BrokenClaim) -> [Int] {
        try machine.read { (store) throws(StorageError) in
            try store.contacts().compactMap { Int($0.name.dropFirst("friend".count)) }
        }
    }

    private static func words(_ entry: Diary.Entry?) -> String {
        guard let entry else { return "nothing" }
        return "\(entry.title) \(entry.note) \(entry.tags) in \(entry.places.map(\.name))"
            + (entry.isTrashed ? ", in the trash" : "")
    }
}

extension Diary.Rule {
    fileprivate var words: String { "\(tag) \(audience.name)" }
}

extension Diary.Entry {
    /// The diary entry that corresponds to an own link as shown.
    init(_ bookmark: Bookmark) {
        self.init(
            kind: bookmark.kind, url: bookmark.url, title: bookmark.title, note: bookmark.note,
            tags: bookmark.tags.sorted(),
            places: bookmark.placement.filter { $0 != .private }.sorted(),
            isTrashed: bookmark.isTrashed, details: bookmark.details)
    }
}

extension Command {
    /// Whether the command stores links in a group.
    fileprivate var isForGroup: Bool {
        guard case .addBookmarks(_, let audience?, _, _, _) = self else { return false }
        return audience.kind == nil
    }
}
