package import CRDT

/// A question to the node. It changes nothing.
package enum Query: Equatable, Sendable {
    /// Things that match, a page at a time.
    case list(ListRequest, AnswerType<ListPage> = AnswerType())
    /// The order of everything that matches, without its contents; ignores limit and cursor.
    case index(ListRequest, AnswerType<ThingIndex> = AnswerType())
    /// Things by their ids, at most `Limits.thingsAtOnceMax`, in that order; those that are not here are left out.
    case things([ObjectID], AnswerType<ListPage> = AnswerType())
    /// One thing with everything about it.
    case show(Reference, AnswerType<Bookmark> = AnswerType())
    /// Own and seen tags that begin with `prefix`, most used first, at most `limit`.
    case tags(prefix: String, limit: Int, AnswerType<[TagCount]> = AnswerType())
    /// A query about outfits and their worth.
    case wardrobe(WardrobeQuery)
    /// A query about feeds, follows and profiles.
    case feeds(FeedQuery)
    /// Every collection, by name.
    case collections(AnswerType<[Collection]> = AnswerType())
    /// The members of a collection, a page at a time: in its order if it is manual, else newest first.
    case members(
        ofCollection: String, limit: Int, cursor: String?, AnswerType<ListPage> = AnswerType())
    /// The reactions to one thing.
    case reactions(Reference, AnswerType<[PersonReaction]> = AnswerType())
    /// The comments on one thing, oldest first; the cursor is the end of the previous page.
    case comments(Reference, limit: Int, cursor: String?, AnswerType<CommentPage> = AnswerType())
    /// The reports by and to this person, latest first.
    case reports(limit: Int, cursor: String?, AnswerType<ReportPage> = AnswerType())
    /// The changes of one thing with their authors, times and devices.
    case history(Reference, AnswerType<History> = AnswerType())
    /// The people who may see one thing, and the devices on which it has arrived.
    case visibility(Reference, AnswerType<Visibility> = AnswerType())
    /// Friends, by name.
    case friends(AnswerType<[Friend]> = AnswerType())
    /// The blocked people, by name.
    case blocked(AnswerType<[Author]> = AnswerType())
    /// The open friend requests, latest first.
    case pending(AnswerType<[FriendRequest]> = AnswerType())
    /// The state of a short code of this node.
    case code(number: Int, AnswerType<IssuedCode> = AnswerType())
    /// The devices of this person, this one first.
    case devices(AnswerType<[OwnDevice]> = AnswerType())
    /// This person's current and former groups, by name.
    case groups(AnswerType<[Group]> = AnswerType())
    /// The members of a group, the head first, then by name.
    case groupMembers(String, AnswerType<[GroupMember]> = AnswerType())
    /// The invitations that this device honours, newest first.
    case invitations(AnswerType<[OpenInvitation]> = AnswerType())
    /// Invitations to be friends that this device was given, latest first.
    case joinings(AnswerType<[Joining]> = AnswerType())
    /// The nodes that this one is or was connected with.
    case peers(AnswerType<[Peer]> = AnswerType())
    /// The node's status.
    case status(AnswerType<Status> = AnswerType())
    /// The node's identity: person, device, ticket.
    case identity(AnswerType<Identity> = AnswerType())
    /// The link with this address, if it is saved already.
    case check(url: String, AnswerType<AddressCheck> = AnswerType())
    /// The link that would make adding this address a duplicate: an own one, or one in the default audience, which may
    /// be another member's. Answered as `check` is.
    case known(url: String, AnswerType<AddressCheck> = AnswerType())
    /// The newest commands that can be undone, newest first.
    case acts(limit: Int, AnswerType<[Act]> = AnswerType())
    /// The live shares in force.
    case shares(AnswerType<[LiveShare]> = AnswerType())
    /// The sync directories, oldest first.
    case folders(AnswerType<[CarriedFolder]> = AnswerType())
    /// The mailboxes that this node uses, and those that it keeps for others.
    case mailboxes(AnswerType<MailboxOverview> = AnswerType())
    /// A query about files of things.
    case blob(BlobQuery)
    /// The node's settings.
    case settings(AnswerType<Settings> = AnswerType())
    /// Sets of links with the same address, in the order of their addresses, `limit` sets after the address `after`.
    case duplicates(after: String?, limit: Int, AnswerType<DuplicatePage> = AnswerType())
    /// The tag rules, oldest first.
    case tagRules(AnswerType<[TagRule]> = AnswerType())
    /// Completions of typed text, most used first.
    case complete(String, limit: Int, AnswerType<[Completion]> = AnswerType())
    /// The existing thing that this draft would be a copy of (`copyNumber`); nil if it would be added.
    case twin(BookmarkDraft, in: Audience?, AnswerType<OriginalThing> = AnswerType())
    /// The references by which other things name these.
    case references([Reference], AnswerType<[ThingReference?]> = AnswerType())
    /// This person's export entries besides the things themselves, a page at a time.
    case entries(ExportSection, cursor: String?, AnswerType<EntryPage> = AnswerType())
    /// A dry run of `Command.takeEntries`.
    case weighEntries([ExportEntry], by: PersonID?, AnswerType<EntryOutcomes> = AnswerType())
    /// A dry run of a command that changes many things, answered alike: `Answer.done` without an act, or the refusal.
    case preview(Command)
    /// The use of an idempotency key.
    case use(of: IdempotencyKey, AnswerType<KeyUse> = AnswerType())
    /// The ends of this device's chains.
    case written(AnswerType<[Frontier.Entry]> = AnswerType())
    /// The number of devices that have this device's writes since then. Answered once `peers` of them have them, or all
    /// that should, or after so many seconds.
    case replication(
        since: [Frontier.Entry], peers: Int, seconds: Int, AnswerType<Replication> = AnswerType())
}

/// One page of a list.
package struct ListRequest: Equatable, Sendable {
    /// A search as people type it (`SearchQuery`); empty means everything.
    package var query: String
    /// The order; nil takes the query's own `sort:`, else newest first.
    package var sort: SortOrder?
    /// At most this many items, 1...`Limits.pageMax`.
    package var limit: Int
    /// The end of the previous page; nil for the first page.
    package var cursor: String?
    /// Also count all matches.
    package var withTotal: Bool
    /// Only things of this kind; nil for all.
    package var kind: Kind?
    /// Only things that refer to this place; nil for all.
    package var place: Reference?

    /// Creates a request for a page of the matches of `query`.
    package init(
        query: String = "", sort: SortOrder? = nil, limit: Int = 50, cursor: String? = nil,
        withTotal: Bool = false, kind: Kind? = nil, place: Reference? = nil
    ) {
        self.query = query
        self.sort = sort
        self.limit = limit
        self.cursor = cursor
        self.withTotal = withTotal
        self.kind = kind
        self.place = place
    }
}

/// The order of a list; ties are broken by id, so that pages never overlap.
package enum SortOrder: String, CaseIterable, Sendable {
    /// Newest saved first.
    case added
    /// Latest changed first.
    case updated
    /// By title, A to Z, untitled last.
    case title
    /// Large tiles first, then newest.
    case size
    /// Most liked first, then newest.
    case likes
    /// The nearest first, for a search with `near:`; things outside the radius last.
    case near
}

/// A request to a node.
package enum Request: Equatable, Sendable {
    /// A change.
    case command(Command)
    /// A question.
    case query(Query)
}
