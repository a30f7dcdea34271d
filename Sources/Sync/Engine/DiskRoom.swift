import Domain
import Store
import Wire

// When the disk has little room left nothing of others is taken in; what its person writes still is, and
// what is dead goes on being dropped, which may make room.
extension Engine {
    /// Ends every link once there is no room, and calls again once there is.
    func take(isRoom: Bool) {
        guard isRoom != hasRoom else { return }
        hasRoom = isRoom
        guard !isRoom else {
            // Files that were put off are read again.
            for place in folders.indices {
                folders[place].experience = store.experience &- 1
            }
            return
        }
        for session in sessions where session.isAlive { end(session, .readOnly) }
    }

    /// What who asks for something of others to be taken in is told while there is no room; nil if there is.
    var roomProblem: Problem? {
        guard !hasRoom else { return nil }
        return Problem(
            .readOnly, "the disk has too little room left to take in what others made",
            fix: "make room, then it goes on by itself; weft doctor says how much there is")
    }
}
