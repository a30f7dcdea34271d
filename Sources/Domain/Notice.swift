package import CRDT
package import Primitives

/// An event for observers (`weft watch`, the event stream).
package enum Notice: Equatable, Sendable {
    /// A thing was created, by this person or another. Here and in the next three cases, `by` is the last writer, who
    /// need not be the thing's author.
    case created(ObjectID, title: String, by: Author)
    /// A thing changed.
    case updated(ObjectID, title: String, by: Author)
    /// A thing was moved to the trash or withdrawn.
    case deleted(ObjectID, title: String, by: Author)
    /// More than 100 things changed in one step, so only their number is reported.
    case changedMany(count: Int, by: Author)
    /// Somebody, possibly this person, reacted to a thing; nil removes the reaction.
    case reacted(ObjectID, title: String, Reaction?, by: Author)
    /// Somebody, possibly this person, commented on a thing; a later edit is reported as a change of the thing.
    case commented(ObjectID, title: String, comment: ObjectID, String, by: Author)
    /// Somebody reported a thing to this person; the thing is nil if it is no longer here. Includes the report's id and
    /// the reason.
    case reported(ObjectID?, title: String, report: ObjectID, String, by: Author)
    /// Tags of this person's things were renamed or merged here, on `count` things. `from` lists the old names as they
    /// are compared (`TagName.fold`), each with its subtags.
    case tagRenamed(from: [String], to: String, count: Int)
    /// Things of another person became visible in an audience that this person reads, grouped by moment. Things that
    /// were visible already, in another audience, are not counted.
    case shareReceived(Author, audience: Audience, count: Int)
    /// A friend was added here.
    case friendAdded(Author)
    /// A person who is not a friend connected and asks to be one (`Query.pending`).
    case friendPending(PersonID, address: String)
    /// A friendship was ended here.
    case friendRemoved(Author)
    /// A group invitation: either this person created it here, with the role it gives; or another person's invitation
    /// was entered on one of this person's devices, without a role.
    case groupInvited(Author, group: String, role: GroupRole?)
    /// Somebody, possibly this person, joined a group.
    case groupJoined(Author, group: String)
    /// Somebody left a group or was removed.
    case groupLeft(Author, group: String)
    /// A member's role changed.
    case groupRoleChanged(Author, group: String, role: GroupRole)
    /// Somebody, possibly this person, changed a group's description; empty if it was removed.
    case groupDescribed(Author, group: String, String)
    /// A session with a friend or an own device opened.
    case connected(Author, address: String)
    /// The session ended, with the reason.
    case disconnected(Author, reason: String)
    /// A session began to compare both replicas, or a difference appeared again after `syncCompleted`.
    case syncStarted(Author)
    /// Deltas are being received; `weLack` is the number known to be missing.
    case syncProgress(Author, received: Int, weLack: Int)
    /// Both sides have everything.
    case syncCompleted(Author)
    /// Peers violated the protocol and their links were closed: the number of times since this reason was last
    /// reported, and the address of the last one.
    case deltaRejected(reason: String, address: String, count: Int)
    /// A setting of this node changed; with the default audience, if it is that one.
    case settingChanged(SettingName, audience: Audience? = nil)
    /// This device's data is in use in two places; `rewritten` operations written here since were void and were written
    /// again.
    case deviceTwice(rewritten: Int)
    /// The state of a mailbox at this friend changed.
    case mailboxChanged(Author, state: Mailbox.State)
    /// The progress of an import.
    case importProgress(ImportProgress)
    /// The node needs attention.
    case warning(String)
    /// The condition behind the warning with this text is over. A warning about a single event is never cleared.
    case warningCleared(String)
}

/// The progress of an import.
package struct ImportProgress: Equatable, Sendable {
    /// The id by which the caller queries it.
    package let job: String
    package let state: State
    /// The number of entries added or skipped so far.
    package let done: Int
    /// The total number of entries; nil until the file has been read to its end.
    package let total: Int?

    /// The state of an import.
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

/// A notice with its position in the stream of this run of the node.
package struct NumberedNotice: Equatable, Sendable {
    /// Increments by one; a gap means that an observer must query the state again.
    package let number: UInt64
    /// The time when it happened, by this node's clock.
    package let at: WallTime
    /// The event.
    package let notice: Notice

    /// Creates a notice with its number.
    package init(number: UInt64, at: WallTime, notice: Notice) {
        self.number = number
        self.at = at
        self.notice = notice
    }
}
