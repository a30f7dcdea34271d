package import CRDT

/// A directory that something else carries between nodes, such as a stick or a sync service, with its state here.
package struct CarriedFolder: Equatable, Sendable {
    /// The number by which it is named; not reused while this replica lives.
    package var number: Int
    /// The absolute path, as the node sees it.
    package var path: String
    /// The people and groups that this node writes segments for.
    package var addressees: [Addressee]
    /// The result of the last scan; `looking` before the first one.
    package var scan: FolderScan
    /// This node's files there as far as it knows, and their size in bytes.
    package var ownFiles: Int
    package var ownBytes: Int
    /// The number of deltas received through it since the node started.
    package var taken: Int
    /// People unknown here whose files were ignored.
    package var strangers: [PersonID]

    /// Creates a value from all fields, in declaration order.
    package init(
        number: Int, path: String, addressees: [Addressee], scan: FolderScan, ownFiles: Int,
        ownBytes: Int, taken: Int, strangers: [PersonID]
    ) {
        self.number = number
        self.path = path
        self.addressees = addressees
        self.scan = scan
        self.ownFiles = ownFiles
        self.ownBytes = ownBytes
        self.taken = taken
        self.strangers = strangers
    }
}

/// The result of a scan of a carried directory.
package struct FolderScan: Equatable, Sendable {
    /// The state of the folder: usable or not, and why.
    package var state: State
    /// The system's error message, if any; else empty.
    package var why: String
    /// The number of segment files, including this node's.
    package var files: Int
    /// The number of files that are truncated or were changed on the way; they are read again once they change.
    package var torn: Int
    /// The number of other files, which are left alone.
    package var foreign: Int

    /// Creates a value from all fields, in declaration order.
    package init(
        _ state: State, why: String = "", files: Int = 0, torn: Int = 0, foreign: Int = 0
    ) {
        self.state = state
        self.why = why
        self.files = files
        self.torn = torn
        self.foreign = foreign
    }

    /// The raw value is part of the API.
    package enum State: String, CaseIterable, Sendable {
        /// It has not been scanned yet.
        case looking
        /// It is read and written.
        case working
        /// There is no such directory: the stick is unplugged.
        case missing
        /// The directory exists but lacks the marker file: the stick may be unplugged, and this its empty mount point.
        case unmarked
        /// It cannot be read.
        case unreadable
        /// It can be read, but not written.
        case unwritable
        /// There are too many files in it.
        case crowded
    }
}
