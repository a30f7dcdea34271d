package import Domain

/// What may be typed on in a search.
package struct CompletionJSON: Codable, Equatable, Sendable {
    /// What it names: `tag`, `person`, `collection` and so on.
    package var type: String
    /// As it is spelled here.
    package var name: String
    /// What finds it, to be typed as it is.
    package var query: String
    /// How many things it finds, counted up to ten thousand.
    package var count: Int

    /// The completion as a client sees it.
    package init(_ completion: Completion) {
        type = completion.sort.rawValue
        name = completion.name
        query = completion.query
        count = completion.count
    }
}
