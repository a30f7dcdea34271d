/// Links that share a canonical address under the current rule.
package struct DuplicateSet: Equatable, Sendable {
    /// The address they share.
    package var canonicalURL: String
    /// Groups of links that can be merged: at home in one place and visible to the same audiences, at least two each.
    /// The others are merged into the first.
    package var alike: [[Bookmark]]
    /// Links that stay as they are: alone in their place, or visible to other audiences than the rest. Together with
    /// `alike` there are at least two.
    package var apart: [Bookmark]

    /// Creates a value from all fields, in declaration order.
    package init(canonicalURL: String, alike: [[Bookmark]], apart: [Bookmark]) {
        self.canonicalURL = canonicalURL
        self.alike = alike
        self.apart = apart
    }

    /// The number of links that a merge would move to the trash.
    package var surplus: Int { alike.reduce(0) { $0 + $1.count - 1 } }
}

/// One page of duplicate sets.
package struct DuplicatePage: Equatable, Sendable {
    /// The sets, by address.
    package var sets: [DuplicateSet]
    /// The address after which the next page begins; nil on the last page.
    package var next: String?
    /// The total number of sets, and of links that merging them all would move to the trash.
    package var total: Int
    package var surplus: Int

    /// Creates a value from all fields, in declaration order.
    package init(sets: [DuplicateSet], next: String?, total: Int, surplus: Int) {
        self.sets = sets
        self.next = next
        self.total = total
        self.surplus = surplus
    }
}
