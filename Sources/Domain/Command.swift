package import CRDT

/// What a person or program asks the node to change. Checked whole before anything is written.
package enum Command: Equatable, Sendable {
    /// Keep these things, at most `Limits.batchMax`; one transaction. Commands with the same `act`
    /// are undone together (an import runs in many batches). Where no audience is named they go to
    /// the default one, and live shares place what matches them; naming `private` keeps it here.
    case addBookmarks(
        [BookmarkDraft], to: Audience?, onDuplicate: DuplicatePolicy, act: ActToken?)
    /// Change one thing of one's own.
    case edit(Reference, BookmarkChange)
    /// Arrange, wear, clone outfits and garments, and fill closets.
    case wardrobe(WardrobeCommand)
    /// Follow, and mute.
    case feeds(FeedCommand)
    /// Move things to the trash.
    case remove(Selection)
    /// Think so of a thing, one's own or another's; nil takes it back.
    case react(Reference, Reaction?)
    /// Say something of a thing, perhaps in reply to a comment on it.
    case comment(Reference, text: String, inReplyTo: Reference?)
    /// Give an own comment other words.
    case editComment(Reference, text: String)
    /// Move a comment to the trash.
    case removeComment(Reference)
    /// Tell those who can do something about it that something is wrong with a thing.
    case report(Reference, reason: String)
    /// Take back an own report, or put one away: named by its id or the end of it.
    case removeReport(String)
    /// Take back a command: the one with this number, or the newest that is not yet undone.
    case undo(act: Int?)
    /// Do again what an undo took back: the act with this number, or the one that was taken back last.
    case redo(act: Int?)
    /// Give every own link with tag `from` the tag `to` instead; also `from/…` under it.
    case renameTag(from: String, to: String)
    /// The same for several at once.
    case mergeTags([String], into: String)
    /// Take a tag off every own link.
    case removeTag(String)
    /// Make a collection: of a query, or of members by hand in an order.
    case newCollection(name: String, description: String, query: String?, act: ActToken? = nil)
    /// Put things at the end of a collection made by hand.
    case addToCollection(name: String, Selection, act: ActToken? = nil)
    /// Take things out of a collection made by hand.
    case removeFromCollection(name: String, Selection)
    /// Put members of a collection made by hand elsewhere in it, in this order.
    case orderCollection(name: String, [Reference], to: CollectionPlace)
    /// Call a collection otherwise, describe it anew, or let it ask for something else.
    case editCollection(name: String, CollectionChange)
    /// Move a collection to the trash; its members stay.
    case removeCollection(name: String)
    /// Place things in an audience; `isLive` also for what will match the query later.
    case share(Selection, with: Audience, isLive: Bool)
    /// Withdraw things (and a live share of exactly this query) from an audience; nil from all.
    case unshare(Selection, from: Audience?)
    /// Become friends with whoever a ticket names, or `@` with the name here or the beginning of the id of
    /// somebody who is in a group with this person; nothing syncs before both have done it.
    case addFriend(ticket: String, petName: String?)
    /// Give a friend another pet name.
    case renameFriend(PersonReference, to: String)
    /// End a friendship: what is written to friends from now on he cannot read. `isBlocked` also
    /// keeps him from asking again, friend or not.
    case removeFriend(PersonReference, isBlocked: Bool)
    /// Let somebody who is blocked ask again.
    case unblock(PersonReference)
    /// Become friends with somebody who has asked (`Query.pending`).
    case acceptFriend(PersonReference, petName: String?)
    /// Forget that somebody has asked.
    case declineFriend(PersonReference)
    /// Make a short code, by which somebody in the same room becomes known here once.
    case newCode
    /// Take nobody by a code any more.
    case endCode(number: Int)
    /// Meet whoever has made a code: where it is answered on this network, or at `host:port`. Done,
    /// or refused, within ten seconds; then either side decides (`acceptFriend`, `declineFriend`).
    case joinByCode(String, at: String?)
    /// Certify a further device of this person's, which `request` (its own text) describes. The
    /// phrase is needed where the root key is not on this machine.
    case pairDevice(request: String, phrase: String?)
    /// Give a device of one's own a name.
    case renameDevice(DeviceReference, to: String)
    /// End a device: what it writes from now on counts for nobody. The phrase as for `pairDevice`.
    case revokeDevice(DeviceReference, phrase: String?)
    /// Make a group, of which this person is the head.
    case newGroup(name: String, description: String = "")
    /// Let whoever comes with the answer's text into a group as `role`: `uses` people, within so
    /// many seconds.
    case inviteToGroup(String, role: GroupRole, uses: Int, seconds: Int)
    /// Become friends with whoever comes with the answer's text: `uses` people, within so many
    /// seconds.
    case inviteFriend(uses: Int, seconds: Int)
    /// Become friends with whoever made the invitation of this text; `petName` is what he is called
    /// here, if not as he calls himself. Done once his device has been met.
    case joinFriend(invitation: String, petName: String?)
    /// Forget an invitation that was given to this device, by who made it.
    case forgetJoining(PersonReference)
    /// Honour an invitation no longer.
    case revokeInvitation(number: Int)
    /// Join a group by the text of an invitation; `name` is what this person calls it, if not as
    /// the inviter does. Done once the inviter's device has been met.
    case joinGroup(invitation: String, name: String?)
    /// Call a group otherwise, for this person alone, or say to all its members what it is for.
    case editGroup(String, GroupChange)
    /// Give a member another role.
    case setGroupRole(String, PersonReference, GroupRole)
    /// End a membership: what is written from now on he cannot read.
    case removeFromGroup(String, PersonReference)
    /// Make a member the head, and go on as an owner.
    case handOverGroup(String, to: PersonReference)
    /// End the own membership.
    case leaveGroup(String)
    /// End every membership, the own one last.
    case dissolveGroup(String)
    /// Put what these people's devices may have, and are not known to have, into a new file at this
    /// absolute path: all they may have, if `isWhole`.
    case makeBundle(path: String, for: [Addressee], isWhole: Bool)
    /// Take in what such a file at this absolute path has for this device.
    case applyBundle(path: String)
    /// Put into the directory at this absolute path, which something else carries, what these people's
    /// devices lack, and take in what they put there. Of one that is known: for these from now on.
    case addFolder(path: String, for: [Addressee])
    /// Leave a directory alone; what was put there goes.
    case removeFolder(number: Int)
    /// Leave what these people's devices lack with a friend, sealed, and take in what they leave there.
    /// With one who is used already: for these from now on.
    case useMailbox(at: PersonReference, for: [Addressee])
    /// Leave nothing with a friend any more; what was put there goes.
    case leaveMailbox(at: PersonReference)
    /// Keep as many bytes for a friend, sealed for others; 0: none, and what was kept is erased.
    case keepMailbox(for: PersonReference, quotaBytes: Int)
    /// What is done with files that things have.
    case blob(BlobCommand)
    /// Where new things go from now on when no audience is named; what is there stays as it is.
    case setDefaultAudience(Audience)
    /// Look for others on the networks that this node is on, and be found there; or do not.
    case setDiscovery(Bool)
    /// Open the door for other programs of this machine there from now on; nil: nowhere.
    case setWeb(LoopbackAddress?)
    /// What `shared=yes` of a Pinboard client means from now on.
    case setPinboard(PinboardSharing)
    /// Takes so many bytes in from now on of what one other person writes in one audience.
    case setAuthorQuota(bytes: Int)
    /// Change many things in several ways, one after the other: one act, at most
    /// `Limits.bulkChangesMax` of them. Each finds what those before it have left.
    case changeMany([BulkChange])
    /// Make one of each two links that are alike (`DuplicateSet`): of all that there are, or of those
    /// that have the address of one of these.
    case mergeDuplicates([Reference]?)
    /// Put these tags onto what will be kept and matches; as it is typed (`TagRule.query`). Of a rule
    /// that is there: these tags too.
    case addTagRule(query: String, tags: [String])
    /// Follow a rule no longer: by its search as it was typed or is spelled out, its id, or the end of
    /// that. What it has put on stays.
    case removeTagRule(String)
    /// Put on what the rules say of things that are here: all, or these.
    case applyTagRules(Selection?)
    /// Keep what an export says beside its things, at most `ExportEntry.batchMax` entries; of the
    /// person whose export it is.
    case takeEntries([ExportEntry], by: PersonID?, act: ActToken)
    /// Dial a node now and keep the address for later.
    case connect(host: String, port: UInt16)
    /// Dial every friend that is not connected, and compare with every one that is.
    case sync
    /// Do this, and note in the same transaction that what the key stands for is done: either both are
    /// durable or neither. What is refused leaves no note.
    indirect case once(Command, IdempotencyKey)
    /// Do this if that holds, both in one step; else nothing.
    indirect case bound(Command, VersionCondition)
    /// Keep what was answered to the request with the key of this text, if it did something.
    case keepAnswer(KeptAnswer, to: String)
}

/// Ties the batches of one import together; drawn by whoever sends them.
package struct ActToken: Hashable, Sendable {
    /// Any number that this client has not used before.
    package let number: UInt64
    /// How many links the batches before have kept: the act says how many it were in all.
    package var keptBefore = 0

    /// The token with this number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Which things a command means.
package enum Selection: Equatable, Sendable {
    /// Each named by itself.
    case references([Reference])
    /// All own things that match a search.
    case query(String)

    /// What comes later may match as well.
    package var isQuery: Bool {
        if case .query = self { return true }
        return false
    }
}

/// How a person names one thing.
package enum Reference: Hashable, Sendable {
    /// An id, or the end of one (`ObjectID.short`), any case.
    case id(String)
    /// An address; finds the own link with the same canonical address first.
    case url(String)

    /// Reads what a person typed: with a scheme it is an address, else an id.
    package init(text: String) {
        self = text.contains(":") ? .url(text) : .id(text)
    }

    /// What was typed.
    package var text: String {
        switch self {
        case .id(let text), .url(let text): return text
        }
    }
}

/// How a person names somebody.
package struct PersonReference: Hashable, Sendable {
    /// A pet name, with or without `@`, or the beginning of a person's id, at least 8 characters,
    /// any case.
    package let text: String

    /// What was typed.
    package init(_ text: String) {
        self.text = text
    }
}

/// How a person names one of his devices.
package struct DeviceReference: Hashable, Sendable {
    /// Its name, or the beginning of its id, at least 8 characters, any case.
    package let text: String

    /// What was typed.
    package init(_ text: String) {
        self.text = text
    }
}

/// What a person or program asks the node to tell. Changes nothing.
package enum Query: Equatable, Sendable {
    /// Things that match, a page at a time.
    case list(ListRequest)
    /// One thing with everything about it.
    case show(Reference)
    /// Own and seen tags that begin with `prefix`, most used first, at most `limit`.
    case tags(prefix: String, limit: Int)
    /// What goes together, and what it is worth.
    case wardrobe(WardrobeQuery)
    /// What others have, and what is thought of it.
    case feeds(FeedQuery)
    /// Every collection, by name.
    case collections
    /// What is in one, a page at a time: in its order if it was filled by hand, else newest first.
    case members(ofCollection: String, limit: Int, cursor: String?)
    /// Who thinks what of one thing.
    case reactions(Reference)
    /// What was said of one thing, oldest first; the cursor is where the page before ended.
    case comments(Reference, limit: Int, cursor: String?)
    /// What this person reported and what was reported to him, latest first.
    case reports(limit: Int, cursor: String?)
    /// Every change of one thing: what, by whom, when, signed by which device.
    case history(Reference)
    /// Who may see one thing, and on which devices it has arrived.
    case visibility(Reference)
    /// Friends, by name.
    case friends
    /// Who is blocked, by name.
    case blocked
    /// Who has connected and asks to be a friend, latest first.
    case pending
    /// How a code of this node stands.
    case code(number: Int)
    /// The devices of this person, this one first.
    case devices
    /// The groups this person is in, or was, by name.
    case groups
    /// Who is in a group, the head first, then by name.
    case groupMembers(String)
    /// The invitations that this device honours, newest first.
    case invitations
    /// Invitations to be friends that this device was given, latest first.
    case joinings
    /// The other nodes this one is linked with, or was.
    case peers
    /// How this node fares.
    case status
    /// Who this node is: person, device, ticket.
    case identity
    /// Is this address kept already?
    case check(url: String)
    /// The same of what stands in the way of keeping it: one's own link, or one where new links go,
    /// which may be another member's. Answered as `check` is.
    case known(url: String)
    /// The newest commands that can be undone, newest first.
    case acts(limit: Int)
    /// The live shares in force.
    case shares
    /// The directories that something else carries, oldest first.
    case folders
    /// With whom this node leaves segments, and for whom it keeps them.
    case mailboxes
    /// What is asked of files that things have.
    case blob(BlobQuery)
    /// What this node is set to.
    case settings
    /// Links that have one address, by that, `limit` sets behind the one with the address `after`.
    case duplicates(after: String?, limit: Int)
    /// The rules by which tags are put on, in the order of their making.
    case tagRules
    /// What somebody may go on to type who has typed this; most used first.
    case complete(String, limit: Int)
    /// What this draft is already there as (`copyNumber`); nil if it would be kept.
    case twin(BookmarkDraft, in: Audience?)
    /// By what things name each of these.
    case references([Reference])
    /// What this person has said beside the things themselves, a page at a time.
    case entries(ExportSection, cursor: String?)
    /// What `Command.takeEntries` would answer.
    case weighEntries([ExportEntry], by: PersonID?)
    /// What a command would do that changes many things, as it would answer; `Answer.done` without
    /// an act, or why it would be refused.
    case preview(Command)
    /// What is known of a key.
    case use(of: IdempotencyKey)
    /// How far the chains of this device are.
    case written
    /// With how many devices what this one has written since then is, as soon as it is with `peers` of them,
    /// or with all that should have it, or when so many seconds are over.
    case replication(since: [Frontier.Entry], peers: Int, seconds: Int)
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
