import Primitives

@testable import Store

/// A database with all tables and nothing in them, as a start finds it that was killed before it wrote
/// anything. To make the tables is as dear as everything else that a node does in half a minute of a
/// brief world; longer worlds make them.
enum EmptyReplica {
    /// The same in every process: what SQLite draws by itself lies in logs alone.
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
