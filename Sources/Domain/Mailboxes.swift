package import Primitives

/// A friend's node at which this node leaves sealed segments for others and fetches those for itself.
package struct Mailbox: Equatable, Sendable {
    /// The friend whose node stores them.
    package var keeper: Author
    /// The people and groups that this node leaves segments for.
    package var addressees: [Addressee]
    /// The state as of the last exchange.
    package var state: State
    /// The quota and the usage in bytes that the keeper grants this person; 0 before the first exchange.
    package var quotaBytes: Int
    package var usedBytes: Int
    /// This device's segments there as far as it knows, and their size in bytes.
    package var ownSegments: Int
    package var ownBytes: Int
    /// The number of deltas received through it since the node started.
    package var taken: Int
    /// The times when this device last stored something there, and last fetched something; nil if never.
    package var lastPut: WallTime?
    package var lastGot: WallTime?

    /// Creates a value from all fields, in declaration order.
    package init(
        keeper: Author, addressees: [Addressee], state: State, quotaBytes: Int, usedBytes: Int,
        ownSegments: Int, ownBytes: Int, taken: Int, lastPut: WallTime?, lastGot: WallTime?
    ) {
        self.keeper = keeper
        self.addressees = addressees
        self.state = state
        self.quotaBytes = quotaBytes
        self.usedBytes = usedBytes
        self.ownSegments = ownSegments
        self.ownBytes = ownBytes
        self.taken = taken
        self.lastPut = lastPut
        self.lastGot = lastGot
    }

    /// The raw value is part of the API.
    package enum State: String, CaseIterable, Sendable {
        /// No device of the keeper has been connected since the node started.
        case waiting
        /// Segments are fetched from it and stored in it.
        case working
        /// The keeper grants no quota; segments for this node are still fetched.
        case unkept
        /// There is no room for segments for others.
        case full
        /// A fetched segment differed from the stored one; it is requested again on the next link.
        case damaged
        /// The mailbox was given up; its content is deleted at the next connection.
        case leaving
    }
}

/// A friend for whom this node stores sealed segments.
package struct HostedMailbox: Equatable, Sendable {
    /// The friend, whose devices may store them here.
    package var person: Author
    /// The quota and the usage in bytes, counted with padding, which hides exact sizes.
    package var quotaBytes: Int
    package var usedBytes: Int
    /// The number of segments stored.
    package var segments: Int
    /// The times when one of their devices last stored a segment, and last fetched one; nil if never.
    package var lastPut: WallTime?
    package var lastGot: WallTime?

    /// Creates a value from all fields, in declaration order.
    package init(
        person: Author, quotaBytes: Int, usedBytes: Int, segments: Int, lastPut: WallTime?,
        lastGot: WallTime?
    ) {
        self.person = person
        self.quotaBytes = quotaBytes
        self.usedBytes = usedBytes
        self.segments = segments
        self.lastPut = lastPut
        self.lastGot = lastGot
    }

    /// The default quota for one person, in bytes.
    package static let quotaBytesUsual = 64 * 1024 * 1024
    /// The permitted quotas in bytes: from one segment of maximum length to the size of large disks.
    package static let quotaBytes = 2 * 1024 * 1024...1024 * 1024 * 1024 * 1024
}

/// Both sides of mailboxes.
package struct MailboxOverview: Equatable, Sendable {
    /// Those that this node uses, oldest first.
    package var used: [Mailbox]
    /// Those that it keeps for others.
    package var kept: [HostedMailbox]

    /// Both lists.
    package init(used: [Mailbox], kept: [HostedMailbox]) {
        self.used = used
        self.kept = kept
    }
}
