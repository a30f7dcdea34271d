import API
import Testing

@Suite struct RoutingTests {
    private func endpoint(_ method: String, _ path: String) -> OperationID? {
        guard case .found(let route, _) = Routing.find(method, path) else { return nil }
        return route.endpoint
    }

    @Test(arguments: [
        ("GET", "/v1/bookmarks", OperationID.listBookmarks),
        ("GET", "/v1/bookmarks/check", .checkAddress),
        ("GET", "/v1/bookmarks/04HM", .showBookmark),
        ("POST", "/v1/bookmarks:batch", .addBatch),
        ("GET", "/v1/things", .listThings), ("GET", "/v1/things/04HM", .showThing),
        ("DELETE", "/v1/things/04HM", .removeThing),
        ("GET", "/v1/places", .listPlaces), ("POST", "/v1/places", .addPlace),
        ("GET", "/v1/places/04HM", .showPlace), ("PATCH", "/v1/places/04HM", .editPlace),
        ("DELETE", "/v1/places/04HM", .removePlace), ("GET", "/v1/places/04HM/reel", .reel),
        ("GET", "/v1/clips", .listClips), ("POST", "/v1/clips", .addClip),
        ("GET", "/v1/clips/04HM", .showClip), ("PATCH", "/v1/clips/04HM", .editClip),
        ("DELETE", "/v1/clips/04HM", .removeClip),
        ("GET", "/v1/garments", .listGarments), ("POST", "/v1/garments", .addGarment),
        ("GET", "/v1/garments/04HM", .showGarment), ("PATCH", "/v1/garments/04HM", .editGarment),
        ("DELETE", "/v1/garments/04HM", .removeGarment),
        ("PUT", "/v1/objects/04HM/reaction", .setReaction),
        ("DELETE", "/v1/objects/04HM/reaction", .removeReaction),
        ("GET", "/v1/objects/04HM/reactions", .listReactions),
        ("GET", "/v1/objects/04HM/comments", .listComments),
        ("POST", "/v1/objects/04HM/comments", .addComment),
        ("PATCH", "/v1/comments/04HM", .editComment),
        ("DELETE", "/v1/comments/04HM", .removeComment),
        ("GET", "/v1/reports", .listReports), ("POST", "/v1/reports", .addReport),
        ("DELETE", "/v1/reports/04HM", .removeReport), ("PATCH", "/v1/profile", .editProfile),
        ("DELETE", "/v1/follows/%23wool", .removeFollow), ("POST", "/v1/mutes", .addMute),
        ("GET", "/v1/feed", .showFeed), ("GET", "/v1/feed/said", .showSaid),
        ("GET", "/v1/portfolio/friends", .listContributors),
        ("POST", "/v1/tags/a%2Fb:rename", .renameTag),
        ("DELETE", "/v1/tags/a%2Fb", .removeTag),
        ("POST", "/v1/tags:merge", .mergeTags),
        ("POST", "/v1/acts/12:undo", .undo),
        ("DELETE", "/v1/collections/x/items", .removeFromCollection),
        ("PATCH", "/v1/friends/%40ben", .renameFriend),
        ("DELETE", "/v1/friends/ben", .removeFriend),
        ("DELETE", "/v1/blocked/ben", .unblock),
        ("POST", "/v1/pending/WKMZV0KX:accept", .acceptPending),
        ("DELETE", "/v1/pending/WKMZV0KX", .declinePending),
        ("POST", "/v1/codes", .newCode),
        ("POST", "/v1/codes:join", .joinByCode),
        ("GET", "/v1/codes/7", .showCode),
        ("DELETE", "/v1/codes/7", .endCode),
        ("GET", "/v1/groups/lab", .showGroup),
        ("DELETE", "/v1/groups/lab", .dissolveGroup),
        ("POST", "/v1/groups/a%2Fb:leave", .leaveGroup),
        ("POST", "/v1/groups/lab:hand-over", .handOverGroup),
        ("GET", "/v1/groups/lab/members", .listMembers),
        ("PATCH", "/v1/groups/lab/members/%40ben", .setMemberRole),
        ("DELETE", "/v1/groups/lab/members/%40ben", .removeMember),
        ("POST", "/v1/groups/lab/invites", .inviteToGroup),
        ("DELETE", "/v1/invites/3", .revokeInvite), ("POST", "/v1/invites", .inviteFriend),
        ("GET", "/v1/joins", .listJoins), ("POST", "/v1/joins", .joinFriend),
        ("DELETE", "/v1/joins/ana", .forgetJoin),
        ("POST", "/v1/join", .joinGroup),
        ("POST", "/v1/devices", .pairDevice),
        ("DELETE", "/v1/devices/laptop", .revokeDevice),
    ])
    func `a request finds its route`(method: String, path: String, wanted: OperationID) {
        #expect(endpoint(method, path) == wanted)
    }

    @Test(arguments: [
        (OperationID.listBookmarks, "audience=friends", "audience", "in:private, in:friends"),
        (.listThings, "q=a&by=ben", "by", "by:@NAME"),
        (.listClips, "collection=x", "collection", "in:NAME"),
        (.listBookmarks, "modified_since=2026", "modified_since", "after:2026-01-31"),
        (.listBookmarks, "type=garment", "type", "supported: q, sort, limit, cursor, total"),
        (.checkAddress, "url=u&q=x", "q", "supported: url"), (.status, "x", "x", "leave it out"),
        (.backup, "dry_run=true", "dry_run", "leave it out"),
        (.exportFile, "tag=a", "tag", "format"),
        (.removeFriend, "blok=true", "blok", "supported: block"),
        (.readBlob, "Range=bytes", "Range", "supported: reference"),
    ])
    func `a parameter that a route does not know is refused, with what to write`(
        endpoint: OperationID, query: String, name: String, fix: String
    ) throws {
        let route = try #require(Routes.route(endpoint))
        let parameters = try Parameters(query)

        let problem = #expect(throws: ProblemJSON.self) { try route.check(parameters) }
        #expect(problem?.code == "bad_request")
        #expect(problem?.detail.hasPrefix("the parameter \(name) is not supported") == true)
        #expect(problem?.fix?.contains(fix) == true)
        #expect(problem?.detail.hasSuffix("nothing was done") == (route.method != .get))
    }

    @Test func `listed parameters pass, and on other programs' routes all do`() throws {
        for route in Routes.all {
            let listed = route.parameters.filter { $0.place == .query }.map { parameter in
                guard case .word(let words) = parameter.schema else { return "\(parameter.name)=1" }
                return "\(parameter.name)=\(words[0])"
            }
            let parameters = try Parameters(listed.joined(separator: "&"))
            #expect(throws: Never.self) { try route.check(parameters) }
            guard !route.path.hasPrefix("/v1/") else { continue }
            let foreign = try Parameters("utm_source=x")
            #expect(throws: Never.self) { try route.check(foreign) }
            #expect(throws: Never.self) { try route.check(condition: "If-Match") }
        }
    }

    @Test(arguments: [
        (OperationID.removeTag, "dry_run=", "dry_run has no value; nothing was done"),
        (.removeTag, "dry_run=true&dry_run=false", "dry_run occurs 2 times; nothing was done"),
        (.exportFile, "audience=", "audience has no value"),
        (.exportFile, "audience", "audience has no value"),
        (.exportFile, "q=", "q has no value"),
        (.exportFile, "audience=friends&audience=private", "audience occurs 2 times"),
        (.exportFile, "format=doc", "format does not accept 'doc'"),
        (.importFile, "on_dup=replace", "on_dup does not accept 'replace'; nothing was done"),
        (.importFile, "tag=a&tag=", "tag has no value; nothing was done"),
        (.listBookmarks, "sort=", "sort has no value"),
    ])
    func `a value that is lost, said twice or unknown is refused`(
        endpoint: OperationID, query: String, detail: String
    ) throws {
        let route = try #require(Routes.route(endpoint))
        let parameters = try Parameters(query)

        let problem = #expect(throws: ProblemJSON.self) { try route.check(parameters) }
        #expect(problem?.code == "bad_request")
        #expect(problem?.detail == detail)
        #expect(problem?.fix?.isEmpty == false)
    }

    // Without the routes for Pinboard clients and the form, which send empty parameters.
    private static let own = Routes.all.filter {
        $0.path.hasPrefix("/v1/") || $0.path.hasPrefix("/feeds/")
    }

    /// Checks every query parameter of every route.
    @Test func `no known parameter may be empty or, but for some, said twice`() throws {
        for route in Self.own {
            for parameter in route.parameters where parameter.place == .query {
                let name = parameter.name
                #expect(throws: ProblemJSON.self) { try route.check(Parameters("\(name)=")) }
                if !parameter.isRepeatable {
                    #expect(throws: ProblemJSON.self) {
                        try route.check(Parameters("\(name)=1&\(name)=1"))
                    }
                }
                guard parameter.schema == .boolean else { continue }
                let bare = try Parameters(name)
                #expect(throws: Never.self) { try route.check(bare) }
                #expect(try bare.truth(name))
            }
        }
    }

    /// Checks that invalid values are refused, too.
    @Test func `a value that is none of its kind is refused by every route`() throws {
        for route in Self.own {
            for parameter in route.parameters where parameter.place == .query {
                let wrong: String
                switch parameter.schema {
                case .word, .boolean, .integer: wrong = "perhaps"
                default: continue
                }
                var said = route.parameters.filter(\.isRequired).map { "\($0.name)=1" }
                said.append("\(parameter.name)=\(wrong)")
                let parameters = try Parameters(said.joined(separator: "&"))
                let problem = #expect(
                    throws: ProblemJSON.self, "\(route.path) \(parameter.name)"
                ) { try route.check(parameters) }
                #expect(problem?.code == "bad_request" && problem?.status == 400)
            }
        }
    }

    @Test func `If-Match is refused by writes that do not obey it`() throws {
        for (endpoint, isKnown) in [
            (OperationID.editBookmark, true), (.wearOutfit, true), (.showBookmark, true),
            (.editCollection, false), (.editComment, false), (.removeTag, false),
            (.removeBookmarks, false), (.addBookmark, false), (.share, false),
        ] {
            let route = try #require(Routes.route(endpoint))
            for name in Route.conditions where name != "If-Match" && route.method != .get {
                #expect(throws: ProblemJSON.self) { try route.check(condition: name) }
            }
            guard !isKnown else {
                #expect(throws: Never.self) { try route.check(condition: "If-Match") }
                continue
            }
            let problem = #expect(throws: ProblemJSON.self) {
                try route.check(condition: "If-Match")
            }
            #expect(problem?.code == "bad_request")
        }
    }

    @Test func `a name in a path is decoded after the path is parted`() {
        guard case .found(_, let names) = Routing.find("POST", "/v1/tags/a%2Fb%3Ac:rename") else {
            Issue.record("the route is not found")
            return
        }

        #expect(names == ["name": "a/b:c"])
    }

    @Test func `a group named like a verb is still a group`() {
        guard case .found(let route, let names) = Routing.find("DELETE", "/v1/groups/x%3Aleave")
        else {
            Issue.record("the route is not found")
            return
        }

        #expect(route.endpoint == .dissolveGroup)
        #expect(names == ["name": "x:leave"])
    }

    @Test(arguments: ["/", "/v1", "/v2/status", "/v1/tags/", "/v1/tags/%zz", "/v1/tags/%FF", ""])
    func `a path that is not served leads nowhere`(path: String) {
        #expect(Routing.find("GET", path) == .nowhere)
    }

    @Test func `another method is told which there are`() {
        #expect(
            Routing.find("PUT", "/v1/bookmarks/04HM")
                == .wrongMethod(allowed: ["GET", "PATCH", "DELETE", "HEAD", "OPTIONS"]))
        #expect(
            Routing.find("PATCH", "/v1/bookmarks/check")
                == .wrongMethod(allowed: ["GET", "HEAD", "OPTIONS"]))
        #expect(
            Routing.find("OPTIONS", "/v1/events") == .options(allowed: ["GET", "OPTIONS"]))
    }

    @Test func `HEAD is GET where the length is known`() {
        #expect(endpoint("HEAD", "/v1/status") == .status)
        #expect(
            Routing.find("HEAD", "/v1/export") == .wrongMethod(allowed: ["GET", "OPTIONS"]))
    }

    @Test(arguments: ["plain", "a b", "#c/d?e=f&g+h", "naïve ✓"])
    func `percent-encoded text decodes to the original`(word: String) {
        #expect(PercentText.decode(PercentText.encode(word)) == word)
    }
}
