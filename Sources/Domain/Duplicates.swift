/// Links that have one canonical address under the rule of today.
package struct DuplicateSet: Equatable, Sendable {
    /// The address they share.
    package var canonicalURL: String
    /// What may be one: all at home in one place and shown to the same audiences, at least two. The
    /// first is the one that stays, the others go into it.
    package var alike: [[Bookmark]]
    /// What stays as it is: alone in its place, or seen by others than the rest. With those of
    /// `alike` at least two.
    package var apart: [Bookmark]

    /// All fields, in the order above.
    package init(canonicalURL: String, alike: [[Bookmark]], apart: [Bookmark]) {
        self.canonicalURL = canonicalURL
        self.alike = alike
        self.apart = apart
    }

    /// How many links would go to the trash.
    package var surplus: Int { alike.reduce(0) { $0 + $1.count - 1 } }
}

/// A page of sets.
package struct DuplicatePage: Equatable, Sendable {
    /// By address.
    package var sets: [DuplicateSet]
    /// The address behind which the next page begins; nil on the last.
    package var next: String?
    /// How many sets there are in all, and how many links would go if all were merged.
    package var total: Int
    package var surplus: Int

    /// All fields, in the order above.
    package init(sets: [DuplicateSet], next: String?, total: Int, surplus: Int) {
        self.sets = sets
        self.next = next
        self.total = total
        self.surplus = surplus
    }
}
