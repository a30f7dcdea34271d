import Primitives
import Store
import Sync

/// The limits of all nodes of a world, some of them tiny, so that code for long, full or excessive input runs in every
/// world and not only where thousands of things come together.
struct SmallLimits {
    /// The number they were drawn by: 0 to `numberMax`.
    let number: UInt64
    private(set) var sync = SyncLimits.standard
    private(set) var store = StoreLimits.standard

    static let numberMax: UInt64 = 999_999

    /// Draws the limits, the same for the same number; each is the product's with an even chance.
    init(drawnBy number: UInt64) {
        self.number = number
        var dice = Dice(seed: number)
        func shrink(_ limit: inout Int, _ least: Int, _ more: Int) {
            let drawn = least + dice.roll(below: more)
            if dice.roll(below: 2) == 0 { limit = drawn }
        }
        shrink(&sync.unprovenMax, 2, 3)
        shrink(&sync.unprovenPerAddressMax, 1, 2)
        shrink(&sync.creditBytes, 1, 64 * 1024)
        // A larger step would never be given back: see `SyncLimits`.
        let step = 1 + dice.roll(below: sync.creditBytes)
        sync.creditStepBytes = min(sync.creditStepBytes, step)
        shrink(&sync.runBytesWanted, 512, 4096)
        shrink(&sync.stepBytes, 1, 4096)
        shrink(&sync.endedShownMax, 0, 3)
        shrink(&sync.friendRequestsMax, 1, 2)
        shrink(&sync.noticesMax, 0, 3)
        shrink(&sync.indexRows, 1, 3)
        shrink(&store.workRows, 1, 4)
        shrink(&store.workDeltas, 1, 1)
        shrink(&store.trashPerSlice, 1, 3)
        shrink(&store.endingsPerSlice, 1, 3)
        shrink(&store.endedDeltasPerSlice, 1, 2)
        shrink(&store.erasingEffort, 1, 20)
        shrink(&store.erasedObjectsPerSlice, 1, 2)
        shrink(&store.erasedRowsPerSlice, 1, 3)
        shrink(&store.erasingRowsMax, 1, 3)
        shrink(&store.erasingTouchedMax, 1, 3)
        shrink(&store.pagesPerSlice, 1, 2)
        shrink(&store.rangesMax, 2, 3)
        shrink(&store.copiesPerSlice, 1, 3)
        shrink(&store.copyDeltasAtHand, 1, 1)
        shrink(&store.devicesAtHand, 1, 2)
        shrink(&store.tagsAtHand, 1, 2)
        shrink(&sync.strangersMax, 1, 3)
        shrink(&sync.strangersPerAddressMax, 1, 2)
        shrink(&store.rowPieces, 0, 3)
        shrink(&sync.unprovenMetMax, 1, 2)
        shrink(&sync.friendRequestsPerAddressMax, 1, 2)
        shrink(&store.authorBytes, 4096, 128 * 1024)
    }
}
