import Domain
import Primitives

@testable import Store

/// Checks that unreferenced files are erased when their time is over, and nothing else is, on a copy of each replica on
/// which a hundred years pass.
enum ErasedFiles {
    static let claim = "what nothing refers to is erased, and nothing else"

    /// Changes the copy before it is checked; tests plant faults here.
    typealias Plant = (Store) throws(StorageError) -> Void

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.workload.hasPages else { return }
        let pages = cluster.photos.all.filter { $0.reference.type == .html }
            .map(\.reference.nameText)
        for machine in cluster.machines where cluster.isSound(machine) {
            let erased = try check(machine, at: cluster.now)
            if erased.contains(where: pages.contains) { cluster.reach(.erasedPage) }
        }
    }

    /// The days that pass: more than any clock that marked something was ever ahead.
    private static let days: UInt64 = 100 * 365

    /// - Returns: the names of the files erased on the copy.
    @discardableResult
    static func check(
        _ machine: SimulatedNode, at now: Instant, planting plant: Plant = { _ in }
    ) throws(BrokenClaim) -> [String] {
        let wall = machine.clock.reading(at: now)
        let later = WallTime(milliseconds: wall.milliseconds + days * 86_400_000)
        let shown = Set(try machine.shown(at: now).flatMap(names))
        let copy = SimulatedDisk(copyOf: machine.disk, dice: Dice(seed: 0))
        var found: String?
        var erased: [String] = []
        do throws(StorageError) {
            let store = try machine.open(copy, at: now)
            let before = try files(of: store)
            for time in [wall, later] { try sweep(store, at: time) }
            try store.transaction { () throws(StorageError) in try plant(store) }
            let after = try files(of: store)
            let whole = Set(after.filter(\.isWhole).map(\.name))
            let lost = before.first {
                $0.isWhole && shown.contains($0.name) && !whole.contains($0.name)
            }
            let left = after.first { !$0.isReferred }
            found =
                lost.map { "\($0.name) is gone, and something refers to it" }
                ?? left.map { "\($0.name) stays, and nothing refers to it" }
            let names = Set(after.map(\.name))
            erased = before.map(\.name).filter { !names.contains($0) }
            try store.close()
        } catch {
            throw BrokenClaim(claim, "\(machine.place): \(error)")
        }
        if let found { throw BrokenClaim(claim, "\(machine.place): \(found)") }
        return erased
    }

    // Runs as often as on a node that is always up.
    private static func sweep(_ store: Store, at wall: WallTime) throws(StorageError) {
        var isMore = true
        while isMore {
            isMore = try store.transaction { () throws(StorageError) in
                try store.sweepSomeBlobs(at: wall)
            }
        }
    }

    private static func names(in thing: Bookmark) -> [String] {
        let files = thing.files.compactMap { BlobReference($0) }
        return (files + files.compactMap(\.thumbnailReference)).map(\.nameText)
    }

    /// A file as a replica's tables have it.
    private struct File {
        let name: String
        /// Whether all of it is stored.
        let isWhole: Bool
        /// Whether anything names it, visible or not.
        let isReferred: Bool
    }

    private static func files(of store: Store) throws(StorageError) -> [File] {
        try store.transaction { () throws(StorageError) in
            try store.database.rows(
                """
                SELECT b.name, b.held * 32768 >= b.size,
                EXISTS (SELECT 1 FROM facets f WHERE f.folded = b.name)
                FROM blobs b WHERE b.name IS NOT NULL ORDER BY b.name, b.size
                """
            ) { (row) throws(StorageError) in
                File(
                    name: row.text(0), isWhole: row.integer(1) != 0,
                    isReferred: row.integer(2) != 0)
            }
        }
    }
}
