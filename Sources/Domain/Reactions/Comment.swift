package import CRDT
package import Primitives

/// What somebody said of a thing.
package struct Comment: Equatable, Sendable {
    /// Who said it.
    package let author: Author
    /// Its id under that author.
    package let id: ObjectID
    /// 1 to `Limits.commentBytesMax` bytes.
    package let text: String
    /// When it was made.
    package let at: WallTime
    /// When its words were changed last; nil if never.
    package let edited: WallTime?
    /// The comment that it answers; nil if it answers none, or one that is not shown here: of
    /// somebody who is no friend of this person, or taken away.
    package let inReplyTo: ObjectID?

    /// All fields.
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

    /// Why `text` cannot be said; nil if it can.
    package static func problem(with text: String) -> Problem? {
        let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        guard !isBlank else {
            return Problem(.invalidValue, "the comment says nothing", fix: "write some words")
        }
        guard text.utf8.count <= Limits.commentBytesMax else {
            return Problem(
                .tooMany,
                "a comment has at most \(Limits.commentBytesMax) bytes, this one \(text.utf8.count)",
                fix: "make two of it")
        }
        guard !text.unicodeScalars.contains("\0") else {
            return Problem(.invalidValue, "a comment holds no NUL", fix: "take it out")
        }
        return nil
    }

    /// Whether a peer's text may show.
    package static func shows(_ text: [UInt8]) -> String? {
        guard (1...Limits.commentBytesMax).contains(text.count), !text.contains(0) else {
            return nil
        }
        return String(validating: text, as: UTF8.self)
    }
}

/// Comments on one thing, oldest first.
package struct CommentPage: Equatable, Sendable {
    /// At most as many as were asked for.
    package let items: [Comment]
    /// Where the next page goes on; nil behind the last one.
    package let nextCursor: String?
    /// All there are.
    package let total: Int

    /// A page.
    package init(items: [Comment], nextCursor: String?, total: Int) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}
