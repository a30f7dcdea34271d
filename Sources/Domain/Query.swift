package import CRDT

/// What a person or program asks the node to tell. Changes nothing.
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
    /// What goes together, and what it is worth.
    case wardrobe(WardrobeQuery)
    /// What others have, and what is thought of it.
    case feeds(FeedQuery)
    /// Every collection, by name.
    case collections(AnswerType<[Collection]> = AnswerType())
    /// What is in one, a page at a time: in its order if it was filled by hand, else newest first.
    case members(
        ofCollection: String, limit: Int, cursor: String?, AnswerType<ListPage> = AnswerType())
    /// Who thinks what of one thing.
    case reactions(Reference, AnswerType<[PersonReaction]> = AnswerType())
    /// What was said of one thing, oldest first; the cursor is where the page before ended.
    case comments(Reference, limit: Int, cursor: String?, AnswerType<CommentPage> = AnswerType())
    /// What this person reported and what was reported to them, latest first.
    case reports(limit: Int, cursor: String?, AnswerType<ReportPage> = AnswerType())
    /// Every change of one thing: what, by whom, when, signed by which device.
    case history(Reference, AnswerType<History> = AnswerType())
    /// Who may see one thing, and on which devices it has arrived.
    case visibility(Reference, AnswerType<Visibility> = AnswerType())
    /// Friends, by name.
    case friends(AnswerType<[Friend]> = AnswerType())
    /// Who is blocked, by name.
    case blocked(AnswerType<[Author]> = AnswerType())
    /// Who has connected and asks to be a friend, latest first.
    case pending(AnswerType<[Knock]> = AnswerType())
    /// How a code of this node stands.
    case code(number: Int, AnswerType<GivenCode> = AnswerType())
    /// The devices of this person, this one first.
    case devices(AnswerType<[OwnDevice]> = AnswerType())
    /// The groups this person is in, or was, by name.
    case groups(AnswerType<[Group]> = AnswerType())
    /// Who is in a group, the head first, then by name.
    case groupMembers(String, AnswerType<[GroupMember]> = AnswerType())
    /// The invitations that this device honours, newest first.
    case invitations(AnswerType<[OpenInvitation]> = AnswerType())
    /// Invitations to be friends that this device was given, latest first.
    case joinings(AnswerType<[Joining]> = AnswerType())
    /// The other nodes this one is linked with, or was.
    case peers(AnswerType<[Peer]> = AnswerType())
    /// How this node fares.
    case status(AnswerType<Status> = AnswerType())
    /// Who this node is: person, device, ticket.
    case identity(AnswerType<Identity> = AnswerType())
    /// Is this address kept already?
    case check(url: String, AnswerType<AddressCheck> = AnswerType())
    /// The same of what stands in the way of keeping it: one's own link, or one where new links go,
    /// which may be another member's. Answered as `check` is.
    case known(url: String, AnswerType<AddressCheck> = AnswerType())
    /// The newest commands that can be undone, newest first.
    case acts(limit: Int, AnswerType<[Act]> = AnswerType())
    /// The live shares in force.
    case shares(AnswerType<[LiveShare]> = AnswerType())
    /// The directories that something else carries, oldest first.
    case folders(AnswerType<[CarriedFolder]> = AnswerType())
    /// With whom this node leaves segments, and for whom it keeps them.
    case mailboxes(AnswerType<MailboxOverview> = AnswerType())
    /// What is asked of files that things have.
    case blob(BlobQuery)
    /// What this node is set to.
    case settings(AnswerType<Settings> = AnswerType())
    /// Links that have one address, by that, `limit` sets behind the one with the address `after`.
    case duplicates(after: String?, limit: Int, AnswerType<DuplicatePage> = AnswerType())
    /// The rules by which tags are put on, in the order of their making.
    case tagRules(AnswerType<[TagRule]> = AnswerType())
    /// What somebody may go on to type who has typed this; most used first.
    case complete(String, limit: Int, AnswerType<[Completion]> = AnswerType())
    /// What this draft is already there as (`copyNumber`); nil if it would be kept.
    case twin(BookmarkDraft, in: Audience?, AnswerType<Twin> = AnswerType())
    /// By what things name each of these.
    case references([Reference], AnswerType<[ThingReference?]> = AnswerType())
    /// What this person has said beside the things themselves, a page at a time.
    case entries(ExportSection, cursor: String?, AnswerType<EntryPage> = AnswerType())
    /// What `Command.takeEntries` would answer.
    case weighEntries([ExportEntry], by: PersonID?, AnswerType<EntryFates> = AnswerType())
    /// What a command would do that changes many things, as it would answer; `Answer.done` without
    /// an act, or why it would be refused.
    case preview(Command)
    /// What is known of a key.
    case use(of: IdempotencyKey, AnswerType<KeyUse> = AnswerType())
    /// How far the chains of this device are.
    case written(AnswerType<[Frontier.Entry]> = AnswerType())
    /// With how many devices what this one has written since then is, as soon as it is with `peers` of them,
    /// or with all that should have it, or when so many seconds are over.
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
    /// Where the page before ended; nil for the first.
    package var cursor: String?
    /// Also count all matches.
    package var withTotal: Bool
    /// Only things of this kind; nil for all.
    package var kind: Kind?
    /// Only what names this place; nil for all.
    package var place: Reference?

    /// A page of what matches `query`.
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
    /// What most people like first, then newest.
    case likes
    /// The nearest first, of a search with `near:`; what is not within it last.
    case near
}

/// Everything that can be asked of a node.
package enum Request: Equatable, Sendable {
    /// Change something.
    case command(Command)
    /// Tell something.
    case query(Query)
}
