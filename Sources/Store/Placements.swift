import CRDT
import Domain

// Placements in a group that is not known here yet: one device of a person placed a link there, and the
// membership that makes the group known is in the chain of another device, which arrives later.
extension Store {
    /// Records that an own link is or was placed in a group that is not known here.
    func awaitPlace(_ name: AudienceName, of object: Int64) throws(StorageError) {
        try database.run(
            "INSERT OR IGNORE INTO unplaced (audience, object) VALUES (?, ?)",
            .blob(name.bytes), .integer(object))
    }

    /// Applies the placements that waited for groups which are known now.
    func settlePlacements() throws(StorageError) {
        let names = try database.rows("SELECT DISTINCT audience FROM unplaced ORDER BY audience") {
            (row) throws(StorageError) in row.bytes(0)
        }
        for bytes in names {
            guard let name = AudienceName(bytes: bytes) else { throw .corrupt }
            guard try place(of: name) != nil else { continue }
            let objects = try database.rows(
                "SELECT object FROM unplaced WHERE audience = ? ORDER BY object", [.blob(bytes)]
            ) { (row) throws(StorageError) in row.integer(0) }
            try database.run("DELETE FROM unplaced WHERE audience = ?", .blob(bytes))
            for number in objects {
                guard let row = try object(row: number) else { continue }
                try savePlacements(number, row.state, was: row.state)
                // The device that made the group known has not changed the link.
                memory.touched.objects.append(
                    TouchedObject(row: number, change: .updated, writer: nil))
            }
        }
    }
}
