package import CRDT
package import Primitives

/// Something happened that an onlooker may want to hear of (`weft watch`, the event stream).
package enum Notice: Equatable, Sendable {
    /// A thing came to be, of one's own or somebody else's. Of this and the next three, `by` is who wrote
    /// it, who need not be whose it is; the last one of several.
    case created(ObjectID, title: String, by: Author)
    /// A thing changed.
    case updated(ObjectID, title: String, by: Author)
    /// A thing went to the trash or was withdrawn.
    case deleted(ObjectID, title: String, by: Author)
    /// So many things changed at once that only their number is told (more than 100 in a step).
    case changedMany(count: Int, by: Author)
    /// Somebody thinks this of a thing from now on, perhaps this person himself; nil: nothing any more.
    case reacted(ObjectID, title: String, Reaction?, by: Author)
    /// Somebody said something of a thing, perhaps this person himself; changing it later is told as a
    /// change of the thing.
    case commented(ObjectID, title: String, comment: ObjectID, String, by: Author)
    /// Somebody reported a thing to this person, nil if it is not here any more: with the report's id, and
    /// why.
    case reported(ObjectID?, title: String, report: ObjectID, String, by: Author)
    /// Tags of this person's things became another one, here: a rename, or several made one. On how many
    /// things; the names that went as they are compared (`TagName.fold`), what was below them with them.
    case tagRenamed(from: [String], to: String, count: Int)
    /// So many things of somebody else's came in sight in an audience, of which this person is a reader:
    /// those of a moment at once. A thing that was in sight already, in another audience, is not counted.
    case shareReceived(Author, audience: Audience, count: Int)
    /// A friend was added here.
    case friendAdded(Author)
    /// Somebody who is no friend connected and asks to be one (`Query.pending`).
    case friendPending(PersonID, address: String)
    /// A friendship was ended here.
    case friendRemoved(Author)
    /// An invitation into a group: made here, by this person, with the role that it gives; or one of
    /// somebody else's was typed here, or at another device of this person's, and names no role.
    case groupInvited(Author, group: String, role: GroupRole?)
    /// Somebody came into a group, perhaps this person himself.
    case groupJoined(Author, group: String)
    /// Somebody is in a group no longer: he left, or was removed.
    case groupLeft(Author, group: String)
    /// A member has another role.
    case groupRoleChanged(Author, group: String, role: GroupRole)
    /// Somebody said what a group is for, perhaps this person himself; empty: nobody says it any more.
    case groupDescribed(Author, group: String, String)
    /// A session with a friend or an own device opened.
    case connected(Author, address: String)
    /// It ended, and why.
    case disconnected(Author, reason: String)
    /// A session begins to compare what both have, or something is missing on a side again; after
    /// `syncCompleted` the next one begins so.
    case syncStarted(Author)
    /// Deltas are being received; `weLack` is what is known to be still missing.
    case syncProgress(Author, received: Int, weLack: Int)
    /// Nothing is missing on either side.
    case syncCompleted(Author)
    /// A peer did wrong, and its link was closed: so often since that reason was told last; from there
    /// the last time.
    case deltaRejected(reason: String, address: String, count: Int)
    /// New things go elsewhere from now on when no audience is named.
    case defaultAudienceChanged(Audience)
    /// This device's data is in use in two places; so many of the operations that were written here
    /// since counted for nobody and were written again.
    case deviceTwice(rewritten: Int)
    /// A mailbox at this friend fares otherwise than before.
    case mailboxChanged(Author, state: Mailbox.State)
    /// How far an import is.
    case importProgress(ImportProgress)
    /// The node needs attention.
    case warning(String)
    /// What the warning of these words told of is over. Of what happened once and for all there is none.
    case warningCleared(String)
}

/// How far an import is, and whether it is over.
package struct ImportProgress: Equatable, Sendable {
    /// By which the one who began it asks for it.
    package let job: String
    package let state: State
    /// Entries of the file that were taken in, or left out, so far.
    package let done: Int
    /// How many there are; nil until the file is read to its end.
    package let total: Int?

    /// How it stands with it.
    package enum State: String, CaseIterable, Sendable {
        case running
        case done
        case failed
    }

    /// Creates a value from all fields, in declaration order.
    package init(job: String, state: State, done: Int, total: Int?) {
        self.job = job
        self.state = state
        self.done = done
        self.total = total
    }
}

/// A notice with its place in the stream of this run of the node.
package struct NumberedNotice: Equatable, Sendable {
    /// Rises by one each time; a gap means that an onlooker has to ask anew.
    package let number: UInt64
    /// When, by this node's clock.
    package let at: WallTime
    /// What happened.
    package let notice: Notice

    /// A notice with its number.
    package init(number: UInt64, at: WallTime, notice: Notice) {
        self.number = number
        self.at = at
        self.notice = notice
    }
}
