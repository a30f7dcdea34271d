import CRDT
package import Domain

/// Another person's reaction or comment on something that this person follows.
package struct SaidJSON: JSONShape {
    package var author = AuthorJSON()
    package var thing = PartJSON()
    package var value = ""
    package var id: String?
    package var text: String?
    package var at = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("author", &author, "The person who said it.")
        fields.member("thing", &thing, "The thing that it is about.")
        fields.member(
            "value", &value, as: .word(SaidJSON.values),
            "The reaction: `like`, `dislike` or `comment`.")
        fields.member("id", &id, as: .id, "The id of a comment; absent of a reaction.")
        fields.member("text", &text, "The words of a comment; absent of a reaction.")
        fields.member("at", &at, as: .time, "The time of it.")
    }

    /// The words of `value`.
    package static let values = Reaction.allCases.map(\.word) + ["comment"]

    /// The reaction or comment as a client sees it.
    package init(_ said: ReceivedReaction) {
        author = AuthorJSON(said.author)
        thing = PartJSON(said.thing)
        at = Timestamp.text(said.at)
        switch said.what {
        case .reaction(let reaction): value = reaction.word
        case .comment(let id, let text):
            value = "comment"
            self.id = id.text
            self.text = text
        }
    }
}
