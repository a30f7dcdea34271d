import Domain
import Store
import Wire

// When the disk is nearly full, data of others is not accepted. What the user writes still is, and dead data
// continues to be erased, which may make room.
extension Engine {
    /// Ends every link once there is no room, and allows them again once there is.
    func take(isRoom: Bool) {
        guard isRoom != hasRoom else { return }
        hasRoom = isRoom
        guard !isRoom else {
            // Read again the files that were put off.
            for place in folders.indices {
                folders[place].experience = store.experience &- 1
            }
            return
        }
        for session in sessions where session.isAlive { end(session, .readOnly) }
    }

    /// The rejection of requests to accept data of others while there is no room; nil if there is room.
    var roomProblem: Problem? {
        guard !hasRoom else { return nil }
        return Problem(
            .readOnly, "the disk is too full to accept changes from others",
            fix: "free some space; it then continues by itself; weft doctor shows what is free")
    }
}
