import Domain

/// Limits on how much the store does in one step and holds in memory. Nodes converge whatever the values
/// are: small ones give the same results in more steps. The simulator draws some of them close to zero.
package struct StoreLimits: Equatable, Sendable {
    /// Objects of one slice of a long command: about 10 ms.
    package var workRows = 200
    /// Things brought home that are named after the delta that revoked their device; more are named after the own
    /// chain.
    package var broughtHomePerRevocation = 32_000
    /// Garments of one slice of adding up what garments are worth: about 10 ms.
    package var countedRows = 1_000
    /// Rows of reactions and comments that one page of them passes over: about 20 ms.
    package var saidRows = 20_000
    /// Deltas of one slice of an undo: each holds a hundred operations.
    package var workDeltas = 2
    /// Things in the trash that one slice examines: each is unpacked, about 10 ms.
    package var trashPerSlice = 200
    /// Withdrawn copies that one slice examines for what may be declared dead, and the deltas that hold
    /// them: each may hold a hundred other things that must be examined as well.
    package var endingsPerSlice = 200
    package var endedDeltasPerSlice = 16
    /// Operations of one slice of erasing dead deltas: about 10 ms.
    package var erasingEffort = 3_000
    /// Objects folded again in one slice of erasing.
    package var erasedObjectsPerSlice = 100
    /// Deltas deleted in one slice of erasing.
    package var erasedRowsPerSlice = 200
    /// Deltas, and objects they touch, that are erased together.
    package var erasingRowsMax = 2_000
    package var erasingTouchedMax = 5_000
    /// Pages of the full-text index that one slice merges.
    package var pagesPerSlice = 100
    /// Ranges of one checkpoint, 70 bytes each: together with its frontier 26 KiB of the 32 that a proof
    /// carries. At least two.
    package var rangesMax = 256
    /// Things that one slice adds to the digests of what audiences show: each is unpacked, about 10 ms.
    package var shownPerSlice = 400
    /// Objects that one slice compares with their copies; the effort is limited as well.
    package var copiesPerSlice = 200
    /// Deltas that such a slice caches.
    package var copyDeltasAtHand = 16
    /// Devices and tag names that are cached.
    package var devicesAtHand = 1_000
    package var tagsAtHand = 20_000

    /// Pieces of a file, from its first on, that are stored as rows: a small file consists of rows only,
    /// and one transaction holds all of it. The pieces after them are in a file beside the database.
    package var rowPieces = 8

    /// Bytes that one other person may write in one audience, unless set otherwise.
    package var authorBytes = Limits.authorBytesUsual

    /// Devices of one person that are accepted by that person's certificates; nobody has as many.
    package var devicesPerPerson = 256

    /// The limits of the product.
    package static let standard = StoreLimits()

    package init() {}
}
