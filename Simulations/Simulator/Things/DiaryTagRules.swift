import CRDT
import Domain
import Primitives

// What a person knows of his rules for tags.
extension Diary {
    /// A rule for tags: what is kept and carries the one gets the other as well. What else it may ask
    /// for nothing in these worlds answers to.
    struct TagRule: Hashable, Comparable {
        let query: String
        let tag: String

        static func < (left: TagRule, right: TagRule) -> Bool {
            (left.query, left.tag) < (right.query, right.tag)
        }
    }

    /// Tags as they are kept: what carries one as it comes gets what rules say of that.
    static func ruled(_ tags: [String], of kind: Kind, by rules: [TagRule]) -> [String] {
        tags + added(to: tags, of: kind, by: rules)
    }

    /// What rules put beside these tags, sorted: as many as a thing of this kind has room for, in the
    /// order of the rules. What one puts there makes no other one match.
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
    /// What a person is about to do; where people have rules he also applies them now and then to what
    /// he keeps, to all of it or to some. Who has none makes one first, for a tag that he has used.
    ///
    /// It is the last that he does: what goes on in slices is answered when it is done.
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
