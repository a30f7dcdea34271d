package import Primitives

/// A friend with whom this node leaves sealed segments for others, and finds those that are for it.
package struct Mailbox: Equatable, Sendable {
    /// Whose node keeps them.
    package var keeper: Author
    /// For whom this node puts something there.
    package var addressees: [Addressee]
    /// As of the last word with it.
    package var state: State
    /// Bytes that he keeps for this person at most, and bytes that he does; 0 before the first word.
    package var quotaBytes: Int
    package var usedBytes: Int
    /// Segments of this device that are there, as far as it knows, and bytes of them.
    package var ownSegments: Int
    package var ownBytes: Int
    /// Deltas that came by it since the node has started.
    package var taken: Int
    /// When this device last put something there, and got something; nil if never.
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

    /// The raw value is what programs test.
    package enum State: String, CaseIterable, Sendable {
        /// No device of the keeper's was met since the node has started.
        case waiting
        /// What is for this node is taken from there, and what others lack is put there.
        case working
        /// He keeps nothing for this person; what is for it is taken from there.
        case unkept
        /// There is no room for what others lack.
        case full
        /// What he gave is not what he was given: it is asked for again on the next link.
        case damaged
        /// It was left, and what is there goes when he is met.
        case leaving
    }
}

/// A friend for whom this node keeps sealed segments.
package struct KeptMailbox: Equatable, Sendable {
    /// Whose devices may put them here.
    package var person: Author
    /// Bytes that are kept at most, and bytes that are: as padded, so that they say little.
    package var quotaBytes: Int
    package var usedBytes: Int
    /// How many segments these are.
    package var segments: Int
    /// When a device of his last put one here, and got one; nil if never.
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

    /// Bytes that are kept for one person if no number is named.
    package static let quotaBytesUsual = 64 * 1024 * 1024
    /// Bytes that may be kept for one person: a segment of the longest kind, and what disks hold.
    package static let quotaBytes = 2 * 1024 * 1024...1024 * 1024 * 1024 * 1024
}
