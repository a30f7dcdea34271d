/// Checks that a disk holds a sound database, by SQLite's own check of every page, index and
/// reference.
enum Integrity {
    static let claim = "a database is whole"

    static func check(_ machine: SimulatedNode) throws(BrokenClaim) {
        try check(machine.disk, at: machine.place)
    }

    /// - Source: sqlite.org/pragma.html, `integrity_check` and `foreign_key_check`.
    static func check(_ disk: SimulatedDisk, at place: String) throws(BrokenClaim) {
        try check(Inspection(disk, at: place), at: place)
    }

    static func check(_ inspection: Inspection, at place: String) throws(BrokenClaim) {
        let found = try inspection.rows("PRAGMA integrity_check(1)")
        guard found == ["ok"] else {
            throw BrokenClaim(claim, "\(place): \(found.joined(separator: "; "))")
        }
        let dangling = try inspection.rows("PRAGMA foreign_key_check")
        guard dangling.isEmpty else {
            throw BrokenClaim(claim, "\(place): refers to nothing: \(dangling[0])")
        }
    }
}
