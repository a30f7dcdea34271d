package import CRDT

/// What a person or program asks the node to change. Checked whole before anything is written.
package enum Command: Equatable, Sendable {
    /// Keep these things, at most `Limits.batchMax`; one transaction. Commands with the same `act`
    /// are undone together (an import runs in many batches). Where no audience is named they go to
    /// the default one, and live shares place what matches them; naming `private` keeps it here.
    case addBookmarks(
        [BookmarkDraft], to: Audience?, onDuplicate: DuplicatePolicy, act: ActToken?,
        AnswerType<KeptReport> = AnswerType())
    /// Change one thing of one's own.
    case edit(Reference, BookmarkChange, AnswerType<Bookmark> = AnswerType())
    /// Arrange, wear, clone outfits and garments, and fill closets.
    case wardrobe(WardrobeCommand)
    /// Follow, and mute.
    case feeds(FeedCommand)
    /// Move things to the trash.
    case remove(Selection, AnswerType<DoneReport> = AnswerType())
    /// Think so of a thing, one's own or another's; nil takes it back.
    case react(Reference, Reaction?, AnswerType<Bookmark> = AnswerType())
    /// Say something of a thing, perhaps in reply to a comment on it.
    case comment(Reference, text: String, inReplyTo: Reference?, AnswerType<Comment> = AnswerType())
    /// Give an own comment other words.
    case editComment(Reference, text: String, AnswerType<Comment> = AnswerType())
    /// Move a comment to the trash.
    case removeComment(Reference, AnswerType<DoneReport> = AnswerType())
    /// Tell those who can do something about it that something is wrong with a thing.
    case report(Reference, reason: String, AnswerType<DoneReport> = AnswerType())
    /// Take back an own report, or put one away: named by its id or the end of it.
    case removeReport(String, AnswerType<DoneReport> = AnswerType())
    /// Take back a command: the one with this number, or the newest that is not yet undone.
    case undo(act: Int?, AnswerType<DoneReport> = AnswerType())
    /// Do again what an undo took back: the act with this number, or the one that was taken back last.
    case redo(act: Int?, AnswerType<DoneReport> = AnswerType())
    /// Give every own link with tag `from` the tag `to` instead; also `from/…` under it.
    case renameTag(from: String, to: String, AnswerType<DoneReport> = AnswerType())
    /// The same for several at once.
    case mergeTags([String], into: String, AnswerType<DoneReport> = AnswerType())
    /// Take a tag off every own link.
    case removeTag(String, AnswerType<DoneReport> = AnswerType())
    /// Make a collection: of a query, or of members by hand in an order.
    case newCollection(
        name: String, description: String, query: String?, act: ActToken? = nil,
        AnswerType<DoneReport> = AnswerType())
    /// Put things at the end of a collection made by hand.
    case addToCollection(
        name: String, Selection, act: ActToken? = nil, AnswerType<DoneReport> = AnswerType())
    /// Take things out of a collection made by hand.
    case removeFromCollection(name: String, Selection, AnswerType<DoneReport> = AnswerType())
    /// Put members of a collection made by hand elsewhere in it, in this order.
    case orderCollection(
        name: String, [Reference], to: CollectionPlace, AnswerType<DoneReport> = AnswerType())
    /// Call a collection otherwise, describe it anew, or let it ask for something else.
    case editCollection(name: String, CollectionChange, AnswerType<DoneReport> = AnswerType())
    /// Move a collection to the trash; its members stay.
    case removeCollection(name: String, AnswerType<DoneReport> = AnswerType())
    /// Place things in an audience; `isLive` also for what will match the query later.
    case share(Selection, with: Audience, isLive: Bool, AnswerType<DoneReport> = AnswerType())
    /// Withdraw things (and a live share of exactly this query) from an audience; nil from all.
    case unshare(Selection, from: Audience?, AnswerType<DoneReport> = AnswerType())
    /// Become friends with whoever a ticket names, or `@` with the name here or the beginning of the id of
    /// somebody who is in a group with this person; nothing syncs before both have done it.
    case addFriend(ticket: String, petName: String?, AnswerType<Friend> = AnswerType())
    /// Give a friend another pet name.
    case renameFriend(PersonReference, to: String, AnswerType<DoneReport> = AnswerType())
    /// End a friendship: the former friend cannot read what is written to friends from now on.
    /// `isBlocked` also keeps the person from asking again, friend or not.
    case removeFriend(PersonReference, isBlocked: Bool, AnswerType<DoneReport> = AnswerType())
    /// Let somebody who is blocked ask again.
    case unblock(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Become friends with somebody who has asked (`Query.pending`).
    case acceptFriend(PersonReference, petName: String?, AnswerType<Friend> = AnswerType())
    /// Forget that somebody has asked.
    case declineFriend(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Make a short code, by which somebody in the same room becomes known here once.
    case newCode(AnswerType<GivenCode> = AnswerType())
    /// Take nobody by a code any more.
    case endCode(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Meet whoever has made a code: where it is answered on this network, or at `host:port`. Done,
    /// or refused, within ten seconds; then either side decides (`acceptFriend`, `declineFriend`).
    case joinByCode(String, at: String?, AnswerType<Meeting> = AnswerType())
    /// Certify a further device of this person's, which `request` (its own text) describes. The
    /// phrase is needed where the root key is not on this machine.
    case pairDevice(request: String, phrase: String?, AnswerType<PairedDevice> = AnswerType())
    /// Give a device of one's own a name.
    case renameDevice(DeviceReference, to: String, AnswerType<DoneReport> = AnswerType())
    /// End a device: what it writes from now on counts for nobody. The phrase as for `pairDevice`.
    case revokeDevice(DeviceReference, phrase: String?, AnswerType<DoneReport> = AnswerType())
    /// Make a group, of which this person is the head.
    case newGroup(name: String, description: String = "", AnswerType<Group> = AnswerType())
    /// Let whoever comes with the answer's text into a group as `role`: `uses` people, within so
    /// many seconds.
    case inviteToGroup(
        String, role: GroupRole, uses: Int, seconds: Int, AnswerType<NewInvitation> = AnswerType())
    /// Become friends with whoever comes with the answer's text: `uses` people, within so many
    /// seconds.
    case inviteFriend(uses: Int, seconds: Int, AnswerType<NewInvitation> = AnswerType())
    /// Become friends with whoever made the invitation of this text; `petName` is the name for them
    /// here, if not the one that they give themselves. Done once a device of theirs has been met.
    case joinFriend(invitation: String, petName: String?, AnswerType<Joining> = AnswerType())
    /// Forget an invitation that was given to this device, by who made it.
    case forgetJoining(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Honour an invitation no longer.
    case revokeInvitation(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Join a group by the text of an invitation; `name` is what this person calls it, if not as
    /// the inviter does. Done once the inviter's device has been met.
    case joinGroup(invitation: String, name: String?, AnswerType<Group> = AnswerType())
    /// Call a group otherwise, for this person alone, or say to all its members what it is for.
    case editGroup(String, GroupChange, AnswerType<DoneReport> = AnswerType())
    /// Give a member another role.
    case setGroupRole(String, PersonReference, GroupRole, AnswerType<DoneReport> = AnswerType())
    /// End a membership: the former member cannot read what is written from now on.
    case removeFromGroup(String, PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Make a member the head, and go on as an owner.
    case handOverGroup(String, to: PersonReference, AnswerType<DoneReport> = AnswerType())
    /// End the own membership.
    case leaveGroup(String, AnswerType<DoneReport> = AnswerType())
    /// End every membership, the own one last.
    case dissolveGroup(String, AnswerType<DoneReport> = AnswerType())
    /// Put what these people's devices may have, and are not known to have, into a new file at this
    /// absolute path: all they may have, if `isWhole`.
    case makeBundle(
        path: String, for: [Addressee], isWhole: Bool, AnswerType<BundleReport> = AnswerType())
    /// Take in what such a file at this absolute path has for this device.
    case applyBundle(path: String, AnswerType<BundleReport> = AnswerType())
    /// Put into the directory at this absolute path, which something else carries, what these people's
    /// devices lack, and take in what they put there. Of one that is known: for these from now on.
    case addFolder(path: String, for: [Addressee], AnswerType<CarriedFolder> = AnswerType())
    /// Leave a directory alone; what was put there goes.
    case removeFolder(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Leave what these people's devices lack with a friend, sealed, and take in what they leave there.
    /// With one who is used already: for these from now on.
    case useMailbox(at: PersonReference, for: [Addressee], AnswerType<Mailbox> = AnswerType())
    /// Leave nothing with a friend any more; what was put there goes.
    case leaveMailbox(at: PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Keep as many bytes for a friend, sealed for others; 0: none, and what was kept is erased.
    case keepMailbox(for: PersonReference, quotaBytes: Int, AnswerType<DoneReport> = AnswerType())
    /// What is done with files that things have.
    case blob(BlobCommand)
    /// Where new things go from now on when no audience is named; what is there stays as it is.
    case setDefaultAudience(Audience, AnswerType<DoneReport> = AnswerType())
    /// Look for others on the networks that this node is on, and be found there; or do not.
    case setDiscovery(Bool, AnswerType<DoneReport> = AnswerType())
    /// Open the door for other programs of this machine there from now on; nil: nowhere.
    case setWeb(LoopbackAddress?, AnswerType<DoneReport> = AnswerType())
    /// What `shared=yes` of a Pinboard client means from now on.
    case setPinboard(PinboardSharing, AnswerType<DoneReport> = AnswerType())
    /// Takes so many bytes in from now on of what one other person writes in one audience.
    case setAuthorQuota(bytes: Int, AnswerType<DoneReport> = AnswerType())
    /// Change many things in several ways, one after the other: one act, at most
    /// `Limits.bulkChangesMax` of them. Each finds what those before it have left.
    case changeMany([BulkChange], AnswerType<ChangesReport> = AnswerType())
    /// Make one of each two links that are alike (`DuplicateSet`): of all that there are, or of those
    /// that have the address of one of these.
    case mergeDuplicates([Reference]?, AnswerType<DoneReport> = AnswerType())
    /// Put these tags onto what will be kept and matches; as it is typed (`TagRule.query`). Of a rule
    /// that is there: these tags too.
    case addTagRule(query: String, tags: [String], AnswerType<DoneReport> = AnswerType())
    /// Follow a rule no longer: by its search as it was typed or is spelled out, its id, or the end of
    /// that. What it has put on stays.
    case removeTagRule(String, AnswerType<DoneReport> = AnswerType())
    /// Put on what the rules say of things that are here: all, or these.
    case applyTagRules(Selection?, AnswerType<DoneReport> = AnswerType())
    /// Keep what an export says beside its things, at most `ExportEntry.batchMax` entries; of the
    /// person whose export it is.
    case takeEntries(
        [ExportEntry], by: PersonID?, act: ActToken, AnswerType<EntryFates> = AnswerType())
    /// Dial a node now and keep the address for later.
    case connect(host: String, port: UInt16, AnswerType<DoneReport> = AnswerType())
    /// Dial every friend that is not connected, and compare with every one that is.
    case sync(AnswerType<DoneReport> = AnswerType())
    /// Do this, and note in the same transaction that what the key stands for is done: either both are
    /// durable or neither. What is refused leaves no note.
    indirect case once(Command, IdempotencyKey)
    /// Do this if that holds, both in one step; else nothing.
    indirect case bound(Command, VersionCondition)
    /// Keep what was answered to the request with the key of this text, if it did something.
    case keepAnswer(KeptAnswer, to: String, AnswerType<DoneReport> = AnswerType())
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

/// How a person names one of their devices.
package struct DeviceReference: Hashable, Sendable {
    /// Its name, or the beginning of its id, at least 8 characters, any case.
    package let text: String

    /// What was typed.
    package init(_ text: String) {
        self.text = text
    }
}
