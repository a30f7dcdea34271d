import Primitives

@testable import Store

/// A database with all tables and no rows, as left by a start that was killed before it wrote anything. Creating the
/// tables costs as much as everything else that a node does in half a minute of a brief world; longer worlds create
/// them.
enum EmptyReplica {
    /// The same in every process: SQLite's own random values are in its logs alone.
    static let files: [(name: String, bytes: [UInt8])] = {
        let disk = SimulatedDisk(dice: Dice(seed: 0))
        do throws(StorageError) {
            try Database(path: disk.path()).close()
        } catch {
            preconditionFailure("an empty database can be made: \(error)")
        }
        return disk.files
    }()
}
