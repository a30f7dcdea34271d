package import CRDT
package import Primitives

/// Another person's reaction or comment on something that this person follows.
package struct ReceivedReaction: Equatable, Sendable {
    /// The person who said it.
    package var author: Author
    /// The thing, as it is now.
    package var thing: Bookmark
    /// The reaction or comment itself.
    package var what: What
    /// The time when it was said, by the author's clock; for a comment, when it was created.
    package var at: WallTime

    /// A reaction or comment.
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

/// A page of others' reactions and comments, most recently arrived first.
package struct ReceivedReactionPage: Equatable, Sendable {
    /// The entries. There may be fewer than requested, even none, before the last page: each page does a bounded amount
    /// of work.
    package var items: [ReceivedReaction]
    /// The cursor of the next page; nil on the last page.
    package var nextCursor: String?

    /// Creates a page with the cursor of the next one.
    package init(items: [ReceivedReaction], nextCursor: String?) {
        self.items = items
        self.nextCursor = nextCursor
    }
}
