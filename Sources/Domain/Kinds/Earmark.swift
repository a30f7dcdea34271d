package import CRDT
import Primitives

extension Schema {
    /// What a person notes for himself of a thing that is not his alone: a friend's, or one at home in a
    /// group. At home in `private`, and never copied; what anybody writes elsewhere means nothing.
    package enum Earmark {
        package static let kind: UInt8 = 21
        /// Author 32, object 16: only own devices read it, so that it names the thing plainly.
        package static let thing = Field(1)
        /// `[1]` if still to be read, empty if not.
        package static let unread = Field(7)
    }
}

/// What an earmark says.
package struct Earmark: Equatable, Sendable {
    /// Whose thing it is of.
    package let author: PersonID
    /// Its id under that author.
    package let thing: ObjectID
    /// It is still to be read.
    package let isUnread: Bool

    /// `author`'s thing is to be read, or not any more.
    package init(author: PersonID, thing: ObjectID, isUnread: Bool) {
        self.author = author
        self.thing = thing
        self.isUnread = isUnread
    }

    /// What two values of its fields say; nil if they are none: another version may write what this one
    /// does not understand.
    package init?(thing: [UInt8], unread: [UInt8]) {
        guard thing.count == 48, let author = Bytes32(Array(thing[..<32])),
            let id = Bytes16(Array(thing[32...])), unread.isEmpty || unread == [1]
        else { return nil }
        self.init(author: PersonID(author), thing: ObjectID(id), isUnread: !unread.isEmpty)
    }

    /// The values of its fields; the other way round of `init(thing:unread:)`.
    package var values: [FieldValue] {
        [
            FieldValue(Schema.Earmark.thing, author.key.bytes + thing.bytes.bytes),
            FieldValue(Schema.Earmark.unread, isUnread ? [1] : []),
        ]
    }
}
