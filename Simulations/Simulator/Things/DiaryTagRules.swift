import CRDT
import Domain
import Primitives

// What a person knows of their tag rules.
extension Diary {
    /// A tag rule: a thing stored with the one tag gets the other as well. Other queries match nothing in these worlds.
    struct TagRule: Hashable, Comparable {
        let query: String
        let tag: String

        static func < (left: TagRule, right: TagRule) -> Bool {
            (left.query, left.tag) < (right.query, right.tag)
        }
    }

    /// Returns the tags of a new thing together with those that rules add.
    static func ruled(_ tags: [String], of kind: Kind, by rules: [TagRule]) -> [String] {
        tags + added(to: tags, of: kind, by: rules)
    }

    /// Returns the tags that rules add to these, sorted: as many as a thing of this kind has room for, in the order of
    /// the rules. A tag added by one rule makes no other rule match.
    static func added(to tags: [String], of kind: Kind, by rules: [TagRule]) -> [String] {
        let matched = tags.map { "#" + $0 }
        var put: [String] = []
        for rule in rules where matched.contains(rule.query) {
            if !tags.contains(rule.tag), !put.contains(rule.tag) { put.append(rule.tag) }
        }
        return put.prefix(max(0, kind.tagsMax - tags.count)).sorted()
    }
}

extension Cluster {
    /// Adds, now and then, a command that applies tag rules to some or all things, in worlds with rules. A person
    /// without rules first makes one, for a tag that they have used.
    ///
    /// It comes last, because a command that runs in slices is answered when it is done.
    func withAppliedRules(
        _ requests: [Request], at node: Int, by chance: Dice
    ) -> [Request] {
        var dice = chance.split(68)
        guard workload.hasAttention, dice.roll(below: 4) == 0 else { return requests }
        let diary = machines[node].diary
        guard !diary.tagRules.isEmpty else {
            let tags = diary.living.flatMap { diary.entries[$0]?.tags ?? [] }
            guard !tags.isEmpty else { return requests }
            let query = "#\(tags[dice.roll(below: tags.count)])"
            return requests + [
                .command(.addTagRule(query: query, tags: ["ruled"])),
                .command(.applyTagRules(nil)),
            ]
        }
        let some = diary.living.filter { _ in dice.roll(below: 2) == 0 }.prefix(20)
        guard dice.roll(below: 3) == 0, !some.isEmpty else {
            return requests + [.command(.applyTagRules(nil))]
        }
        let references = some.map { Reference.id($0.text) }
        return requests + [.command(.applyTagRules(.references(references)))]
    }
}
