import CRDT
import Domain
import Primitives
import Wire

// Own things of which only a copy is left, because home was lost with a device: friends bring the
// copies back. As long as home is not here they are shown, and cannot be changed.
extension Store {
    /// Whether what an operation of an own copy concerns is at home here; else takes note that
    /// there are such copies.
    func isAtHome(_ operation: Operation) throws(StorageError) -> Bool {
        guard let id = operation.copied else { return true }
        if try home(of: id) != nil { return true }
        if try setting(Self.copiesSetting) == nil { try set(Self.copiesSetting, to: [1]) }
        memory.hasOwnCopies = true
        try noteHomeless()
        return false
    }

    /// Home has come: the copies of it go.
    func dropCopies(of id: ObjectID) throws(StorageError) {
        if memory.hasOwnCopies == nil {
            memory.hasOwnCopies = try setting(Self.copiesSetting) != nil
        }
        guard memory.hasOwnCopies == true else { return }
        for place in try ownPlaces() where place != .private {
            try erase(id, author: try me, in: place)
        }
    }

    /// What is at home here counts no more: its copies show where they count still, as they do at a
    /// device that never had the thing itself.
    func showCopies(of ids: [ObjectID]) throws(StorageError) {
        let author = try me
        let keys = Set(ids.map { ObjectKey(author: author, id: $0) })
        for kind in [AudienceKind.friends, .public] {
            try refold(keys, in: try audience(kind, of: owner.person))
        }
        for audience in try groupsHeld() { try refold(keys, in: audience) }
    }

    // Where own things may stand: at home, and where copies of them may have been placed.
    private func ownPlaces() throws(StorageError) -> [Place] {
        try AudienceKind.own.map { Place($0) } + groupsHeld().map(\.place)
    }

    // Every group and direct audience, by row: also those that are this person's no more. What lies
    // there does not show, and is known as if it had just come.
    private func groupsHeld() throws(StorageError) -> [AudienceRecord] {
        try audiences().filter(\.kind.hasID)
    }

    private static let copiesSetting = "own copies"
}
