import API
import CRDT
import Domain
import Primitives
import Testing

@Suite struct OpenAPITests {
    static let samples: [(String, any JSONConvertible & Sendable)] = [
        ("Health", HealthJSON()), ("Version", VersionJSON(version: "1")),
        ("Blob", Samples.blob), ("Files", StatusJSON(Samples.status).files),
        ("Status", Samples.statusWithWeb), ("Author", AuthorJSON(Samples.ana)),
        ("Identity", IdentityJSON(Samples.identity, qr: nil)), ("QR", QRJSON("weft:1")),
        ("Bookmark", BookmarkJSON(Samples.late(Samples.savedLink))),
        ("Garment", ThingJSON(Samples.late(Samples.garmentAtPlace))),
        ("CutOff", StatusJSON(Samples.status).cutOff?.first),
        ("LateChange", BookmarkJSON(Samples.late(Samples.bookmark)).lateChange),
        ("ThingCount", ThingCountJSON(Samples.status.otherThings[0])),
        ("NewGarment", new(Samples.garmentAtPlace, at: Garments.self)),
        ("Place", ThingJSON(Samples.late(Samples.place))),
        ("Clip", ThingJSON(Samples.late(Samples.clip))),
        ("NewPlace", new(Samples.place, at: Places.self)),
        ("NewClip", new(Samples.clip, at: Clips.self)),
        ("EditPlace", edit(Places.self)), ("EditClip", edit(Clips.self)),
        ("EditGarment", edit(Garments.self)), ("EditOutfit", edit(Outfits.self)),
        ("EditCloset", edit(Closets.self)), ("EditHighlight", edit(Highlights.self)),
        ("Highlight", ThingJSON(Samples.late(Samples.highlight))),
        ("NewHighlight", new(Samples.highlight, at: Highlights.self)),
        ("Paper", ThingJSON(Samples.late(Samples.paper))), ("EditPaper", edit(Papers.self)),
        ("NewPaper", new(Samples.paper, at: Papers.self)),
        ("Outfit", ThingJSON(Samples.late(Samples.outfit))),
        ("Closet", ThingJSON(Samples.late(Samples.closet))),
        ("NewOutfit", new(Samples.outfit, at: Outfits.self)),
        ("NewCloset", new(Samples.closet, at: Closets.self)),
        ("Layer", NamedThingJSON(Samples.outfit).layers?.first),
        ("ClosetThing", NamedThingJSON(Samples.closet).things?.first),
        ("Part", PartJSON(Samples.garment)), ("Layout", ArrangeOutfit("o", [])),
        ("LayoutChange", layoutChange), ("Wear", WearOutfit("o", day: "d", remove: true)),
        ("Clone", CloneThing<Outfits>("o", name: "n", audience: "private")),
        ("Fill", FillCloset("c", add: [], remove: [])), ("Advice", AdviceJSON(Samples.advice)),
        ("AdvisedPiece", AdviceJSON(Samples.advice).pieces[0]),
        ("ClosetStats", ClosetStatsJSON(Samples.stats)),
        ("Worth", ClosetStatsJSON(Samples.stats).best[0]),
        ("Conflict", BookmarkJSON(Samples.bookmark).conflicts[0]),
        ("Reactions", ReactionsJSON(Samples.reactions)),
        ("PersonReaction", PersonReactionJSON(Samples.personReaction)),
        ("Comment", CommentJSON(Samples.comment)),
        ("Report", ThingReportJSON(Samples.report)),
        ("NewReport", AddReport(thing: "t", reason: "r")),
        ("SetReaction", SetReaction("i", "like")),
        ("NewComment", AddComment(on: "i", text: "t", inReplyTo: "r")),
        ("EditComment", EditComment("i", text: "t")),
        ("Check", CheckJSON(canonicalURL: "u", bookmark: Samples.bookmark)),
        ("Kept", KeptJSON(Samples.kept)), ("Placed", KeptJSON(Samples.kept).placed[0]),
        ("Done", DoneJSON(count: 1, act: 2, summary: "s")),
        ("DuplicateSet", DuplicateSetJSON(Samples.duplicates.sets[0])),
        ("Duplicates", DuplicatesJSON(Samples.duplicates)),
        ("DuplicatesMerge", MergeDuplicates(refs: ["a"], dryRun: true)),
        ("TagRule", TagRuleJSON(Samples.tagRule)),
        ("NewTagRule", AddTagRule(query: "q", tags: ["a"])),
        ("TagRulesApply", tagRulesApply), ("Tag", TagJSON(TagCount(name: "a", count: 1))),
        ("Completion", CompletionJSON(Completion(.tag, name: "a", count: 1))),
        ("Collection", CollectionJSON(Samples.collection)),
        ("Share", ShareJSON(LiveShare(query: "q", audience: .public, count: 1))),
        ("Friend", FriendJSON(Samples.friend)), ("Peer", PeerJSON(Samples.peer)),
        ("Act", ActJSON(Act(number: 1, summary: "s", at: Samples.at, isUndone: false))),
        ("ImportJob", Samples.job), ("Refusal", Samples.job.refusals[0]),
        ("Warning", Samples.job.warnings[0]),
        ("Problem", Samples.problem),
        ("History", HistoryJSON(Samples.history)),
        ("HistoryEntry", HistoryJSON(Samples.history).items[0]),
        (
            "Visibility",
            VisibilityJSON(
                Visibility(
                    id: Samples.id, placement: [],
                    viewers: [Samples.viewer], former: []))
        ),
        ("Viewer", VisibilityJSON.Viewer(Samples.viewer)),
        ("ViewerDevice", VisibilityJSON.Device(Samples.viewer.devices[0])),
        ("Settings", SettingsJSON(Samples.settings)),
        ("SettingsChange", settingsChange),
        (
            "Draft",
            DraftJSON(
                url: "u", title: "t", note: "n", tags: [], size: "m", unread: true,
                createdAt: "c", thumbnail: "f", snapshots: [])
        ),
        (
            "Add",
            AddLink(
                DraftJSON(
                    url: "u", title: "t", note: "n", tags: [], size: "m", unread: true,
                    createdAt: "c", thumbnail: "f", snapshots: []), audience: "private",
                onDuplicate: "skip")
        ),
        ("PageForm", PageForm(file: "f", url: "u")),
        ("Batch", batchOfBoth), ("Op", op), ("OpsDone", OpsDoneJSON(Samples.changes)),
        ("OpDone", OpsDoneJSON(Samples.changes).ops[1]),
        (
            "Edit",
            EditLink(
                "l", url: "u", title: "t", note: "n", size: "m", unread: true, addTags: [],
                removeTags: [], thumbnail: "f", snapshots: [], addSnapshots: [],
                removeSnapshots: [])
        ),
        ("Rename", RenameTag("n", to: "a", dryRun: true)),
        ("Merge", MergeTags(from: [], into: "a", dryRun: true)),
        ("NewCollection", NewCollection(name: "n", description: "d", query: "q")),
        ("AddFriend", AddFriend(ticket: "t", name: "n")),
        ("Code", CodeJSON(Samples.code)), ("Meeting", groupMeeting),
        ("JoinByCode", JoinByCode(code: "7-candy-lizard", at: "h:1")),
        ("Pending", PendingJSON(Samples.knock)), ("Device", DeviceJSON(Samples.device)),
        ("PairedDevice", PairedDeviceJSON(Samples.paired)),
        ("Group", GroupJSON(Samples.group)), ("GroupMember", GroupMemberJSON(Samples.member)),
        ("Invitation", InvitationJSON(Samples.invitation)),
        ("NewInvitation", shortInvitation),
        ("NewGroup", NewGroup(name: "n", description: "d")),
        ("EditGroup", EditGroup("g", name: "n", description: "d")),
        ("HandOver", HandOverGroup("g", to: "@ben")),
        ("SetRole", SetMemberRole("g", "@ben", role: "viewer")),
        ("Invite", InviteToGroup("g", role: "viewer", uses: 2, seconds: 60)),
        ("Join", JoinGroup(invitation: "i", name: "n")),
        ("InviteFriend", InviteFriend(uses: 2, seconds: 60)),
        ("Joining", JoiningJSON(Samples.joining)),
        ("RenameTo", RenameFriend("b", to: "n")), ("AcceptFriend", AcceptPending("b", name: "n")),
        ("PairDevice", PairDevice(request: "r", phrase: "p")),
        ("RevokeDevice", RevokeDevice("d", phrase: "p")),
        ("Bundle", BundleJSON(Samples.bundle)),
        ("NewBundle", NewBundle(path: "/p", for: ["@ben"], whole: true)),
        ("ApplyBundle", ApplyBundle(path: "/p")), ("Folder", FolderJSON(Samples.folder)),
        ("NewFolder", NewFolder(path: "/p", for: ["me"])),
        ("Mailbox", MailboxJSON(Samples.mailbox)),
        ("KeptMailbox", KeptMailboxJSON(Samples.keptMailbox)),
        ("Mailboxes", MailboxesJSON([Samples.mailbox], kept: [Samples.keptMailbox])),
        ("NewMailbox", NewMailbox(keeper: "@ben", for: ["me"])),
        ("KeepMailbox", KeepMailbox(person: "@ben", quotaBytes: 1)),
        ("Connect", Connect(host: "h", port: 1)), ("Backup", MakeBackup(to: "/p")),
        ("Follow", FollowJSON(Samples.follow)),
        ("NewFollow", AddFollow(what: "w", thing: "t", openly: true)),
        ("Said", SaidJSON(Samples.said)), ("Portfolio", PortfolioJSON(Samples.portfolio)),
        ("Contributor", ContributorJSON(Samples.contributor)),
        ("Recommendation", RecommendationJSON(Samples.recommendation)),
        ("Profile", ProfileJSON(Samples.profile)),
        ("Event", EventJSON(NumberedNotice(number: 1, at: Samples.at, notice: .warning("w")))),
        ("EventData", eventData),
        ("EditProfile", EditProfile(name: "n", about: "a", photo: "p", audience: "friends")),
    ]

    @Test func `every endpoint has exactly one route, and no two routes are alike`() {
        let routes = Routes.all

        #expect(Set(routes.map(\.endpoint)).count == routes.count)
        #expect(routes.count == 201)
        #expect(Set(routes.map { "\($0.method.rawValue) \($0.path)" }).count == routes.count)
    }

    @Test func `the described paths are the routed ones`() throws {
        guard case .object(let document) = OpenAPI.document(version: "1"),
            case .object(let paths)? = document["paths"]
        else {
            Issue.record("the document has no paths")
            return
        }
        let described = paths.flatMap { path, item -> [String] in
            guard case .object(let methods) = item else { return [] }
            return methods.keys.map { "\($0.uppercased()) \(path)" }
        }

        #expect(
            described.sorted() == Routes.all.map { "\($0.method.rawValue) \($0.path)" }.sorted())
        for route in Routes.all {
            let path = route.path.split(separator: "/").map {
                $0.hasPrefix("{") ? Self.filled($0) : String($0)
            }
            guard
                case .found(let found, _) = Routing.find(
                    route.method.rawValue, "/" + path.joined(separator: "/"))
            else {
                Issue.record("\(route.path) is described and not found")
                continue
            }
            #expect(found.endpoint == route.endpoint)
        }
    }

    // With the members of both bodies, which no valid request has.
    private static var batchOfBoth: AddBatch {
        var batch = AddBatch([], audience: "private", onDuplicate: "skip")
        (batch.ops, batch.dryRun) = ([], true)
        return batch
    }

    // With all members, which no valid change has.
    private static var op: OpJSON {
        var op = OpJSON(.addTags, query: "q")
        (op.ids, op.tags, op.unread, op.size) = (["i"], ["a"], true, "m")
        (op.audience, op.collection) = ("friends", "c")
        return op
    }

    // With all members, which no valid request has.
    // Samples with members that no golden sample has together.
    private static var whole: [(String, any JSONConvertible & Sendable)] {
        var invited = Samples.invited
        invited.line = "weft-join:2A"
        return [("NewInvitation", InviteToGroup("lab").output(invited))]
    }

    // With the members that most answers leave out.
    private static var groupMeeting: MeetingJSON {
        var meeting = MeetingJSON(Samples.meeting)
        meeting.group = "lab"
        return meeting
    }

    private static var shortInvitation: NewInvitationJSON {
        var made = NewInvitationJSON(Samples.invited, qr: nil)
        made.line = "weft-join:2"
        return made
    }

    private static var settingsChange: ChangeSettings {
        var change = ChangeSettings(audience: "friends")
        change.discovery = true
        change.web = "off"
        change.pinboard = "public"
        change.filesQuotaBytes = 5
        change.filesOriginals = "always"
        change.authorQuotaBytes = 5
        return change
    }

    // With all members, which no event has.
    private static var eventData: EventDataJSON {
        let notice = NumberedNotice(
            number: 1, at: Samples.at,
            notice: .commented(
                Samples.id, title: "t", comment: Samples.id, "c", by: Samples.ana))
        var data = EventJSON(notice).data
        (data.person, data.group, data.role, data.count) = ("p", "g", "viewer", 1)
        (data.address, data.reason, data.received, data.iLack) = ("a", "r", 1, 1)
        (data.audience, data.state, data.message) = ("friends", "full", "m")
        (data.value, data.report, data.setting) = ("like", "r", "web")
        (data.from, data.to, data.job, data.done, data.total) = (["f"], "t", "1", 1, 1)
        return data
    }

    private static var tagRulesApply: ApplyTagRules {
        var request = ApplyTagRules(.query("#a"), dryRun: true)
        request.things.refs = ["a"]
        return request
    }

    // With every detail, and for lists also additions and removals.
    private static func edit<Paths: KindPaths>(_ paths: Paths.Type) -> EditThing<Paths> {
        EditThing(
            "t", name: "n", url: "u", note: "n", addTags: ["a"], removeTags: ["b"],
            details: Paths.kind.details.filter(\.value.isTyped).map { form in
                DetailChange(
                    form.name, values: ["v"], add: form.isList ? ["a"] : [],
                    remove: form.isList ? ["r"] : [])
            })
    }

    private static func new<Paths: KindPaths>(
        _ thing: Bookmark, at paths: Paths.Type
    ) -> AddThing<Paths> {
        AddThing(
            name: "n", url: "u", note: "n", tags: [], audience: "private",
            details: thing.details)
    }

    // With all members, which no valid change has.
    private static var layoutChange: LayoutChangeJSON {
        var change = LayoutChangeJSON(
            put: "p", x: 1, y: 1, scale: 1, rotation: 1, z: 1, again: true)
        (change.take, change.clear) = ("t", true)
        return change
    }

    private static func filled(_ segment: Substring) -> String {
        "x" + segment.drop { $0 != "}" }.dropFirst()
    }

    @Test func `every schema that is named exists`() throws {
        let written = text(OpenAPI.document(version: "1"))
        let named = written.split(separator: "#/components/schemas/").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }

        #expect(Set(named).subtracting(Schemas.all.map(\.name)) == [])
    }

    @Test(arguments: [
        Samples.bookmark, Samples.garment, Samples.outfit, Samples.closet, Samples.highlight,
        Samples.place, Samples.clip, Samples.paper,
    ])
    func `a thing has the members that every kind has, and those of its own`(
        thing: Bookmark
    ) throws {
        let schema = try #require(Schemas.all.first { $0.name == "Thing" })

        let written = try decoded(MemberNames.self, from: JSONText.encode(ThingJSON(thing)))

        let required = schema.members.filter(\.isRequired).map(\.name)
        #expect(Set(written.names).isSubset(of: schema.members.map(\.name)))
        #expect(Set(required).isSubset(of: written.names))
        #expect(required.contains("id") && !required.contains("colors"))
    }

    @Test(arguments: samples.map(\.0))
    func `a schema names the members that are written`(name: String) throws {
        let schema = try #require(Schemas.all.first { $0.name == name })
        let samples = Self.whole + GoldenTests.withQR + Self.samples
        let sample = try #require(samples.first { $0.0 == name }?.1)

        let written = try decoded(MemberNames.self, from: JSONText.encode(sample))

        #expect(written.names == schema.members.map(\.name).sorted())
    }
}
