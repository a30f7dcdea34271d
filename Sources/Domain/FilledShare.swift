/// Somebody has written as much in one audience as one other person may here: no more of it is taken in.
package struct FilledShare: Equatable, Sendable {
    /// What this person calls them.
    package let name: String
    /// Where they wrote it.
    package let audience: Audience
    /// Bytes that the share has.
    package let quotaBytes: Int

    /// All fields, in the order above.
    package init(name: String, audience: Audience, quotaBytes: Int) {
        self.name = name
        self.audience = audience
        self.quotaBytes = quotaBytes
    }

    /// This person is told so, and what to do.
    package var words: String {
        "@\(name) has filled their share of \(ByteCount.typed(quotaBytes)) in \(audience.name): no more of "
            + "theirs comes there; fix: \(fix)"
    }

    /// The command that makes room.
    package var fix: String {
        "weft config set author.quota \(ByteCount.typed(min(quotaBytes, Int.max / 2) * 2))"
    }
}
