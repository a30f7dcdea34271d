import CRDT
package import Domain
import Primitives
import Store

/// A directory that the shell watches, and whether it already holds the folder's mark.
package struct FolderPlace: Equatable, Sendable {
    /// The number by which engine and shell refer to it.
    package let number: Int64
    /// An absolute path.
    package let path: String
    /// Whether the mark was put there; if it is missing then, the directory is not what it was.
    package let isMarked: Bool
}

/// An operation that the shell performs in a folder, in reply to the previous news.
package enum FolderDeed: Equatable, Sendable {
    /// Go on reading segments of others.
    case readOn(FolderVerdict)
    /// Write these bytes to a file with this name.
    case put(name: String, [UInt8])
    /// Delete these files.
    case remove(names: [String])
    /// Do nothing until the next look. That look also reads files again that were put off, if something has
    /// come that may explain them.
    case rest(readsAgain: Bool)
    /// Delete these files, and stop watching the folder.
    case leave(names: [String])
}

/// What became of a segment from another node.
package enum FolderVerdict: Equatable, Sendable {
    /// It was applied, or is for others; the file need not be read again until it changes.
    case done
    /// Its bytes are not what was written.
    case damaged
    /// It cannot be applied yet.
    case later
}

/// What was found in a folder, or the result of an operation; each is answered by one operation.
package enum FolderNews: Equatable, Sendable {
    /// The mark was put there, for the first time.
    case marked
    /// A segment of a file that is new or has changed.
    case segment([UInt8])
    /// All such files were read. Carries the names of the files there, and the folder's status.
    case looked(names: [String], FolderScan)
    /// The files were written or deleted.
    case written
    /// The operation failed, for the system's reason.
    case failed(String)
}

/// The engine's state of a folder, between two steps.
struct FolderWork {
    let place: FolderPlace
    let addressees: [Addressee]
    var scan = FolderScan(.looking)
    /// The state of which a warning stands; nil if there is none.
    var warning: FolderScan.State?
    /// What is being applied or written.
    var task: Task?
    /// The number of deltas that came by the folder.
    var taken = 0
    var strangers: [PersonID] = []
    /// The store's change count and the file names at the last plan. While both stay the same, so does the
    /// plan.
    var planned: (changes: Int64, names: [String])?
    /// How often in a row own files were missing, and until when nothing is written because of that.
    var losses = 0
    var restsUntil = Instant(nanoseconds: 0)
    /// The store's experience count when the shell was last told to read put-off files again.
    var experience: UInt64 = 0

    enum Task {
        case unpacking(Unpacking)
        case packing(FolderPacking)
    }
}

/// The segments being written to a folder.
struct FolderPacking {
    var packing: Packing
    let leaving: [Int64]
    /// Whether the shell has completed the last operation.
    var isReady = true
    /// Whether everything is written and unneeded files are being deleted.
    var isRemoving = false
}
