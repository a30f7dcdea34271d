package import CRDT

/// The numbers of kinds and fields as they stand on the wire. Frozen: a number is never reused.
package enum Schema {
    /// What a thing of any kind has (`Kind`). Details follow from 8 on.
    package enum Thing {
        package static let url = Field(1)
        package static let title = Field(2)
        package static let note = Field(3)
        /// `Moment` of when it was saved; left out if that is the creation itself.
        package static let added = Field(4)
        /// Names as they were written; folded only for comparing.
        package static let tags = Field(5)
        /// One byte, see `TileSize`; left out if medium.
        package static let size = Field(6)
        /// `[1]` if still to be read; each person's own, never copied.
        package static let unread = Field(7)
        /// `[1]` if it was made again in the trash, because it had been changed by a device that had not heard of
        /// its removal; counts as long as it is later than the deletion, and is never copied.
        package static let changedAfterRemoval = Field(15)
    }

    /// Members by a query, or by hand in an order.
    package enum Collection {
        package static let kind: UInt8 = 2
        package static let name = Field(1)
        package static let description = Field(2)
        /// The query; absent if members are put in by hand.
        package static let query = Field(3)
        /// Each: author 32, object 16, then a place by `FractionalIndex`.
        package static let members = Field(5)
    }

    /// A live share: what comes to match the query is placed in the audience.
    package enum LiveShare {
        package static let kind: UInt8 = 3
        package static let query = Field(1)
        /// One byte, see `AudienceKind`; from 4 on the audience's id follows.
        package static let audience = Field(2)
    }

    /// Somebody this person added.
    package enum Contact {
        package static let kind: UInt8 = 4
        /// 32 bytes.
        package static let person = Field(1)
        package static let petName = Field(2)
        /// The text of the ticket by which he was added.
        package static let ticket = Field(3)
        /// `[1]` if he is kept away: no friend, and may not ask.
        package static let blocked = Field(4)
    }

    /// What a person calls one of his devices.
    package enum Device {
        package static let kind: UInt8 = 5
        /// 32 bytes: the signing key.
        package static let device = Field(1)
        package static let name = Field(2)
    }

    /// A group this person is in, or was; at home in `private`.
    package enum Membership {
        package static let kind: UInt8 = 6
        /// The audience's kind and id, 33 bytes.
        package static let audience = Field(1)
        /// 32 bytes: who made it.
        package static let founder = Field(2)
        /// What this person calls it.
        package static let name = Field(3)
        /// The text of the invitation, until its secret is not needed any more; then empty.
        package static let invitation = Field(4)
        /// If he left or was refused, as ``Leaving`` spells it; else empty.
        package static let left = Field(6)
    }

    /// Who a member of a group is: written there by whoever let him in.
    package enum Member {
        package static let kind: UInt8 = 7
        /// 32 bytes.
        package static let person = Field(1)
        /// As he calls himself.
        package static let name = Field(2)
        /// Where his devices were when he came, each `host:port`.
        package static let addresses = Field(5)
    }

    /// The end of a group, if its head made it; for all its members.
    package enum Closing {
        package static let kind: UInt8 = 8
        /// `[1]`.
        package static let closed = Field(1)
    }

    /// What a group is for; at home there. Of several that with the lowest id counts.
    package enum GroupDescription {
        package static let kind: UInt8 = 22
        package static let text = Field(2)
    }

    /// What a person thinks of a thing. Field 1, which is an address elsewhere, is left out.
    package enum Reaction {
        package static let kind: UInt8 = 9
        /// 16 bytes: a reference, which tells nothing to who does not have the thing.
        package static let target = Field(2)
        /// 8 bytes, see Wire's `Saying`.
        package static let value = Field(3)
        /// The same, in an object of its own: that this person follows the thing, and says so.
        package static let following = Field(4)
    }

    /// What a person said of a thing.
    package enum Comment {
        package static let kind: UInt8 = 10
        /// As of a reaction.
        package static let target = Field(2)
        /// Sealed for whoever has the thing, see Wire's `Saying`.
        package static let text = Field(3)
        /// 16 bytes: a reference to the comment that it answers; left out if it answers none.
        package static let parent = Field(4)
    }

    /// That something is wrong with a thing, told to those who can do something about it.
    package enum Report {
        package static let kind: UInt8 = 19
        /// Sealed for their devices and those of who reports, see Wire's `DeviceSeal`.
        package static let sealed = Field(2)
    }

    /// Kinds of what is said of a thing, rising: those whom a role only lets react make no others. A
    /// version that adds one judges deltas otherwise than those before it, and folds again what they
    /// left out (`Store.learnReactions`).
    package static let reactions = [Reaction.kind, Comment.kind, Report.kind]

    /// Whether objects of a kind are said of a thing.
    package static func isReaction(_ kind: UInt8) -> Bool { reactions.contains(kind) }

    /// Whether they are read by whoever has the thing, and counted.
    package static func isSaying(_ kind: UInt8) -> Bool {
        kind == Reaction.kind || kind == Comment.kind
    }

    /// A rule by which tags are put onto what is kept; at home in `private`.
    package enum TagRule {
        package static let kind: UInt8 = 14
        /// What it asks of a thing: a search, as `SearchQuery` spells it.
        package static let query = Field(1)
        /// The tags, as they were written.
        package static let tags = Field(5)
    }

    /// Whether objects of a kind say who somebody is, or who may see what.
    package static func concernsPeople(_ kind: UInt8) -> Bool {
        switch kind {
        case Contact.kind, Membership.kind, Member.kind, Closing.kind: return true
        default: return false
        }
    }

    /// Fields that are a person's own business: never part of a copy. The number alone says it, so
    /// that a device which does not know a kind copies nothing of it that is personal either:
    /// registers with 7 as the rest of a division by 8, and the last set.
    package static func isPersonal(_ field: Field) -> Bool {
        field.number % 8 == 7 || field.number == 61
    }
}
