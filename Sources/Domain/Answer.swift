package import CRDT
package import Primitives

/// What the node says to a `Command` or a `Query`; by then whatever it says was done is durable.
package enum Answer: Equatable, Sendable {
    /// Links were kept.
    case kept(KeptReport)
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
    /// Who thinks what of a thing, latest first.
    case reactions([PersonReaction])
    /// What was said of a thing.
    case comments(CommentPage)
    /// One comment.
    case comment(Comment)
    /// What was reported, latest first.
    case reports(ReportPage)
    /// What to wear.
    case advice(OutfitAdvice)
    /// What garments are worth.
    case stats(ClosetStats)
    /// About what others have.
    case feeds(FeedAnswer)
    /// Tags with their counts.
    case tags([TagCount])
    /// Collections.
    case collections([Collection])
    /// What became of a thing, or of a comment.
    case history(History)
    /// Who may see a thing.
    case visibility(Visibility)
    /// Friends.
    case friends([Friend])
    /// Other nodes.
    case peers([Peer])
    /// How this node fares.
    case status(Status)
    /// Who this node is.
    case identity(Identity)
    /// Is an address kept already; nil if not. And the tags that rules would put on.
    case check(AddressCheck)
    /// Commands that can be undone.
    case acts([Act])
    /// Live shares in force.
    case shares([LiveShare])
    /// A friend was added.
    case befriended(Friend)
    /// People, by name.
    case people([Author])
    /// Who asks to be a friend.
    case pending([Knock])
    /// A short code was made, or how one stands.
    case code(GivenCode)
    /// Somebody was met by a short code.
    case meeting(Meeting)
    /// The devices of this person.
    case devices([OwnDevice])
    /// A device was certified.
    case paired(PairedDevice)
    /// Groups.
    case groups([Group])
    /// Who is in a group.
    case members([GroupMember])
    /// A group was made, or is being joined.
    case group(Group)
    /// Invitations that this device honours.
    case invitations([OpenInvitation])
    /// Invitations to be friends that this device was given.
    case joinings([Joining])
    /// One of them was taken.
    case joining(Joining)
    /// An invitation was made.
    case invited(NewInvitation)
    /// A bundle was made, or taken in.
    case bundle(BundleReport)
    /// Directories that something else carries.
    case folders([CarriedFolder])
    /// One was added.
    case folder(CarriedFolder)
    /// With whom this node leaves segments, oldest first, and for whom it keeps them.
    case mailboxes(MailboxOverview)
    /// One was added.
    case mailbox(Mailbox)
    /// What this node is set to.
    case settings(Settings)
    /// About a file that a thing has.
    case blob(BlobAnswer)
    /// Links that have one address.
    case duplicates(DuplicatePage)
    /// Rules by which tags are put on.
    case tagRules([TagRule])
    /// What may be typed.
    case completions([Completion])
    /// In the order of what was asked; nil for what is not here.
    case references([ThingReference?])
    /// What a draft is here as, and by what other things name that; nil if it is not here.
    case twin(Twin)
    /// What this person has said beside the things themselves.
    case entries(EntryPage)
    /// What became of entries of an export, in their order, and the act that has them.
    case entryFates(EntryFates)
    /// What is known of a key.
    case keyUse(KeyUse)
    /// How far the chains of this device are, each once.
    case written([Frontier.Entry])
    /// With how many devices something is.
    case replication(Replication)
    /// It cannot be done: what, why, and what to do.
    case rejected(Problem)
}

/// What became of a batch of drafts.
package struct KeptReport: Equatable, Sendable {
    /// The links as they are now, in the order of the drafts; nil where a draft was refused.
    package var outcomes: [Outcome]
    /// Undoes the whole batch; nil if nothing was written.
    package var act: Int?
    /// Links that a live share placed in an audience as well: how many, and in which.
    package var placed: [Audience: Int]
    /// Where the new ones went: the audience that was named, else the default one.
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

    /// What became of one draft.
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

/// What a command did.
package struct DoneReport: Equatable, Sendable {
    /// How many things it touched.
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
    /// Where the next page begins; nil on the last.
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

/// A tag and how many links carry it.
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

/// What a person shows as one: the matches of a query, or members by hand in an order.
package struct Collection: Equatable, Sendable {
    /// Whose it is.
    package var author: Author
    /// Its id under that author.
    package var id: ObjectID
    /// Unique among the own ones.
    package var name: String
    /// Empty if it has none.
    package var description: String
    /// The search it stands for; nil if its members were put in by hand.
    package var query: String?
    /// How many links it shows now.
    package var count: Int
    /// The audiences it is in beside its home.
    package var placement: [Audience]

    /// All fields, in the order above.
    package init(
        author: Author, id: ObjectID, name: String, description: String, query: String?,
        count: Int, placement: [Audience]
    ) {
        self.author = author
        self.id = id
        self.name = name
        self.description = description
        self.query = query
        self.count = count
        self.placement = placement
    }
}

/// What became of a thing, or of a comment.
package struct History: Equatable, Sendable {
    /// What it tells of.
    package var subject: Subject
    /// Its changes, oldest first.
    package var entries: [HistoryEntry]

    /// Ids of both are drawn alike, so that only who finds it knows which it is.
    package enum Subject: String, CaseIterable, Sendable {
        case thing
        case comment
    }

    /// The changes of such a one.
    package init(of subject: Subject, _ entries: [HistoryEntry]) {
        self.subject = subject
        self.entries = entries
    }
}

/// One change of a thing or a comment.
package struct HistoryEntry: Equatable, Sendable {
    /// In words: `title: Old -> New`, `+ #tag`, `shared with friends`, `moved to the trash` …
    package var change: String
    /// Who made it.
    package var author: Author
    /// The signing key of the device that made it, 52 characters of base 32.
    package var device: String
    /// When, by that device's clock.
    package var at: WallTime
    /// The delta that carries it: chain (base 32) and sequence.
    package var chain: String
    /// Its place in that chain.
    package var sequence: UInt64

    /// All fields, in the order above.
    package init(
        change: String, author: Author, device: String, at: WallTime, chain: String,
        sequence: UInt64
    ) {
        self.change = change
        self.author = author
        self.device = device
        self.at = at
        self.chain = chain
        self.sequence = sequence
    }
}

/// A command that can be undone.
package struct Act: Equatable, Sendable {
    /// What `undo` takes.
    package var number: Int
    /// In words: `import of 120 links`, `renamed #a to #b` …
    package var summary: String
    /// When it was done here.
    package var at: WallTime
    /// It was undone already; undoing it again does nothing.
    package var isUndone: Bool

    /// All fields, in the order above.
    package init(number: Int, summary: String, at: WallTime, isUndone: Bool) {
        self.number = number
        self.summary = summary
        self.at = at
        self.isUndone = isUndone
    }
}

/// A rule a person made: what comes to match is placed there too.
package struct LiveShare: Equatable, Sendable {
    /// The search.
    package var query: String
    /// Where its matches are placed.
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
