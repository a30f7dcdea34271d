/// A notice that somebody has used up the storage one other person may fill in an audience; no more of theirs is
/// accepted.
package struct FilledShare: Equatable, Sendable {
    /// The name this person gives them.
    package let name: String
    /// The audience they wrote in.
    package let audience: Audience
    /// The quota in bytes.
    package let quotaBytes: Int

    /// Creates a value from all fields, in declaration order.
    package init(name: String, audience: Audience, quotaBytes: Int) {
        self.name = name
        self.audience = audience
        self.quotaBytes = quotaBytes
    }

    /// The message to the user: what happened, and how to fix it.
    package var words: String {
        "@\(name) has used all of their \(ByteCount.typed(quotaBytes)) in \(audience.name); "
            + "this node accepts no more from them there; fix: \(fix)"
    }

    /// The command that raises the quota.
    package var fix: String {
        "weft config set author.quota \(ByteCount.typed(min(quotaBytes, Int.max / 2) * 2))"
    }
}
