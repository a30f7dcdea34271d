package import Domain

/// With whom this node leaves sealed segments, and for whom it keeps them.
package struct MailboxesJSON: Codable, Equatable, Sendable {
    package var used: [MailboxJSON]
    package var kept: [KeptMailboxJSON]

    /// Both as a client sees them.
    package init(_ used: [Mailbox], kept: [KeptMailbox]) {
        self.used = used.map(MailboxJSON.init)
        self.kept = kept.map(KeptMailboxJSON.init)
    }
}

/// A friend with whom this node leaves them.
package struct MailboxJSON: Codable, Equatable, Sendable {
    package var keeper: AuthorJSON
    /// For whom something is put there.
    package var `for`: [String]
    /// `working`, or why not: see `Mailbox` in docs/reference/api.md.
    package var state: String
    /// Bytes that he keeps at most, and that he does; 0 before he was met.
    package var quotaBytes: Int
    package var usedBytes: Int
    /// Segments of this device that are there, and their bytes.
    package var ownSegments: Int
    package var ownBytes: Int
    /// Changes that came by it since the node has started.
    package var taken: Int
    /// When something was put there last, and got; absent if never.
    package var lastPut: String?
    package var lastGot: String?

    private enum CodingKeys: String, CodingKey {
        case keeper, `for`, state, taken
        case quotaBytes = "quota_bytes"
        case usedBytes = "used_bytes"
        case ownSegments = "own_segments"
        case ownBytes = "own_bytes"
        case lastPut = "last_put"
        case lastGot = "last_got"
    }

    /// The mailbox as a client sees it.
    package init(_ mailbox: Mailbox) {
        keeper = AuthorJSON(mailbox.keeper)
        self.for = mailbox.addressees.map(\.name)
        state = mailbox.state.rawValue
        quotaBytes = mailbox.quotaBytes
        usedBytes = mailbox.usedBytes
        ownSegments = mailbox.ownSegments
        ownBytes = mailbox.ownBytes
        taken = mailbox.taken
        lastPut = mailbox.lastPut.map(Timestamp.text)
        lastGot = mailbox.lastGot.map(Timestamp.text)
    }
}

/// A friend for whom this node keeps them.
package struct KeptMailboxJSON: Codable, Equatable, Sendable {
    package var person: AuthorJSON
    package var quotaBytes: Int
    package var usedBytes: Int
    package var segments: Int
    /// When he put one here last, and got one; absent if never.
    package var lastPut: String?
    package var lastGot: String?

    private enum CodingKeys: String, CodingKey {
        case person, segments
        case quotaBytes = "quota_bytes"
        case usedBytes = "used_bytes"
        case lastPut = "last_put"
        case lastGot = "last_got"
    }

    /// What is kept for one person, as a client sees it.
    package init(_ kept: KeptMailbox) {
        person = AuthorJSON(kept.person)
        quotaBytes = kept.quotaBytes
        usedBytes = kept.usedBytes
        segments = kept.segments
        lastPut = kept.lastPut.map(Timestamp.text)
        lastGot = kept.lastGot.map(Timestamp.text)
    }
}

/// `POST /v1/mailboxes`.
package struct NewMailboxRequest: Codable, Equatable, Sendable {
    /// A friend, as `{ref}` of `/v1/friends`.
    package var keeper: String
    /// `@NAME`, `group:NAME`, `me` or `everybody`; absent means everybody.
    package var `for`: [String]?

    /// The mailbox at this friend.
    package init(keeper: String, for people: [String]? = nil) {
        self.keeper = keeper
        self.for = people
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        let people = try Word.addressees(self.for ?? [])
        return .useMailbox(
            at: PersonReference(keeper), for: people.isEmpty ? [.everybody] : people)
    }
}

/// `POST /v1/mailboxes:keep`.
package struct KeepMailboxRequest: Codable, Equatable, Sendable {
    /// A friend, as `{ref}` of `/v1/friends`.
    package var person: String
    /// Bytes at most, 0 for none; absent means 64 MiB.
    package var quotaBytes: Int?

    private enum CodingKeys: String, CodingKey {
        case person
        case quotaBytes = "quota_bytes"
    }

    /// So many bytes for this friend.
    package init(person: String, quotaBytes: Int? = nil) {
        self.person = person
        self.quotaBytes = quotaBytes
    }

    /// What it asks of the node.
    package var command: Command {
        .keepMailbox(
            for: PersonReference(person),
            quotaBytes: max(quotaBytes ?? KeptMailbox.quotaBytesUsual, 0))
    }
}
