package import CRDT
package import Primitives

/// A comment on a thing.
package struct Comment: Equatable, Sendable {
    /// The author of the comment.
    package let author: Author
    /// The id under that author.
    package let id: ObjectID
    /// The text, 1 to `Limits.commentBytesMax` bytes.
    package let text: String
    /// The time when it was created.
    package let at: WallTime
    /// The time when its text was last changed; nil if never.
    package let edited: WallTime?
    /// The comment it replies to; nil if there is none, or if that is not shown here because its author is not a friend
    /// or it was deleted.
    package let inReplyTo: ObjectID?

    /// Creates a comment from all fields, in declaration order.
    package init(
        author: Author, id: ObjectID, text: String, at: WallTime, edited: WallTime?,
        inReplyTo: ObjectID?
    ) {
        self.author = author
        self.id = id
        self.text = text
        self.at = at
        self.edited = edited
        self.inReplyTo = inReplyTo
    }

    /// Returns the reason why `text` is invalid as a comment; nil if it is valid.
    package static func problem(with text: String) -> Problem? {
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard !isBlank else {
            return Problem(.invalidValue, "the comment is empty", fix: "write some words")
        }
        guard text.utf8.count <= Limits.commentBytesMax else {
            return Problem(
                .tooMany,
                "a comment can have \(Limits.commentBytesMax) bytes, not \(text.utf8.count)",
                fix: "split it in two")
        }
        guard !text.unicodeScalars.contains("\0") else {
            return Problem(.invalidValue, "the comment contains a NUL character", fix: "remove it")
        }
        return nil
    }

    /// The text of a peer's comment, if it may be shown; else nil.
    package static func shows(_ text: [UInt8]) -> String? {
        guard (1...Limits.commentBytesMax).contains(text.count), !text.contains(0) else {
            return nil
        }
        return String(validating: text, as: UTF8.self)
    }
}

/// A page of comments on one thing, oldest first.
package struct CommentPage: Equatable, Sendable {
    /// The comments, at most as many as requested.
    package let items: [Comment]
    /// The cursor of the next page; nil on the last page.
    package let nextCursor: String?
    /// The total number of comments.
    package let total: Int

    /// Creates a page.
    package init(items: [Comment], nextCursor: String?, total: Int) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}
