package import Primitives

/// The history of a thing or a comment.
package struct History: Equatable, Sendable {
    /// The subject of the entry.
    package var subject: Subject
    /// Its changes, oldest first.
    package var entries: [HistoryEntry]

    /// The subject of a history. Ids of things and comments look alike.
    package enum Subject: String, CaseIterable, Sendable {
        case thing
        case comment
    }

    /// Creates a history of this subject.
    package init(of subject: Subject, _ entries: [HistoryEntry]) {
        self.subject = subject
        self.entries = entries
    }
}

/// One change of a thing or a comment.
package struct HistoryEntry: Equatable, Sendable {
    /// The change in words: `title: Old -> New`, `+ #tag`, `shared with friends`, `moved to the trash` …
    package var change: String
    /// The author.
    package var author: Author
    /// The signing key of the device that made it, 52 characters of base 32.
    package var device: String
    /// The time of the change, by that device's clock.
    package var at: WallTime
    /// The delta that carries it: chain (base 32) and sequence.
    package var chain: String
    /// Its place in that chain.
    package var sequence: UInt64

    /// All fields, in the order above.
    package init(
        change: String, author: Author, device: String, at: WallTime, chain: String,
        sequence: UInt64
    ) {
        self.change = change
        self.author = author
        self.device = device
        self.at = at
        self.chain = chain
        self.sequence = sequence
    }
}

/// A command that can be undone.
package struct Act: Equatable, Sendable {
    /// The number for `undo`.
    package var number: Int
    /// The command in words: `import of 120 links`, `renamed #a to #b` …
    package var summary: String
    /// The time when it was done here.
    package var at: WallTime
    /// It was undone already; undoing it again does nothing.
    package var isUndone: Bool

    /// All fields, in the order above.
    package init(number: Int, summary: String, at: WallTime, isUndone: Bool) {
        self.number = number
        self.summary = summary
        self.at = at
        self.isUndone = isUndone
    }
}
