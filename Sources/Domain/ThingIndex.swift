package import CRDT

/// The order of everything that matches a search, without what is in it: enough to know how long a list is, and to ask for
/// the part of it that is in view.
package struct ThingIndex: Equatable, Sendable {
    /// In the order of the list; at most `Limits.indexMax`.
    package let entries: [Entry]
    /// The number of matching things; larger than the number of entries if they are too many.
    package let total: Int

    /// All fields, as above.
    package init(_ entries: [Entry], total: Int) {
        self.entries = entries
        self.total = total
    }

    /// One thing.
    package struct Entry: Equatable, Sendable {
        package let id: ObjectID
        package let size: TileSize
        /// It has a picture, so that its tile is taller.
        package let hasPicture: Bool

        /// All fields, as above.
        package init(_ id: ObjectID, _ size: TileSize, hasPicture: Bool) {
            self.id = id
            self.size = size
            self.hasPicture = hasPicture
        }
    }
}
