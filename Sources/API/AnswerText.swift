package import Domain

extension JSONText {
    /// What the node answered, as the body of a success.
    ///
    /// - Throws: what the node refused.
    package static func encode(_ answer: Answer) throws(ProblemJSON) -> [UInt8] {
        switch answer {
        case .kept(let report): return encode(KeptJSON(report))
        case .done(let report): return encode(DoneJSON(report))
        case .changed(let report): return encode(OpsDoneJSON(report))
        case .page(let page):
            return encode(
                PageJSON(
                    items: page.items.map(ThingJSON.init), nextCursor: page.nextCursor,
                    total: page.total))
        case .bookmark(let thing): return encode(ThingJSON(thing))
        // The endpoints that get these spell them.
        case .reactions, .comments, .comment, .reports, .feeds, .blob:
            throw ProblemJSON(.internalError, "the node gave an answer of another kind")
        case .advice(let advice): return encode(AdviceJSON(advice))
        case .stats(let stats): return encode(ClosetStatsJSON(stats))
        case .tags(let tags): return encode(PageJSON(items: tags.map(TagJSON.init)))
        case .collections(let collections):
            return encode(PageJSON(items: collections.map(CollectionJSON.init)))
        case .history(let history): return encode(HistoryJSON(history))
        case .visibility(let visibility): return encode(VisibilityJSON(visibility))
        case .friends(let friends):
            return encode(PageJSON(items: friends.map(FriendJSON.init)))
        case .peers(let peers): return encode(PageJSON(items: peers.map(PeerJSON.init)))
        case .status(let status): return encode(StatusJSON(status))
        case .identity(let identity): return encode(IdentityJSON(identity))
        case .check(let canonicalURL, let bookmark, let tags):
            return encode(
                CheckJSON(canonicalURL: canonicalURL, bookmark: bookmark, autoTags: tags))
        case .duplicates(let page): return encode(DuplicatesJSON(page))
        case .completions(let completions):
            return encode(PageJSON(items: completions.map(CompletionJSON.init)))
        case .references(let references):
            return encode(references.map { $0?.text })
        // Imports and exports alone ask for these.
        case .twin(_, let reference): return encode(reference?.text)
        case .entries(let page): return encode(page.items.count)
        case .entryFates(let fates, _): return encode(fates.count)
        // What was answered is sent again as it was.
        case .keyUse(let use): return encode(use != .unused)
        // Of these only headers are made.
        case .written(let chains): return encode(chains.count)
        case .replication(let replication): return encode(replication.have)
        case .tagRules(let rules):
            return encode(PageJSON(items: rules.map(TagRuleJSON.init)))
        case .acts(let acts): return encode(PageJSON(items: acts.map(ActJSON.init)))
        case .shares(let shares): return encode(PageJSON(items: shares.map(ShareJSON.init)))
        case .befriended(let friend): return encode(FriendJSON(friend))
        case .people(let people):
            return encode(PageJSON(items: people.map(AuthorJSON.init)))
        case .pending(let knocks):
            return encode(PageJSON(items: knocks.map(PendingJSON.init)))
        case .code(let code): return encode(CodeJSON(code))
        case .meeting(let meeting): return encode(MeetingJSON(meeting))
        case .devices(let devices):
            return encode(PageJSON(items: devices.map(DeviceJSON.init)))
        case .paired(let paired): return encode(PairedDeviceJSON(paired))
        case .groups(let groups): return encode(PageJSON(items: groups.map(GroupJSON.init)))
        case .members(let members):
            return encode(PageJSON(items: members.map(GroupMemberJSON.init)))
        case .group(let group): return encode(GroupJSON(group))
        case .invitations(let invitations):
            return encode(PageJSON(items: invitations.map(InvitationJSON.init)))
        case .bundle(let report): return encode(BundleJSON(report))
        case .folders(let folders):
            return encode(PageJSON(items: folders.map(FolderJSON.init)))
        case .mailboxes(let used, let kept): return encode(MailboxesJSON(used, kept: kept))
        case .mailbox(let mailbox): return encode(MailboxJSON(mailbox))
        case .folder(let folder): return encode(FolderJSON(folder))
        case .settings(let settings): return encode(SettingsJSON(settings))
        case .joinings(let joinings):
            return encode(PageJSON(items: joinings.map(JoiningJSON.init)))
        case .joining(let joining): return encode(JoiningJSON(joining))
        case .invited(let made): return encode(NewInvitationJSON(made))
        case .rejected(let problem): throw ProblemJSON(problem)
        }
    }
}
