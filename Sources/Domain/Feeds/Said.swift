package import CRDT
package import Primitives

/// What somebody else has said of something that one follows.
package struct Said: Equatable, Sendable {
    /// Who.
    package var author: Author
    /// Of what, as it is now.
    package var thing: Bookmark
    /// What.
    package var what: What
    /// When, by his clock; of a comment when it was made.
    package var at: WallTime

    /// What can be said of a thing.
    package enum What: Equatable, Sendable {
        case reaction(Reaction)
        case comment(ObjectID, text: String)
    }

    /// All fields, in the order above.
    package init(author: Author, thing: Bookmark, what: What, at: WallTime) {
        self.author = author
        self.thing = thing
        self.what = what
        self.at = at
    }
}

/// A page of what others have said, the last that came first.
package struct SaidPage: Equatable, Sendable {
    /// Fewer than were asked for, and even none, while there are more: each page does a bounded piece of
    /// work.
    package var items: [Said]
    /// Where the next page begins; nil on the last.
    package var nextCursor: String?

    /// A page, and where the next one begins.
    package init(items: [Said], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}
