import API
import Domain
import Testing

@Suite struct RequestTests {
    private func rawRequest(
        _ endpoint: OperationID, names: [String: String] = [:], query: String = "",
        body: String = "{}"
    ) throws -> RawRequest {
        RawRequest(
            endpoint: endpoint, names: names, parameters: try Parameters(query),
            body: Array(body.utf8))
    }

    private func export(_ query: String) throws -> ExportRequest {
        try ExportRequest(ParsedRequest.read(ExportFile.self, .exportFile, query))
    }

    @Test func `a link with only an address is for no audience, and skipped if it is here`() throws
    {
        let asked = try rawRequest(.addBookmark, body: #"{"url":"https://a.example/"}"#)

        #expect(
            try asked.request()
                == .command(
                    .addBookmarks(
                        [BookmarkDraft(url: "https://a.example/")], to: nil,
                        onDuplicate: .skip, act: nil)))
    }

    @Test(arguments: ["private", "friends", "group:lab", "@ben"])
    func `a default audience is named as any other`(name: String) throws {
        let asked = try rawRequest(.changeSettings, body: #"{"audience":"\#(name)"}"#)
        let wrong = try rawRequest(.changeSettings, body: #"{"audience":"everybody"}"#)

        let audience = try #require(Audience(name: name))
        #expect(try asked.request() == .command(.setDefaultAudience(audience)))
        #expect(throws: ProblemJSON.self) { try wrong.request() }
        #expect(try rawRequest(.showSettings).request() == .query(.settings()))
    }

    @Test(arguments: [
        (OperationID.removeBookmarks, ##"{"query":"#a","dryrun":true}"##, "/dryrun"),
        (.removeBookmarks, ##"{"query":"#a","audience":"friends"}"##, "/audience"),
        (.share, ##"{"query":"#a","audience":"friends","dry-run":true}"##, "/dry-run"),
        (.withdraw, ##"{"query":"#a","live":true}"##, "/live"),
        (.addBatch, ##"{"ops":[{"op":"trash","query":"#a","dry_run":true}]}"##, "/ops/0/dry_run"),
        (.addBatch, ##"{"ops":[{"op":"trash","query":"#a","refs":["x"]}]}"##, "/ops/0/refs"),
    ])
    func `a member that nobody knows beside a search is refused`(
        endpoint: OperationID, body: String, place: String
    ) throws {
        let problem = #expect(throws: ProblemJSON.self) {
            try rawRequest(endpoint, body: body).request()
        }
        #expect(problem?.code == "invalid_value")
        #expect(problem?.errors?.map(\.pointer) == [place])
        #expect(problem?.detail.hasSuffix("nothing was done") == true)
    }

    @Test func `bulk changes have a dry run, other requests refuse one`() throws {
        let things = Selection.query("#a")
        let share = Command.share(things, with: .friends, isLive: false)
        let body = ##"{"query":"#a","audience":"friends","dry_run":true}"##
        let dry = ##"{"query":"#a","dry_run":true}"##
        let rename = #"{"to":"b","dry_run":true}"#
        let merge = #"{"from":["a"],"into":"b","dry_run":true}"#

        #expect(try rawRequest(.share, body: body).request() == .query(.preview(share)))
        #expect(
            try rawRequest(.withdraw, body: body).request()
                == .query(.preview(.unshare(things, from: .friends))))
        #expect(
            try rawRequest(.removeBookmarks, body: dry).request()
                == .query(.preview(.remove(things))))
        #expect(
            try rawRequest(.renameTag, names: ["name": "a"], body: rename).request()
                == .query(.preview(.renameTag(from: "a", to: "b"))))
        #expect(
            try rawRequest(.mergeTags, body: merge).request()
                == .query(.preview(.mergeTags(["a"], into: "b"))))
        #expect(
            try rawRequest(.removeTag, names: ["name": "a"], query: "dry_run=true").request()
                == .query(.preview(.removeTag("a"))))
        let behind = try rawRequest(
            .removeBookmarks, query: "dry_run=true", body: ##"{"query":"#a"}"##)
        #expect(try behind.request() == .query(.preview(.remove(.query("#a")))))
        for (endpoint, body) in [
            (OperationID.addToCollection, dry), (.undoNewest, dry),
            (.addBatch, #"{"drafts":[],"dry_run":true}"#),
        ] {
            let problem = #expect(throws: ProblemJSON.self) {
                try rawRequest(endpoint, names: ["name": "c"], body: body).request()
            }
            #expect(problem?.code == "bad_request")
        }
        #expect(
            try rawRequest(.share, body: body.replacing("true", with: "false")).request()
                == .command(share))
    }

    @Test func `an export for some says nothing of others`() throws {
        var link = Samples.bookmark
        link.placement = [.friends, .public, .person("Bob")]
        func places(_ audience: String) throws -> [Audience]? {
            try export(audience).shown(link)?.placement
        }

        #expect(try places("audience=public") == [.public])
        #expect(try places("audience=friends") == [.friends, .public])
        #expect(try places("audience=@Bob") == [.person("Bob")])
        #expect(try places("audience=@Cleo") == nil)
        #expect(try places("") == link.placement)
        link.author = Author(person: link.author.person, name: "Dear", isMe: false)
        #expect(try export("audience=public").shown(link)?.author.name == "")
        #expect(try export("").shown(link)?.author.name == "Dear")
    }

    @Test(
        arguments: [
            ("format=html&folders=tags", ExportRequest.Folders.tags),
            ("folders=collections", .collections),
            ("folders=tags&audience=friends", .tags),
            ("folders=collections&audience=private", .collections),
            ("", nil),
        ] as [(String, ExportRequest.Folders?)])
    func `folders are made of tags or collections`(
        parameters: String, folders: ExportRequest.Folders?
    ) throws {
        #expect(try export(parameters).folders == folders)
    }

    @Test(arguments: [
        ("folders=so", "one of tags, collections"), ("format=csv&folders=tags", "format=html"),
        ("folders=collections&audience=friends", "folders=tags, or leave the audience out"),
    ])
    func `others are refused, and so are collections for others`(
        parameters: String, fix: String
    ) throws {
        let problem = #expect(throws: ProblemJSON.self) {
            try export(parameters)
        }
        #expect(problem?.code == "invalid_value")
        #expect(problem?.fix == fix)
    }

    @Test func `one setting is changed at a time`() throws {
        for isOn in [true, false] {
            let asked = try rawRequest(.changeSettings, body: #"{"discovery":\#(isOn)}"#)
            #expect(try asked.request() == .command(.setDiscovery(isOn)))
        }
        for (body, command) in [
            (#"{"web":"[::1]:80"}"#, Command.setWeb(LoopbackAddress(.ipv6, port: 80))),
            (#"{"web":"off"}"#, .setWeb(nil)), (#"{"pinboard":"public"}"#, .setPinboard(.public)),
        ] {
            #expect(try rawRequest(.changeSettings, body: body).request() == .command(command))
        }
        for wrong in [
            "{}", #"{"audience":"friends","discovery":true}"#, #"{"discovery":1}"#,
            #"{"web":"0.0.0.0:80"}"#, #"{"web":"127.0.0.1"}"#, #"{"web":"127.0.0.1:65536"}"#,
            #"{"web":"127.0.0.1:+80"}"#, #"{"web":""}"#, #"{"pinboard":"friends"}"#,
            #"{"web":"off","discovery":true}"#,
        ] {
            let asked = try rawRequest(.changeSettings, body: wrong)
            #expect(throws: ProblemJSON.self) { try asked.request() }
        }
    }

    @Test func `order is asked for as the commands say it`() throws {
        for (endpoint, body, command) in [
            (OperationID.mergeDuplicates, "{}", Command.mergeDuplicates(nil)),
            (.mergeDuplicates, #"{"refs":["ABCD1234"]}"#, .mergeDuplicates([.id("ABCD1234")])),
            (
                .addTagRule, #"{"query":"a.example","tags":["a"]}"#,
                .addTagRule(query: "a.example", tags: ["a"])
            ),
            (.applyTagRules, "{}", .applyTagRules(nil)),
            (.applyTagRules, ##"{"query":"#a"}"##, .applyTagRules(.query("#a"))),
        ] {
            #expect(try rawRequest(endpoint, body: body).request() == .command(command))
        }
        let dry = try rawRequest(.applyTagRules, body: #"{"dry_run":true}"#)
        #expect(try dry.request() == .query(.preview(.applyTagRules(nil))))
        for (endpoint, body) in [
            (OperationID.mergeDuplicates, #"{"refs":[]}"#), (.applyTagRules, #"{"refs":[]}"#),
            (.applyTagRules, ##"{"refs":["ABCD1234"],"query":"#a"}"##), (.addTagRule, "{}"),
        ] {
            #expect(throws: ProblemJSON.self) { try rawRequest(endpoint, body: body).request() }
        }
    }

    @Test func `a link with everything is understood, unknown members are not minded`() throws {
        let asked = try rawRequest(
            .addBookmark,
            body: """
                {"url":"u:","title":"t","note":"n","tags":["a"],"size":"s","unread":true,
                "created_at":"2026-11-21T04:00:23.12Z","audience":"friends","on_dup":"merge",
                "colour":"red"}
                """)

        let draft = BookmarkDraft(
            url: "u:", title: "t", note: "n", tags: ["a"], size: .small, isUnread: true,
            added: Samples.at)
        #expect(
            try asked.request()
                == .command(.addBookmarks([draft], to: .friends, onDuplicate: .merge, act: nil)))
    }

    @Test(arguments: [
        (#"{"url":1}"#, "bad_json", "/url"), ("{}", "bad_json", "/url"), ("{", "bad_json", nil),
        (#"{"url":"u:","audience":"all"}"#, "invalid_value", "/audience"),
        (#"{"url":"u:","size":"xl"}"#, "invalid_value", "/size"),
        (#"{"url":"u:","on_dup":"drop"}"#, "invalid_value", "/on_dup"),
        (#"{"url":"u:","created_at":"today"}"#, "invalid_value", "/created_at"),
        (#"{"url":"u:","tags":["a",2]}"#, "bad_json", "/tags/1"),
    ])
    func `a problem of a link names its place`(
        body: String, code: String, pointer: String?
    ) throws {
        let asked = try rawRequest(.addBookmark, body: body)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.code == code)
        #expect(problem?.errors?.first?.pointer == pointer)
    }

    @Test func `a batch takes as many as the node does, and not one more`() throws {
        func asked(_ count: Int) throws -> RawRequest {
            let drafts = Array(repeating: DraftJSON(url: "u:"), count: count)
            return try rawRequest(.addBatch, body: text(AddBatch(drafts)))
        }

        #expect(throws: Never.self) { try asked(Limits.batchMax - 1).request() }
        #expect(throws: Never.self) { try asked(Limits.batchMax).request() }
        let problem = #expect(throws: ProblemJSON.self) { try asked(Limits.batchMax + 1).request() }
        #expect(problem?.code == "too_many")
    }

    @Test(arguments: [("", 50), ("limit=1", 1), ("limit=500", 500)])
    func `a page has 1 to 500 items, 50 if nothing is said`(query: String, limit: Int) throws {
        let asked = try rawRequest(.listBookmarks, query: query)

        #expect(try asked.request() == .query(.list(ListRequest(limit: limit, kind: .link))))
    }

    @Test(arguments: ["limit=0", "limit=501", "limit=x", "total=maybe"])
    func `a parameter out of its range is refused`(query: String) throws {
        let asked = try rawRequest(.listBookmarks, query: query)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.status == 400)
    }

    @Test func `a search is decoded, a plus is a blank`() throws {
        let asked = try rawRequest(
            .listBookmarks, query: "q=%23crdt+c%2B%2B&sort=title&cursor=a%3D&total=1")

        let wanted = ListRequest(
            query: "#crdt c++", sort: .title, limit: 50, cursor: "a=", withTotal: true,
            kind: .link)
        #expect(try asked.request() == .query(.list(wanted)))
    }

    @Test(arguments: [
        (
            #"{"refs":["04HM","https://a.example/"]}"#,
            Selection.references([.id("04HM"), .url("https://a.example/")])
        ),
        (##"{"query":"#a"}"##, .query("#a")),
    ])
    func `things are meant by name or by search`(body: String, selection: Selection) throws {
        #expect(
            try rawRequest(.removeBookmarks, body: body).request() == .command(.remove(selection)))
    }

    @Test(arguments: ["{}", #"{"refs":[]}"#, #"{"refs":["a"],"query":"b"}"#])
    func `things meant both ways, or none, are refused`(body: String) throws {
        let asked = try rawRequest(.removeBookmarks, body: body)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.code == "invalid_value")
    }

    @Test func `the command line's requests are what the node reads`() throws {
        let share = text(ShareThings(.query("#a"), audience: "friends", live: true))
        let withdraw = text(WithdrawThings(.references([.id("X")])))
        let edit = text(EditLink("X", title: "", unread: false, addTags: ["a"]))

        #expect(
            try rawRequest(.share, body: share).request()
                == .command(.share(.query("#a"), with: .friends, isLive: true)))
        #expect(
            try rawRequest(.withdraw, body: withdraw).request()
                == .command(.unshare(.references([.id("X")]), from: nil)))
        #expect(
            try rawRequest(.editBookmark, names: ["id": "X"], body: edit).request()
                == .command(
                    .edit(
                        .id("X"), BookmarkChange(title: "", isUnread: false, addTags: ["a"]))))
    }

    @Test(arguments: [0, 65_536])
    func `a port is a port`(port: Int) throws {
        let asked = try rawRequest(.connect, body: #"{"host":"h","port":\#(port)}"#)

        #expect(throws: ProblemJSON.self) { try asked.request() }
    }

    @Test(arguments: [
        (
            OperationID.renameFriend, "", #"{"name":"B"}"#,
            Command.renameFriend(.init("ben"), to: "B")
        ),
        (.removeFriend, "", "", .removeFriend(.init("ben"), isBlocked: false)),
        (.removeFriend, "block=true", "", .removeFriend(.init("ben"), isBlocked: true)),
        (.unblock, "", "", .unblock(.init("ben"))),
        (.acceptPending, "", "", .acceptFriend(.init("ben"), petName: nil)),
        (.acceptPending, "", #"{"name":"B"}"#, .acceptFriend(.init("ben"), petName: "B")),
        (.declinePending, "", "", .declineFriend(.init("ben"))),
        (.pairDevice, "", #"{"request":"r"}"#, .pairDevice(request: "r", phrase: nil)),
        (
            .pairDevice, "", #"{"request":"r","phrase":"p"}"#,
            .pairDevice(request: "r", phrase: "p")
        ),
        (.newCode, "", "", .newCode()),
        (
            .joinByCode, "", #"{"code":"7-candy-lizard"}"#,
            .joinByCode("7-candy-lizard", at: nil)
        ),
        (
            .joinByCode, "", #"{"code":"7-candy-lizard","at":"h:1"}"#,
            .joinByCode("7-candy-lizard", at: "h:1")
        ),
        (.renameDevice, "", #"{"name":"B"}"#, .renameDevice(.init("ben"), to: "B")),
        (.revokeDevice, "", "", .revokeDevice(.init("ben"), phrase: nil)),
        (.revokeDevice, "", #"{"phrase":"p"}"#, .revokeDevice(.init("ben"), phrase: "p")),
    ])
    func `people and devices are meant by the name in the path`(
        endpoint: OperationID, query: String, body: String, command: Command
    ) throws {
        let asked = try rawRequest(endpoint, names: ["ref": "ben"], query: query, body: body)

        #expect(try asked.request() == .command(command))
    }

    @Test func `a short code is meant by its number`() throws {
        let ended = try rawRequest(.endCode, names: ["number": "7"])
        let shown = try rawRequest(.showCode, names: ["number": "7"])

        #expect(try ended.request() == .command(.endCode(number: 7)))
        #expect(try shown.request() == .query(.code(number: 7)))
        for number in ["seven", "-7", "", "99999999999999999999"] {
            let problem = #expect(throws: ProblemJSON.self) {
                try rawRequest(.showCode, names: ["number": number]).request()
            }
            #expect(problem?.status == 404)
        }
    }

    @Test(arguments: [
        (#"{"changes":[{"put":"A","x":1.5}]}"#, "/changes/0/x", "a whole number"),
        (#"{"changes":[{"put":"A","scale":0.8,"x":1.5}]}"#, "/changes/0/x", "a whole number"),
        (#"{"changes":[{"put":"A","x":"1"}]}"#, "/changes/0/x", "a whole number"),
        (#"{"changes":[{"put":7}]}"#, "/changes/0/put", "a text"),
        (#"{"changes":{}}"#, "/changes", "a list"), (#"{"changes":[3]}"#, "/changes/0", ""),
        (#"{"changes":null}"#, "/changes", "a list"), ("[]", nil, "an object"),
        (#"{"changes":[{"put":"A","x":1e40}]}"#, nil, ""), ("{", nil, "not JSON"),
    ])
    func `a wrong type is refused with the expected one and a way to the schema`(
        body: String, pointer: String?, words: String
    ) throws {
        let asked = try rawRequest(.arrangeOutfit, names: ["id": "A"], body: body)

        let thrown = #expect(throws: ProblemJSON.self) { try asked.request() }

        let problem = try #require(thrown)
        #expect(problem.code == "bad_json")
        #expect(problem.fix?.contains("openapi") == true)
        #expect(problem.detail.contains(words))
        if let pointer { #expect(problem.errors?.first?.pointer == pointer) }
    }

    @Test(arguments: [OperationID.pairDevice, .revokeDevice])
    func `a phrase of the wrong type is not repeated`(endpoint: OperationID) throws {
        let asked = try rawRequest(
            endpoint, names: ["ref": "ben"],
            body: #"{"request":"r","phrase":["abandon","abandon"]}"#)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.code == "bad_json")
        #expect(try text(#require(problem)).contains("abandon") == false)
    }
}
