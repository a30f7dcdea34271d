package import CRDT

/// A change that a person or program requests from the node. It is checked as a whole before anything is written.
package enum Command: Equatable, Sendable {
    /// Add these things, at most `Limits.batchMax`, in one transaction. Commands with the same `act` are undone
    /// together (an import runs in many batches). If no audience is named they go to the default one, and live shares
    /// place those that match them; naming `private` keeps it here.
    case addBookmarks(
        [BookmarkDraft], to: Audience?, onDuplicate: DuplicatePolicy, act: ActToken?,
        AnswerType<AdditionReport> = AnswerType())
    /// Change one thing of one's own.
    case edit(Reference, BookmarkChange, AnswerType<Bookmark> = AnswerType())
    /// Arrange, wear, clone outfits and garments, and fill closets.
    case wardrobe(WardrobeCommand)
    /// Follow, and mute.
    case feeds(FeedCommand)
    /// Move things to the trash.
    case remove(Selection, AnswerType<DoneReport> = AnswerType())
    /// Set or clear (nil) this person's reaction to a thing.
    case react(Reference, Reaction?, AnswerType<Bookmark> = AnswerType())
    /// Comment on a thing, optionally in reply to a comment.
    case comment(Reference, text: String, inReplyTo: Reference?, AnswerType<Comment> = AnswerType())
    /// Edit an own comment.
    case editComment(Reference, text: String, AnswerType<Comment> = AnswerType())
    /// Move a comment to the trash.
    case removeComment(Reference, AnswerType<DoneReport> = AnswerType())
    /// Report a thing to the people who can act on it.
    case report(Reference, reason: String, AnswerType<DoneReport> = AnswerType())
    /// Withdraw an own report or dismiss one, by its id or the end of it.
    case removeReport(String, AnswerType<DoneReport> = AnswerType())
    /// Undo a command: the one with this number, or the newest that is not yet undone.
    case undo(act: Int?, AnswerType<DoneReport> = AnswerType())
    /// Redo an undone act: the one with this number, or the last that was undone.
    case redo(act: Int?, AnswerType<DoneReport> = AnswerType())
    /// Rename the tag `from` on own links to `to`; also `from/…` under it.
    case renameTag(from: String, to: String, AnswerType<DoneReport> = AnswerType())
    /// Merge several tags into one.
    case mergeTags([String], into: String, AnswerType<DoneReport> = AnswerType())
    /// Remove a tag from own links.
    case removeTag(String, AnswerType<DoneReport> = AnswerType())
    /// Create a collection: of a query, or of members in a manual order.
    case newCollection(
        name: String, description: String, query: String?, act: ActToken? = nil,
        AnswerType<DoneReport> = AnswerType())
    /// Append things to a manual collection.
    case addToCollection(
        name: String, Selection, act: ActToken? = nil, AnswerType<DoneReport> = AnswerType())
    /// Remove things from a manual collection.
    case removeFromCollection(name: String, Selection, AnswerType<DoneReport> = AnswerType())
    /// Move members of a manual collection to another position, in this order.
    case orderCollection(
        name: String, [Reference], to: CollectionPlace, AnswerType<DoneReport> = AnswerType())
    /// Change a collection's name, description or query.
    case editCollection(name: String, CollectionChange, AnswerType<DoneReport> = AnswerType())
    /// Move a collection to the trash; its members stay.
    case removeCollection(name: String, AnswerType<DoneReport> = AnswerType())
    /// Place things in an audience; with `isLive` also future matches of the query.
    case share(Selection, with: Audience, isLive: Bool, AnswerType<DoneReport> = AnswerType())
    /// Withdraw things (and a live share of exactly this query) from an audience; nil from all.
    case unshare(Selection, from: Audience?, AnswerType<DoneReport> = AnswerType())
    /// Become friends with the person that a ticket names, or a member of a shared group: `@` with their name here or
    /// the beginning of their id. Nothing syncs before both have done it.
    case addFriend(ticket: String, petName: String?, AnswerType<Friend> = AnswerType())
    /// Change a friend's pet name.
    case renameFriend(PersonReference, to: String, AnswerType<DoneReport> = AnswerType())
    /// End a friendship: the former friend cannot read what is written to friends from now on.
    /// `isBlocked` also keeps the person from asking again, friend or not.
    case removeFriend(PersonReference, isBlocked: Bool, AnswerType<DoneReport> = AnswerType())
    /// Unblock a person: they may ask again.
    case unblock(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Accept a friend request (`Query.pending`).
    case acceptFriend(PersonReference, petName: String?, AnswerType<Friend> = AnswerType())
    /// Decline a friend request.
    case declineFriend(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Create a short code by which one person in the same room can ask to be a friend or, if a group is named, join it
    /// as `role`.
    case newCode(
        group: String? = nil, role: GroupRole = .editor, AnswerType<IssuedCode> = AnswerType())
    /// End the short code.
    case endCode(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Use a short code: where it is answered on this network, or at `host:port`. Done or refused within ten seconds;
    /// then each side decides (`acceptFriend`, `declineFriend`).
    case joinByCode(String, at: String?, AnswerType<Meeting> = AnswerType())
    /// Certify a further device of this person's, which `request` (its own text) describes. The
    /// phrase is needed where the root key is not on this machine.
    case pairDevice(request: String, phrase: String?, AnswerType<PairedDevice> = AnswerType())
    /// Rename an own device.
    case renameDevice(DeviceReference, to: String, AnswerType<DoneReport> = AnswerType())
    /// Revoke a device: its writes from now on are void. The phrase as for `pairDevice`.
    case revokeDevice(DeviceReference, phrase: String?, AnswerType<DoneReport> = AnswerType())
    /// Create a group with this person as its head.
    case newGroup(name: String, description: String = "", AnswerType<Group> = AnswerType())
    /// Create an invitation into a group as `role`: for `uses` people, within so many seconds.
    case inviteToGroup(
        String, role: GroupRole, uses: Int, seconds: Int, AnswerType<NewInvitation> = AnswerType())
    /// Create an invitation to be friends: for `uses` people, within so many seconds.
    case inviteFriend(uses: Int, seconds: Int, AnswerType<NewInvitation> = AnswerType())
    /// Accept an invitation to be friends; `petName` is the name for its author here, if not the one that they use.
    /// Done once a device of theirs has been met.
    case joinFriend(invitation: String, petName: String?, AnswerType<Joining> = AnswerType())
    /// Forget an accepted invitation, by its author.
    case forgetJoining(PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Revoke an invitation.
    case revokeInvitation(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Join a group by the text of an invitation; `name` is what this person calls it, if not as
    /// the inviter does. Done once the inviter's device has been met.
    case joinGroup(invitation: String, name: String?, AnswerType<Group> = AnswerType())
    /// Change this person's name for a group, or its description for all members.
    case editGroup(String, GroupChange, AnswerType<DoneReport> = AnswerType())
    /// Change a member's role.
    case setGroupRole(String, PersonReference, GroupRole, AnswerType<DoneReport> = AnswerType())
    /// End a membership: the former member cannot read what is written from now on.
    case removeFromGroup(String, PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Hand the group over to a member and stay as an owner.
    case handOverGroup(String, to: PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Leave a group.
    case leaveGroup(String, AnswerType<DoneReport> = AnswerType())
    /// Dissolve a group: end every membership, this person's last.
    case dissolveGroup(String, AnswerType<DoneReport> = AnswerType())
    /// Write a bundle to a new file at this absolute path: everything that these people's devices may have and are not
    /// known to have; with `isWhole` everything that they may have.
    case makeBundle(
        path: String, for: [Addressee], isWhole: Bool, AnswerType<BundleReport> = AnswerType())
    /// Apply the bundle at this absolute path.
    case applyBundle(path: String, AnswerType<BundleReport> = AnswerType())
    /// Sync with these people's devices through the directory at this absolute path, which another program carries. For
    /// a known directory, changes the people.
    case addFolder(path: String, for: [Addressee], AnswerType<CarriedFolder> = AnswerType())
    /// Stop using a directory; this node's files there are removed.
    case removeFolder(number: Int, AnswerType<DoneReport> = AnswerType())
    /// Use a friend's node as a mailbox for these people's devices: leave sealed segments there and fetch theirs. For a
    /// mailbox in use, changes the people.
    case useMailbox(at: PersonReference, for: [Addressee], AnswerType<Mailbox> = AnswerType())
    /// Stop using a mailbox; this node's segments there are deleted.
    case leaveMailbox(at: PersonReference, AnswerType<DoneReport> = AnswerType())
    /// Grant a friend a mailbox of this many bytes here; 0 ends it and deletes its content.
    case keepMailbox(for: PersonReference, quotaBytes: Int, AnswerType<DoneReport> = AnswerType())
    /// A change of files of things.
    case blob(BlobCommand)
    /// Sets the audience of new things without a named one; existing things stay as they are.
    case setDefaultAudience(Audience, AnswerType<DoneReport> = AnswerType())
    /// Turn discovery on the local networks on or off.
    case setDiscovery(Bool, AnswerType<DoneReport> = AnswerType())
    /// Set the loopback address for other programs of this machine; nil closes it.
    case setWeb(LoopbackAddress?, AnswerType<DoneReport> = AnswerType())
    /// Sets the meaning of `shared=yes` from a Pinboard client.
    case setPinboard(PinboardSharing, AnswerType<DoneReport> = AnswerType())
    /// Set the number of bytes that are stored of one other person's writes in one audience.
    case setAuthorQuota(bytes: Int, AnswerType<DoneReport> = AnswerType())
    /// Make several bulk changes in order, as one act, at most `Limits.bulkChangesMax`. Each sees the result of those
    /// before it.
    case changeMany([BulkChange], AnswerType<ChangesReport> = AnswerType())
    /// Merge duplicate links (`DuplicateSet`): all of them, or those with the address of one of these.
    case mergeDuplicates([Reference]?, AnswerType<DoneReport> = AnswerType())
    /// Add a rule that tags new things that match the query as typed (`TagRule.query`). For an existing rule, adds the
    /// tags to it.
    case addTagRule(query: String, tags: [String], AnswerType<DoneReport> = AnswerType())
    /// Remove a rule, by its query as typed or normalized, its id or the end of it. Tags that it has added stay.
    case removeTagRule(String, AnswerType<DoneReport> = AnswerType())
    /// Apply the rules to existing things: all, or these.
    case applyTagRules(Selection?, AnswerType<DoneReport> = AnswerType())
    /// Import the entries of an export besides its things, at most `ExportEntry.batchMax`, with the person whose export
    /// it is.
    case takeEntries(
        [ExportEntry], by: PersonID?, act: ActToken, AnswerType<EntryOutcomes> = AnswerType())
    /// Dial a node now and keep the address for later.
    case connect(host: String, port: UInt16, AnswerType<DoneReport> = AnswerType())
    /// Dial every friend that is not connected, and compare with every one that is.
    case sync(AnswerType<DoneReport> = AnswerType())
    /// Run the command and record its idempotency key in the same transaction: either both are durable or neither. A
    /// refused command records nothing.
    indirect case once(Command, IdempotencyKey)
    /// Run the command if the condition holds, both in one step; else do nothing.
    indirect case bound(Command, VersionCondition)
    /// Store the response to the request with this key, if it changed something.
    case keepAnswer(StoredAnswer, to: String, AnswerType<DoneReport> = AnswerType())
}

/// Groups the batches of one import into one act; chosen by the client.
package struct ActToken: Hashable, Sendable {
    /// Any number that this client has not used before.
    package let number: UInt64
    /// The number of links that previous batches have added: the act states the total.
    package var keptBefore = 0

    /// The token with this number.
    package init(_ number: UInt64) {
        self.number = number
    }
}

/// The things that a command applies to.
package enum Selection: Equatable, Sendable {
    /// Things named one by one.
    case references([Reference])
    /// All own things that match a search.
    case query(String)

    /// Includes future matches.
    package var isQuery: Bool {
        if case .query = self { return true }
        return false
    }
}

/// A person's reference to one thing.
package enum Reference: Hashable, Sendable {
    /// An id, or the end of one (`ObjectID.short`), any case.
    case id(String)
    /// An address; finds the own link with the same canonical address first.
    case url(String)

    /// Reads what a person typed: with a scheme it is an address, else an id.
    package init(text: String) {
        self = text.contains(":") ? .url(text) : .id(text)
    }

    /// The text as typed.
    package var text: String {
        switch self {
        case .id(let text), .url(let text): return text
        }
    }
}

/// A person's reference to somebody.
package struct PersonReference: Hashable, Sendable {
    /// A pet name, with or without `@`, or the beginning of a person's id, at least 8 characters,
    /// any case.
    package let text: String

    /// The text as typed.
    package init(_ text: String) {
        self.text = text
    }
}

/// A person's reference to one of their devices.
package struct DeviceReference: Hashable, Sendable {
    /// Its name, or the beginning of its id, at least 8 characters, any case.
    package let text: String

    /// The text as typed.
    package init(_ text: String) {
        self.text = text
    }
}
