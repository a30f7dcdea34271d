package import CRDT

/// A directory that something else carries from machine to machine, and how it fares here.
package struct CarriedFolder: Equatable, Sendable {
    /// By which it is named; not given again while this replica lives.
    package var number: Int
    /// Absolute, as the node sees it.
    package var path: String
    /// For whom this node puts something there.
    package var addressees: [Addressee]
    /// As of the last look; before the first one `looking`.
    package var fare: FolderFare
    /// Files of this node that are there, as far as it knows, and bytes of them.
    package var ownFiles: Int
    package var ownBytes: Int
    /// Deltas that came by it since the node has started.
    package var taken: Int
    /// Whose files were not taken in, because he is nobody here.
    package var strangers: [PersonID]

    /// All fields, in the order above.
    package init(
        number: Int, path: String, addressees: [Addressee], fare: FolderFare, ownFiles: Int,
        ownBytes: Int, taken: Int, strangers: [PersonID]
    ) {
        self.number = number
        self.path = path
        self.addressees = addressees
        self.fare = fare
        self.ownFiles = ownFiles
        self.ownBytes = ownBytes
        self.taken = taken
        self.strangers = strangers
    }
}

/// What a look into a carried directory has shown.
package struct FolderFare: Equatable, Sendable {
    /// Whether it can be used.
    package var state: State
    /// The system's reason, where there is one; else empty.
    package var why: String
    /// Files of segments in it, own ones too.
    package var files: Int
    /// Those that are torn or were changed on their way: they wait until they change.
    package var torn: Int
    /// What else is in it, and left alone.
    package var foreign: Int

    /// All fields, in the order above.
    package init(
        _ state: State, why: String = "", files: Int = 0, torn: Int = 0, foreign: Int = 0
    ) {
        self.state = state
        self.why = why
        self.files = files
        self.torn = torn
        self.foreign = foreign
    }

    /// The raw value is what programs test.
    package enum State: String, CaseIterable, Sendable {
        /// It was not looked at yet.
        case looking
        /// It is read and written.
        case working
        /// There is no such directory: the stick is out.
        case missing
        /// The directory is there, and not what was put there: the stick may be out, and this the
        /// empty place where it belongs.
        case unmarked
        /// It cannot be read.
        case unreadable
        /// It cannot be written; it is read.
        case unwritable
        /// There are too many files in it.
        case crowded
    }
}
