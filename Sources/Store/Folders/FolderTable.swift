import CRDT
package import Domain
import Primitives

// The directories used as folders and their addressees. This is local to the device.
extension Store {
    /// A directory that is used as a folder.
    package struct FolderRecord: Equatable, Sendable {
        /// The row of `folders`.
        package let number: Int64
        /// The absolute path.
        package let path: String
        /// The people for whose devices segments are written; at least one.
        package let addressees: [Addressee]
        /// Whether the mark file was written.
        package let isMarked: Bool
        /// A person for whom nothing is written, because they store the segments themselves.
        var spared: PersonID?
    }

    /// Returns all folders, oldest first.
    package func folders() throws(StorageError) -> [FolderRecord] {
        try database.rows(
            """
            SELECT id, path, whom, marked FROM folders
            WHERE id NOT IN (SELECT folder FROM mailboxes) ORDER BY id
            """
        ) { (row) throws(StorageError) in
            FolderRecord(
                number: row.integer(0), path: row.text(1),
                addressees: row.text(2).split(separator: "\n").compactMap {
                    Addressee(name: String($0))
                }, isMarked: row.integer(3) != 0)
        }
    }

    /// Begins to write segments for these addressees; replaces the addressees of a known folder.
    ///
    /// - Returns: the row of the folder, or why it was refused.
    package func addFolder(
        _ path: String, for addressees: [Addressee]
    ) throws(StorageError) -> Result<Int64, Problem> {
        for addressee in addressees {
            if case .failure(let problem) = try destinations(of: addressee) {
                return .failure(problem)
            }
        }
        let known = try folders()
        guard known.count < Self.foldersMax || known.contains(where: { $0.path == path }) else {
            return .failure(
                Problem(
                    .tooMany, "a node can have at most \(Self.foldersMax) folders",
                    fix: "weft folder rm DIR"))
        }
        let whom = addressees.map(\.name).joined(separator: "\n")
        try database.run(
            """
            INSERT INTO folders (path, whom, marked) VALUES (?1, ?2, 0)
            ON CONFLICT (path) DO UPDATE SET whom = ?2, marked = 0
            """, .text(path), .text(whom))
        let number = try database.row(
            "SELECT id FROM folders WHERE path = ? ORDER BY id", [.text(path)]
        ) { $0.integer(0) }
        guard let number else { throw .corrupt }
        return .success(number)
    }

    /// Records that the mark file was written.
    package func markFolder(_ number: Int64) throws(StorageError) {
        try database.run("UPDATE folders SET marked = 1 WHERE id = ?", .integer(number))
    }

    /// Stops using a folder.
    ///
    /// - Returns: the names of the files that this device wrote there.
    package func removeFolder(_ number: Int64) throws(StorageError) -> [String] {
        let segments = try carriedSegments(in: number)
        for segment in segments { try forget(segment) }
        try database.run("DELETE FROM folders WHERE id = ?", .integer(number))
        return segments.map(\.name)
    }

    /// Each folder is examined every two seconds, so their number is limited.
    static let foldersMax = 16
}

extension Store {
    /// The number of rows changed by all statements since the database was opened. While it is the same, no table has
    /// changed.
    package var changesSoFar: Int64 { database.totalChanges }
}
