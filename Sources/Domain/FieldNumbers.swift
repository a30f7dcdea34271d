package import CRDT

/// The numbers of kinds and fields in the wire format. They are frozen: a number is never reused.
package enum Schema {
    /// The fields that a thing of any kind has (`Kind`). Its details follow from 8 on.
    package enum Thing {
        package static let url = Field(1)
        package static let title = Field(2)
        package static let note = Field(3)
        /// The time it was saved, as a `Moment`; omitted if that is its creation.
        package static let added = Field(4)
        /// The names as written; they are folded only for comparison.
        package static let tags = Field(5)
        /// One byte, see `TileSize`; omitted if medium.
        package static let size = Field(6)
        /// `[1]` if still to be read; per person, never copied.
        package static let unread = Field(7)
        /// `[1]` if it was rewritten while in the trash because a device unaware of the removal had changed it; valid
        /// as long as it is later than the deletion, and never copied.
        package static let changedAfterRemoval = Field(15)
    }

    /// A collection, whose members are given by a query or added by hand in an order.
    package enum Collection {
        package static let kind: UInt8 = 2
        package static let name = Field(1)
        package static let description = Field(2)
        /// The query; absent in a manual collection.
        package static let query = Field(3)
        /// Each element is author 32, object 16, then a position by `FractionalIndex`.
        package static let members = Field(5)
    }

    /// A live share: things that come to match the query are placed in the audience.
    package enum LiveShare {
        package static let kind: UInt8 = 3
        package static let query = Field(1)
        /// One byte, see `AudienceKind`; from 4 on followed by the audience's id.
        package static let audience = Field(2)
    }

    /// A person whom this person added.
    package enum Contact {
        package static let kind: UInt8 = 4
        /// 32 bytes.
        package static let person = Field(1)
        package static let petName = Field(2)
        /// The text of the ticket they were added by.
        package static let ticket = Field(3)
        /// `[1]` if they are blocked: they are no friend, and may not ask to be one.
        package static let blocked = Field(4)
    }

    /// A person's name for one of their devices.
    package enum Device {
        package static let kind: UInt8 = 5
        /// The signing key, 32 bytes.
        package static let device = Field(1)
        package static let name = Field(2)
    }

    /// A group this person is in, or was in; at home in `private`.
    package enum Membership {
        package static let kind: UInt8 = 6
        /// The audience's kind and id, 33 bytes.
        package static let audience = Field(1)
        /// The person who created it, 32 bytes.
        package static let founder = Field(2)
        /// This person's name for it.
        package static let name = Field(3)
        /// The text of the invitation while its secret is needed; then empty.
        package static let invitation = Field(4)
        /// If this person left or was refused, the encoding of ``Leaving``; else empty.
        package static let left = Field(6)
    }

    /// The card of a group's member, written in the group by the person who admitted them.
    package enum Member {
        package static let kind: UInt8 = 7
        /// 32 bytes.
        package static let person = Field(1)
        /// The member's name for themselves.
        package static let name = Field(2)
        /// The addresses of their devices when they joined, each `host:port`.
        package static let addresses = Field(5)
    }

    /// The dissolution of a group, effective for all members if its head wrote it.
    package enum Closing {
        package static let kind: UInt8 = 8
        /// `[1]`.
        package static let closed = Field(1)
    }

    /// The description of a group, at home there. Of several, the one with the lowest id is used.
    package enum GroupDescription {
        package static let kind: UInt8 = 22
        package static let text = Field(2)
    }

    /// A person's reaction to a thing. Field 1, which is an address elsewhere, is left unused.
    package enum Reaction {
        package static let kind: UInt8 = 9
        /// A reference, 16 bytes, which reveals nothing to those who do not have the thing.
        package static let target = Field(2)
        /// 8 bytes, see Wire's `Saying`.
        package static let value = Field(3)
        /// Like `value`, in a separate object: this person publicly follows the thing.
        package static let following = Field(4)
    }

    /// A person's comment on a thing.
    package enum Comment {
        package static let kind: UInt8 = 10
        /// A reference, as in a reaction.
        package static let target = Field(2)
        /// Sealed for those who have the thing, see Wire's `Saying`.
        package static let text = Field(3)
        /// A reference to the comment it replies to, 16 bytes; omitted if there is none.
        package static let parent = Field(4)
    }

    /// A report about a thing, for those who can act on it.
    package enum Report {
        package static let kind: UInt8 = 19
        /// Sealed for their devices and those of the reporter, see Wire's `DeviceSeal`.
        package static let sealed = Field(2)
    }

    /// The kinds of statements about a thing, ascending: a role that only permits reactions permits these kinds alone.
    /// A version that adds a kind validates deltas differently from earlier ones, and folds again what they left out
    /// (`Store.learnReactions`).
    package static let reactions = [Reaction.kind, Comment.kind, Report.kind]

    /// Whether objects of a kind are statements about a thing.
    package static func isReaction(_ kind: UInt8) -> Bool { reactions.contains(kind) }

    /// Whether objects of a kind are readable by everyone who has the thing, and counted.
    package static func isSaying(_ kind: UInt8) -> Bool {
        kind == Reaction.kind || kind == Comment.kind
    }

    /// A rule that adds tags to new things; at home in `private`.
    package enum TagRule {
        package static let kind: UInt8 = 14
        /// The search that a thing must match, as spelled by `SearchQuery`.
        package static let query = Field(1)
        /// The tags as written.
        package static let tags = Field(5)
    }

    /// Whether objects of a kind concern people's identity, or who may see what.
    package static func concernsPeople(_ kind: UInt8) -> Bool {
        switch kind {
        case Contact.kind, Membership.kind, Member.kind, Closing.kind: return true
        default: return false
        }
    }

    /// Whether a field is personal, and never part of a copy. This follows from the number alone, so that a device that
    /// does not know a kind copies none of its personal fields either: registers whose number is 7 modulo 8, and the
    /// last set.
    package static func isPersonal(_ field: Field) -> Bool {
        field.number % 8 == 7 || field.number == 61
    }
}
