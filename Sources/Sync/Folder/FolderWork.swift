import CRDT
package import Domain
import Primitives
import Store

/// A directory that the shell looks into, and whether it has put its mark there.
package struct FolderPlace: Equatable, Sendable {
    /// By which both name it.
    package let number: Int64
    /// Absolute.
    package let path: String
    /// The mark is there, or the directory is not what it was.
    package let isMarked: Bool
}

/// What the shell does in one of them; the answer to the news before.
package enum FolderDeed: Equatable, Sendable {
    /// Go on with what others have put there.
    case readOn(FolderVerdict)
    /// Put this there, under this name.
    case put(name: String, [UInt8])
    /// These files may go.
    case remove(names: [String])
    /// Nothing more until the next look. Files that were put off are read again in it, if something has
    /// come that may explain them.
    case rest(readsAgain: Bool)
    /// These files may go, and nobody looks there any more.
    case leave(names: [String])
}

/// What a segment of somebody else's was to this node.
package enum FolderVerdict: Equatable, Sendable {
    /// It was taken in, or is for others: the file need not be read again until it changes.
    case done
    /// It is not as it was written.
    case damaged
    /// It cannot be taken in yet.
    case later
}

/// What was found there, or what came of a deed; each is answered by one deed.
package enum FolderNews: Equatable, Sendable {
    /// The mark was put there, for the first time.
    case marked
    /// A segment of a file that is new or has changed.
    case segment([UInt8])
    /// All such files were read: these are there, and it fares so.
    case looked(names: [String], FolderFare)
    /// It was put there, or taken away.
    case written
    /// It was not: the system's reason.
    case failed(String)
}

/// A folder as the engine sees it between two steps.
struct FolderWork {
    let place: FolderPlace
    let addressees: [Addressee]
    var fare = FolderFare(.looking)
    /// Of what a warning stands; nil if it fares well.
    var warning: FolderFare.State?
    /// What is being taken in or put there.
    var task: Task?
    /// Deltas that came by it.
    var taken = 0
    var strangers: [PersonID] = []
    /// The tables, and the files, as of the last plan: as long as both are the same, so is it.
    var planned: (changes: Int64, names: [String])?
    /// How often in a row own files were missing, and until when nothing is put there because of that.
    var losses = 0
    var restsUntil = Instant(nanoseconds: 0)
    /// The store's experience when the shell was told to read again what it had put off.
    var experience: UInt64 = 0

    enum Task {
        case unpacking(Unpacking)
        case packing(FolderPacking)
    }
}

/// What is being put into a folder.
struct FolderPacking {
    var packing: Packing
    let leaving: [Int64]
    /// The shell has done what it was asked.
    var isReady = true
    /// All of it is there, and what nobody needs is being taken away.
    var isRemoving = false
}
