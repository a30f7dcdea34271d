package import CRDT

/// The node's answer to a `Command` or a `Query`; any change that it reports is durable by then.
package enum Answer: Equatable, Sendable {
    /// The outcome of adding things.
    case kept(AdditionReport)
    /// Things were changed, shared, moved to the trash …: how many, and the act that undoes it.
    case done(DoneReport)
    /// Many things were changed in several ways.
    case changed(ChangesReport)
    /// A page of links.
    case page(ListPage)
    /// The order of what matches.
    case index(ThingIndex)
    /// One link.
    case bookmark(Bookmark)
    /// The reactions to a thing, latest first.
    case reactions([PersonReaction])
    /// The comments on a thing.
    case comments(CommentPage)
    /// One comment.
    case comment(Comment)
    /// The reports, latest first.
    case reports(ReportPage)
    /// The suggested outfits.
    case advice(OutfitAdvice)
    /// The worth of garments.
    case stats(ClosetStats)
    /// An answer about feeds, follows and profiles.
    case feeds(FeedAnswer)
    /// Tags with their counts.
    case tags([TagCount])
    /// Collections.
    case collections([Collection])
    /// The history of a thing or a comment.
    case history(History)
    /// The people who may see a thing.
    case visibility(Visibility)
    /// Friends.
    case friends([Friend])
    /// Other nodes.
    case peers([Peer])
    /// The node's status.
    case status(Status)
    /// The node's identity.
    case identity(Identity)
    /// The link with an address, if it is saved, and the tags that rules would add.
    case check(AddressCheck)
    /// Commands that can be undone.
    case acts([Act])
    /// Live shares in force.
    case shares([LiveShare])
    /// A friend was added.
    case befriended(Friend)
    /// People, by name.
    case people([Author])
    /// The open friend requests.
    case pending([FriendRequest])
    /// The state of a new or existing short code.
    case code(IssuedCode)
    /// A person was met by a short code.
    case meeting(Meeting)
    /// The devices of this person.
    case devices([OwnDevice])
    /// A device was certified.
    case paired(PairedDevice)
    /// Groups.
    case groups([Group])
    /// The members of a group.
    case members([GroupMember])
    /// A group was created, or is being joined.
    case group(Group)
    /// Invitations that this device honours.
    case invitations([OpenInvitation])
    /// Invitations to be friends that this device was given.
    case joinings([Joining])
    /// An invitation to be friends was accepted.
    case joining(Joining)
    /// An invitation was made.
    case invited(NewInvitation)
    /// A bundle was written or applied.
    case bundle(BundleReport)
    /// The sync directories.
    case folders([CarriedFolder])
    /// One was added.
    case folder(CarriedFolder)
    /// The mailboxes that this node uses, oldest first, and those that it keeps for others.
    case mailboxes(MailboxOverview)
    /// One was added.
    case mailbox(Mailbox)
    /// The node's settings.
    case settings(Settings)
    /// About a file that a thing has.
    case blob(BlobAnswer)
    /// Links that have one address.
    case duplicates(DuplicatePage)
    /// The tag rules.
    case tagRules([TagRule])
    /// The completions.
    case completions([Completion])
    /// References in the order of the query; nil for things that are not here.
    case references([ThingReference?])
    /// The existing thing that a draft would be a copy of, with its reference; nil if there is none.
    case twin(OriginalThing)
    /// This person's export entries besides the things themselves.
    case entries(EntryPage)
    /// The results of importing entries, in their order, and the act that contains them.
    case entryOutcomes(EntryOutcomes)
    /// The use of an idempotency key.
    case keyUse(KeyUse)
    /// The ends of this device's chains, each once.
    case written([Frontier.Entry])
    /// The number of devices that have something.
    case replication(Replication)
    /// The request was refused: the problem, its reason and the fix.
    case rejected(Problem)
}

/// The outcome of adding a batch of drafts.
package struct AdditionReport: Equatable, Sendable {
    /// The links as they are now, in the order of the drafts; nil where a draft was refused.
    package var outcomes: [Outcome]
    /// Undoes the whole batch; nil if nothing was written.
    package var act: Int?
    /// Links that a live share placed in an audience as well: how many, and in which.
    package var placed: [Audience: Int]
    /// The audience of the new ones: the one that was named, else the default one.
    package var audience: Audience

    /// The outcome of each draft.
    package init(
        outcomes: [Outcome], act: Int?, placed: [Audience: Int], audience: Audience = .private
    ) {
        self.outcomes = outcomes
        self.act = act
        self.placed = placed
        self.audience = audience
    }

    /// The outcome of one draft.
    package enum Outcome: Equatable, Sendable {
        /// A new link.
        case added(ObjectID)
        /// A link with the same canonical address was here and got what it lacked.
        case merged(ObjectID)
        /// A link with the same canonical address was here and stays as it is.
        case skipped(ObjectID)
        /// The draft breaks a rule; nothing of it was kept.
        case refused(Problem)
    }
}

/// The result of a command.
package struct DoneReport: Equatable, Sendable {
    /// The number of things that it changed.
    package var count: Int
    /// Undoes it; nil if nothing was written or it cannot be undone.
    package var act: Int?
    /// One line for a person, such as `renamed #a to #b on 12 things`.
    package var summary: String

    /// A report of `count` things.
    package init(count: Int, act: Int?, summary: String) {
        self.count = count
        self.act = act
        self.summary = summary
    }
}

/// A page of links.
package struct ListPage: Equatable, Sendable {
    /// At most as many as were asked for.
    package var items: [Bookmark]
    /// The cursor of the next page; nil on the last.
    package var nextCursor: String?
    /// All matches, if that was asked.
    package var total: Int?

    /// A page.
    package init(items: [Bookmark], nextCursor: String?, total: Int?) {
        self.items = items
        self.nextCursor = nextCursor
        self.total = total
    }
}

/// A tag and the number of links that have it.
package struct TagCount: Equatable, Sendable {
    /// The spelling of its first writer.
    package var name: String
    /// Links that carry it and are not in the trash.
    package var count: Int

    /// `name` on `count` links.
    package init(name: String, count: Int) {
        self.name = name
        self.count = count
    }
}

/// A live share: future matches of its query are placed in the audience, too.
package struct LiveShare: Equatable, Sendable {
    /// The search.
    package var query: String
    /// The audience in which its matches are placed.
    package var audience: Audience
    /// Own links that match now.
    package var count: Int

    /// A rule.
    package init(query: String, audience: Audience, count: Int) {
        self.query = query
        self.audience = audience
        self.count = count
    }
}
