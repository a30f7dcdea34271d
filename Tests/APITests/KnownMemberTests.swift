import API
import Testing

/// Tests unknown members in the body of every route that takes JSON.
@Suite struct KnownMemberTests {
    private func request(_ endpoint: OperationID, _ body: JSONValue) throws -> ProblemJSON? {
        let route = try #require(Routes.route(endpoint))
        let rawRequest = RawRequest(
            endpoint: endpoint,
            names: Dictionary(uniqueKeysWithValues: route.names.map { ($0, "1") }),
            parameters: try Parameters(""), body: JSONText.encode(body))
        do throws(ProblemJSON) {
            _ = try rawRequest.request()
            return nil
        } catch {
            return error
        }
    }

    /// Routes that select several things, or may be a dry run.
    private static let choosing = Routes.all.filter { route in
        guard case .named(let name)? = route.body?.schema else { return false }
        let members = Schemas.all.first { $0.name == name }?.members.map(\.name) ?? []
        return members.contains("refs") || members.contains("dry_run")
    }

    private static let bodies: [OperationID: [String: JSONValue]] = [
        .addBatch: ["ops": [["op": "trash", "query": "#a"]]], .removeBookmarks: ["query": "#a"],
        .addToCollection: ["query": "#a"], .removeFromCollection: ["query": "#a"],
        .orderCollection: ["refs": ["ABCD1234"], "place": "first"],
        .share: ["query": "#a", "audience": "public"], .withdraw: ["query": "#a"],
        .renameTag: ["to": "a"], .mergeTags: ["from": ["a"], "into": "b"], .mergeDuplicates: [:],
        .applyTagRules: [:],
    ]

    @Test(arguments: choosing.map(\.endpoint))
    func `beside what chooses things no member is passed over`(endpoint: OperationID) throws {
        let body = try #require(Self.bodies[endpoint])

        #expect(try request(endpoint, .object(body)) == nil)
        for value in [JSONValue.boolean(true), .null, ["a"]] {
            let problem = try request(endpoint, .object(body.merging(["dryrun": value]) { $1 }))
            #expect(problem?.code == "invalid_value" && problem?.status == 422)
            #expect(problem?.errors?.map(\.pointer) == ["/dryrun"])
            #expect(problem?.detail.hasSuffix("nothing was done") == true)
            #expect(problem?.fix?.hasPrefix("supported: ") == true)
        }
    }

    @Test func `the description says where no other member may stand`() throws {
        for schema in Schemas.all {
            let closed = text(schema.json).contains("\"additionalProperties\":false")
            let isChosen = Self.choosing.contains { $0.body?.schema == .named(schema.name) }
            // A batch may consist of links to store.
            let isMeant = (isChosen && schema.name != "Batch") || schema.name == "Op"
            #expect(closed == isMeant, "\(schema.name)")
        }
    }

    @Test func `requests that remove or share by a search are among them`() {
        let routes: Set<OperationID> = [
            .addBatch, .removeBookmarks, .removeFromCollection, .share, .withdraw, .mergeDuplicates,
        ]

        #expect(routes.isSubset(of: Self.choosing.map(\.endpoint)))
    }

    @Test func `members of a later version are skipped in drafts of links`() throws {
        let draft: JSONValue = ["url": "https://a.example/", "later": true]

        #expect(try request(.addBookmark, draft) == nil)
        #expect(try request(.addBatch, ["drafts": [draft], "later": true]) == nil)
    }
}
