import CRDT
import Domain
import Primitives
import Wire

// Own things of which only a copy is left, because home was lost with a device and friends bring the
// copies back. As long as home is not here they are shown and cannot be changed.
extension Store {
    /// Whether the object of an operation on an own copy is at home here. If not, records that there are
    /// such copies.
    func isAtHome(_ operation: Operation) throws(StorageError) -> Bool {
        guard let id = operation.copied else { return true }
        if try home(of: id) != nil { return true }
        if try setting(Self.copiesSetting) == nil { try set(Self.copiesSetting, to: [1]) }
        memory.hasOwnCopies = true
        try noteHomeless()
        return false
    }

    /// Deletes the copies of an object whose home has arrived.
    func dropCopies(of id: ObjectID) throws(StorageError) {
        if memory.hasOwnCopies == nil {
            memory.hasOwnCopies = try setting(Self.copiesSetting) != nil
        }
        guard memory.hasOwnCopies == true else { return }
        for place in try ownPlaces() where place != .private {
            try erase(id, author: try me, in: place)
        }
    }

    /// Shows copies again whose home has become void here, where they still count, as on a device that
    /// never had the home object.
    func showCopies(of ids: [ObjectID]) throws(StorageError) {
        let author = try me
        let keys = Set(ids.map { ObjectKey(author: author, id: $0) })
        for kind in [AudienceKind.friends, .public] {
            try refold(keys, in: try audience(kind, of: owner.person))
        }
        for audience in try groupsHeld() { try refold(keys, in: audience) }
    }

    // Returns the places where own things may be: at home, and where copies of them may have been placed.
    private func ownPlaces() throws(StorageError) -> [Place] {
        try AudienceKind.own.map { Place($0) } + groupsHeld().map(\.place)
    }

    // Returns every group and direct audience, by row, including those that this person has left. Their
    // objects do not show, and are known as if they had just arrived.
    private func groupsHeld() throws(StorageError) -> [AudienceRecord] {
        try audiences().filter(\.kind.hasID)
    }

    private static let copiesSetting = "own copies"
}
