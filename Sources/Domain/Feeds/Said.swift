package import CRDT
package import Primitives

/// What another person has said of something that one follows.
package struct Said: Equatable, Sendable {
    /// The person who said it.
    package var author: Author
    /// The thing, as it is now.
    package var thing: Bookmark
    /// What was said.
    package var what: What
    /// When it was said, by the author's clock; for a comment, when it was created.
    package var at: WallTime

    /// What can be said of a thing.
    package enum What: Equatable, Sendable {
        case reaction(Reaction)
        case comment(ObjectID, text: String)
    }

    /// Creates a value from all fields, in declaration order.
    package init(author: Author, thing: Bookmark, what: What, at: WallTime) {
        self.author = author
        self.thing = thing
        self.what = what
        self.at = at
    }
}

/// A page of what others have said, most recently arrived first.
package struct SaidPage: Equatable, Sendable {
    /// The entries. There may be fewer than requested, even none, before the last page: each page does a bounded amount
    /// of work.
    package var items: [Said]
    /// The cursor of the next page; nil on the last page.
    package var nextCursor: String?

    /// Creates a page with the cursor of the next one.
    package init(items: [Said], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}
