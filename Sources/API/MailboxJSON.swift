package import Domain

/// The mailboxes that this node uses, and those that it keeps for others.
package struct MailboxesJSON: JSONShape {
    package var used: [MailboxJSON] = []
    package var kept: [KeptMailboxJSON] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("used", &used, "Friends with whom this node leaves segments.")
        fields.member("kept", &kept, "Friends for whom this node keeps them.")
    }

    /// Both as a client sees them.
    package init(_ used: [Mailbox], kept: [HostedMailbox]) {
        self.used = used.map(MailboxJSON.init)
        self.kept = kept.map(KeptMailboxJSON.init)
    }
}

/// A mailbox that this node uses.
package struct MailboxJSON: JSONShape {
    package var keeper = AuthorJSON()
    package var `for`: [String] = []
    package var state = ""
    package var quotaBytes = 0
    package var usedBytes = 0
    package var ownSegments = 0
    package var ownBytes = 0
    package var taken = 0
    package var lastPut: String?
    package var lastGot: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("keeper", &keeper, "The friend with whom they are left.")
        fields.member("for", &`for`, "The people for whom data is left there.")
        fields.member(
            "state", &state, as: .words(Mailbox.State.self),
            "The state: `working`, or why it does not work.")
        fields.quota(&quotaBytes, used: &usedBytes)
        fields.member("own_segments", &ownSegments, "The number of this device's segments there.")
        fields.member("own_bytes", &ownBytes, "The size of those in bytes.")
        fields.member(
            "taken", &taken, "The number of changes fetched from it since the node started.")
        fields.lastUse(put: &lastPut, got: &lastGot)
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

/// A mailbox that this node keeps.
package struct KeptMailboxJSON: JSONShape {
    package var person = AuthorJSON()
    package var quotaBytes = 0
    package var usedBytes = 0
    package var segments = 0
    package var lastPut: String?
    package var lastGot: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("person", &person, "The friend for whom it is kept.")
        fields.quota(&quotaBytes, used: &usedBytes)
        fields.member("segments", &segments, "The number of sealed parts that are kept.")
        fields.lastUse(put: &lastPut, got: &lastGot)
    }

    /// The mailbox that is kept for one person, as a client sees it.
    package init(_ kept: HostedMailbox) {
        person = AuthorJSON(kept.person)
        quotaBytes = kept.quotaBytes
        usedBytes = kept.usedBytes
        segments = kept.segments
        lastPut = kept.lastPut.map(Timestamp.text)
        lastGot = kept.lastGot.map(Timestamp.text)
    }
}
