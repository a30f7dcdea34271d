package import Domain

/// Links that have one canonical address.
package struct DuplicateSetJSON: JSONShape {
    package var canonicalURL = ""
    package var alike: [[BookmarkJSON]] = []
    package var apart: [BookmarkJSON] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("canonical_url", &canonicalURL, "The address that they have in common.")
        fields.member("alike", &alike, "Lists of links that may be one; the first of each stays.")
        fields.member("apart", &apart, "Links that stay as they are.")
    }

    /// The set as a client sees it.
    package init(_ set: DuplicateSet) {
        canonicalURL = set.canonicalURL
        alike = set.alike.map { $0.map(BookmarkJSON.init) }
        apart = set.apart.map(BookmarkJSON.init)
    }
}

/// A page of sets.
package struct DuplicatesJSON: JSONShape {
    package var items: [DuplicateSetJSON] = []
    package var nextCursor: String?
    package var total = 0
    package var surplus = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("items", &items, "The items of this page.")
        fields.member(
            "next_cursor", &nextCursor,
            "It asks for the next page, as `cursor`; absent on the last.")
        fields.member("total", &total, "The total number of sets.")
        fields.member("surplus", &surplus, "The number of links that would go if all were merged.")
    }

    /// The page as a client sees it.
    package init(_ page: DuplicatePage) {
        items = page.sets.map(DuplicateSetJSON.init)
        nextCursor = page.next
        total = page.total
        surplus = page.surplus
    }
}
