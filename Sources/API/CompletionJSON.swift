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
            "What it names, such as `tag` or `person`.")
        fields.member("name", &name, "What it is called.")
        fields.member("query", &query, "What finds it, to be typed as it is.")
        fields.member("count", &count, "How many things it finds, counted up to ten thousand.")
    }

    /// The completion as a client sees it.
    package init(_ completion: Completion) {
        type = completion.sort.rawValue
        name = completion.name
        query = completion.query
        count = completion.count
    }
}
