package import Domain

/// A completion of a search.
package struct CompletionJSON: JSONShape {
    package var type = ""
    package var name = ""
    package var query = ""
    package var count = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "type", &type, as: .words(Completion.Sort.self),
            "The sort of name, such as `tag` or `person`.")
        fields.member("name", &name, "Its name.")
        fields.member("query", &query, "The text that finds it, to be typed as it is.")
        fields.member("count", &count, "The number of things it finds, counted up to ten thousand.")
    }

    /// The completion as a client sees it.
    package init(_ completion: Completion) {
        type = completion.sort.rawValue
        name = completion.name
        query = completion.query
        count = completion.count
    }
}
