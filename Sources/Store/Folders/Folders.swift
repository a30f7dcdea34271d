import CRDT
package import Domain
import Primitives

// Directories that something else carries: which, and for whom. For this device alone.
extension Store {
    /// One of them.
    package struct FolderRecord: Equatable, Sendable {
        /// Its row.
        package let number: Int64
        /// Absolute.
        package let path: String
        /// For whom something is put there; at least one.
        package let addressees: [Addressee]
        /// The mark was put there.
        package let isMarked: Bool
        /// Nothing is put there for him: he has it anyway.
        var spared: PersonID?
    }

    /// All of them, oldest first.
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

    /// Puts something there for these people, from now on; of one that is known, for these alone.
    ///
    /// - Returns: its row, or why not.
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
                    .tooMany, "a node has at most \(Self.foldersMax) folders",
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

    /// The mark is there.
    package func markFolder(_ number: Int64) throws(StorageError) {
        try database.run("UPDATE folders SET marked = 1 WHERE id = ?", .integer(number))
    }

    /// Has no more to do with it.
    ///
    /// - Returns: the names of the files that were put there.
    package func removeFolder(_ number: Int64) throws(StorageError) -> [String] {
        let segments = try carriedSegments(in: number)
        for segment in segments { try forget(segment) }
        try database.run("DELETE FROM folders WHERE id = ?", .integer(number))
        return segments.map(\.name)
    }

    /// A look at each every two seconds.
    static let foldersMax = 16
}

extension Store {
    /// Rows that all statements have changed since the database was opened: as long as it is the same,
    /// so is every table.
    package var changesSoFar: Int64 { database.totalChanges }
}
