/// Somebody has written as much in one audience as one other person may here: no more of it is taken in.
package struct FilledShare: Equatable, Sendable {
    /// The rows of the person and of the audience in this replica.
    package let author: Int64
    package let audience: Int64
    /// What this person calls them.
    package let name: String
    /// The audience, as its person says it: `friends`, `group:NAME`.
    package let place: String
    /// Bytes that the share has.
    package let quotaBytes: Int

    /// All fields, in the order above.
    package init(
        author: Int64, audience: Int64, name: String, where place: String, quotaBytes: Int
    ) {
        self.author = author
        self.audience = audience
        self.name = name
        self.place = place
        self.quotaBytes = quotaBytes
    }

    /// What its person is told, with what to do.
    package var words: String {
        "@\(name) has filled their share of \(ByteCount.typed(quotaBytes)) in \(place): no more of "
            + "theirs comes there; fix: \(fix)"
    }

    /// The command that makes room.
    package var fix: String {
        "weft config set author.quota \(ByteCount.typed(min(quotaBytes, Int.max / 2) * 2))"
    }
}
