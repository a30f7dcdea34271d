package import Domain

extension JSONText {
    /// What the node answered, as the body of a success.
    ///
    /// - Throws: what the node refused.
    package static func encode(_ answer: Answer) throws(ProblemJSON) -> [UInt8] {
        switch answer {
        case .kept(let report): return try encode(KeptJSON(report))
        case .done(let report): return try encode(DoneJSON(report))
        case .changed(let report): return try encode(OpsDoneJSON(report))
        case .page(let page):
            return try encode(
                PageJSON(
                    items: page.items.map(ThingJSON.init), nextCursor: page.nextCursor,
                    total: page.total))
        case .bookmark(let thing): return try encode(ThingJSON(thing))
        case .reactions(let reactions):
            return try encode(PageJSON(items: reactions.map(PersonReactionJSON.init)))
        case .comments(let page):
            return try encode(
                PageJSON(
                    items: page.items.map(CommentJSON.init), nextCursor: page.nextCursor,
                    total: page.total))
        case .comment(let comment): return try encode(CommentJSON(comment))
        case .reports(let page):
            return try encode(
                PageJSON(
                    items: page.items.map(ThingReportJSON.init), nextCursor: page.nextCursor,
                    total: page.total))
        case .feeds(let answer): return try encode(answer)
        case .advice(let advice): return try encode(AdviceJSON(advice))
        case .stats(let stats): return try encode(ClosetStatsJSON(stats))
        case .tags(let tags): return try encode(PageJSON(items: tags.map(TagJSON.init)))
        case .collections(let collections):
            return try encode(PageJSON(items: collections.map(CollectionJSON.init)))
        case .history(let history): return try encode(HistoryJSON(history))
        case .visibility(let visibility): return try encode(VisibilityJSON(visibility))
        case .friends(let friends):
            return try encode(PageJSON(items: friends.map(FriendJSON.init)))
        case .peers(let peers): return try encode(PageJSON(items: peers.map(PeerJSON.init)))
        case .status(let status): return try encode(StatusJSON(status))
        case .identity(let identity): return try encode(IdentityJSON(identity))
        case .check(let canonicalURL, let bookmark, let tags):
            return try encode(
                CheckJSON(canonicalURL: canonicalURL, bookmark: bookmark, autoTags: tags))
        case .duplicates(let page): return try encode(DuplicatesJSON(page))
        case .completions(let completions):
            return try encode(PageJSON(items: completions.map(CompletionJSON.init)))
        case .references(let references):
            return try encode(references.map { $0?.text })
        // Imports and exports alone ask for these.
        case .twin(_, let reference): return try encode(reference?.text)
        case .entries(let page): return try encode(page.items.count)
        case .entryFates(let fates, _): return try encode(fates.count)
        // What was answered is sent again as it was.
        case .keyUse(let use): return try encode(use != .unused)
        // Of these only headers are made.
        case .written(let chains): return try encode(chains.count)
        case .replication(let replication): return try encode(replication.have)
        case .tagRules(let rules):
            return try encode(PageJSON(items: rules.map(TagRuleJSON.init)))
        case .acts(let acts): return try encode(PageJSON(items: acts.map(ActJSON.init)))
        case .shares(let shares): return try encode(PageJSON(items: shares.map(ShareJSON.init)))
        case .befriended(let friend): return try encode(FriendJSON(friend))
        case .people(let people):
            return try encode(PageJSON(items: people.map(AuthorJSON.init)))
        case .pending(let knocks):
            return try encode(PageJSON(items: knocks.map(PendingJSON.init)))
        case .code(let code): return try encode(CodeJSON(code))
        case .meeting(let meeting): return try encode(MeetingJSON(meeting))
        case .devices(let devices):
            return try encode(PageJSON(items: devices.map(DeviceJSON.init)))
        case .paired(let paired): return try encode(PairedDeviceJSON(paired))
        case .groups(let groups): return try encode(PageJSON(items: groups.map(GroupJSON.init)))
        case .members(let members):
            return try encode(PageJSON(items: members.map(GroupMemberJSON.init)))
        case .group(let group): return try encode(GroupJSON(group))
        case .invitations(let invitations):
            return try encode(PageJSON(items: invitations.map(InvitationJSON.init)))
        case .bundle(let report): return try encode(BundleJSON(report))
        case .folders(let folders):
            return try encode(PageJSON(items: folders.map(FolderJSON.init)))
        case .mailboxes(let used, let kept): return try encode(MailboxesJSON(used, kept: kept))
        case .mailbox(let mailbox): return try encode(MailboxJSON(mailbox))
        case .folder(let folder): return try encode(FolderJSON(folder))
        case .blob(let answer): return try encode(answer)
        case .settings(let settings): return try encode(SettingsJSON(settings))
        case .joinings(let joinings):
            return try encode(PageJSON(items: joinings.map(JoiningJSON.init)))
        case .joining(let joining): return try encode(JoiningJSON(joining))
        case .invited(let made): return try encode(NewInvitationJSON(made))
        case .rejected(let problem): throw ProblemJSON(problem)
        }
    }
}
