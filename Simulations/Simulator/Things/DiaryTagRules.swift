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
    static func ruled(_ tags: [String], by rules: [TagRule]) -> [String] {
        let puts = rules.filter { tags.map { "#" + $0 }.contains($0.query) }.map(\.tag)
        return tags + Set(puts).subtracting(tags).sorted()
    }
}
