package import CRDT
import Primitives

extension Schema {
    /// The object for a person's note on a thing that is not theirs alone: a friend's, or one at home in a group. It is
    /// at home in `private` and never copied; it is ignored in any other audience.
    package enum PrivateNote {
        package static let kind: UInt8 = 21
        /// Author 32, object 16 bytes, in plain text: only own devices read it.
        package static let thing = Field(1)
        /// `[1]` if still to be read, empty if not.
        package static let unread = Field(7)
    }
}

/// The content of a private note.
package struct PrivateNote: Equatable, Sendable {
    /// The author of the thing.
    package let author: PersonID
    /// The id under that author.
    package let thing: ObjectID
    /// Whether it is still to be read.
    package let isUnread: Bool

    /// Creates the private note of the thing with this author and id.
    package init(author: PersonID, thing: ObjectID, isUnread: Bool) {
        self.author = author
        self.thing = thing
        self.isUnread = isUnread
    }

    /// Parses two field values; nil if they are invalid, as another version may write values that this one does not
    /// know.
    package init?(thing: [UInt8], unread: [UInt8]) {
        guard thing.count == 48, let author = Bytes32(Array(thing[..<32])),
            let id = Bytes16(Array(thing[32...])), unread.isEmpty || unread == [1]
        else { return nil }
        self.init(author: PersonID(author), thing: ObjectID(id), isUnread: !unread.isEmpty)
    }

    /// The field values; the inverse of `init(thing:unread:)`.
    package var values: [FieldValue] {
        [
            FieldValue(Schema.PrivateNote.thing, author.key.bytes + thing.bytes.bytes),
            FieldValue(Schema.PrivateNote.unread, isUnread ? [1] : []),
        ]
    }
}
