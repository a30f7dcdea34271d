import CRDT
package import Domain

/// What somebody else has said of something that one follows.
package struct SaidJSON: Codable, Equatable, Sendable {
    package var author: AuthorJSON
    package var thing: PartJSON
    /// `like`, `dislike` or `comment`.
    package var value: String
    /// Of a comment its id, 26 characters of base 32; absent of a reaction.
    package var id: String?
    /// Of a comment its words; absent of a reaction.
    package var text: String?
    package var at: String

    /// What stands in `value`.
    package static let values = Reaction.allCases.map(\.word) + ["comment"]

    /// What was said as a client sees it.
    package init(_ said: Said) {
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
