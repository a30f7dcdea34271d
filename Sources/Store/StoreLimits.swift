import Domain

/// How much the store does in one go, and keeps at hand. Nodes agree whatever these are: with any of
/// them small the same happens, in more steps; the simulator draws some next to nothing.
package struct StoreLimits: Equatable, Sendable {
    /// Objects of one slice of a long command: about 10 ms.
    package var workRows = 200
    /// Garments of one slice of what they are worth together: about 10 ms.
    package var countedRows = 1_000
    /// Rows of what was said that one page of it passes over: about 20 ms.
    package var saidRows = 20_000
    /// Deltas of one slice of an undo: each holds a hundred operations.
    package var workDeltas = 2
    /// Things in the trash that one slice looks at: each is unpacked, about 10 ms.
    package var trashPerSlice = 200
    /// Withdrawn copies of one slice of what may be declared dead, and deltas in which they stand: each
    /// may have a hundred other things that have to be looked at as well.
    package var endingsPerSlice = 200
    package var endedDeltasPerSlice = 16
    /// Operations of one slice of dropping what is dead: about 10 ms.
    package var erasingEffort = 3_000
    /// Objects folded again in one of its turns.
    package var erasedObjectsPerSlice = 100
    /// Deltas dropped in one of its turns.
    package var erasedRowsPerSlice = 200
    /// Deltas, and objects they touch, that are dropped together.
    package var erasingRowsMax = 2_000
    package var erasingTouchedMax = 5_000
    /// Pages of the index of words that one slice merges.
    package var pagesPerSlice = 100
    /// Ranges of one checkpoint, 70 bytes each: with what was seen 26 KiB of the 32 that a proof
    /// carries. At least two.
    package var rangesMax = 256
    /// Things that one slice sums up for what audiences show: each is unpacked, about 10 ms.
    package var shownPerSlice = 400
    /// Objects that one slice compares with their copies; what that costs is judged as well.
    package var copiesPerSlice = 200
    /// Deltas that such a slice keeps at hand.
    package var copyDeltasAtHand = 16
    /// Devices, and names of tags, that are kept at hand.
    package var devicesAtHand = 1_000
    package var tagsAtHand = 20_000

    /// Pieces of a file that are rows, from its first on: a small one is all rows, and one transaction has
    /// all of it. What is behind them lies in a file of its own.
    package var rowPieces = 8

    /// Bytes that one other person may write in one audience, as long as nothing else is set.
    package var authorBytes = Limits.authorBytesUsual

    /// Devices of one person that are let in because he certifies them; nobody has so many.
    package var devicesPerPerson = 256

    /// The product's.
    package static let standard = StoreLimits()

    package init() {}
}
