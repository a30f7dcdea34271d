import API
import Domain
import Testing

/// Tests endpoints that are spelled by a type of their own: what one side sends is what the other reads.
@Suite struct EndpointTests {
    private static let sent: [any ServedEndpoint & Sendable] =
        others + things + reactions + attention + files + pinboard + people + node
    private static let others: [any ServedEndpoint & Sendable] = [
        ListCollections(), NewCollection(name: "a/b ?", description: "d", query: "#t"),
        NewCollection(name: "n"), EditCollection("c", name: "n", description: "", query: nil),
        RemoveCollection("#x y"),
        OrderCollection("c", ["A", "B"], to: .before(Reference(text: "C"))),
        AddToCollection("c", .query("#a")), RemoveFromCollection("c", .references([.id("A")])),
        Complete("by:@b", limit: 7), Complete("", limit: 1), ListTags(prefix: "a", limit: 9),
        RenameTag("paper/crdt", to: "p", dryRun: true), MergeTags(from: ["a", "b"], into: "c"),
        RemoveTag("a", dryRun: true), RemoveTag("a"), ListDuplicates(limit: 5, cursor: "x"),
        MergeDuplicates(), MergeDuplicates(refs: ["A"], dryRun: true), ListTagRules(),
        AddTagRule(query: "q", tags: ["a"]), RemoveTagRule("site:a.example"), ApplyTagRules(nil),
        ApplyTagRules(.query("#a"), dryRun: true), ListShares(),
        ShareThings(.query("#a"), audience: "friends", live: true),
        ShareThings(.references([.id("A")]), audience: "@ben", dryRun: true),
        WithdrawThings(.query("#a"), audience: "public"), WithdrawThings(.query("#a")),
        ListActs(limit: 3), Undo(7), Redo(8), UndoNewest(), RedoLast(),
    ]

    // The path and the query as they stand in a request line.
    private func heard(_ parts: RequestParts) throws -> RawRequest {
        var path = parts.path
        for (name, value) in parts.names {
            path = path.replacing("{\(name)}", with: Self.escaped(value))
        }
        guard case .found(let route, let names) = Routing.find(parts.method.rawValue, path) else {
            throw ProblemJSON(.notFound, path)
        }
        let query = parts.query.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&")
        return RawRequest(
            endpoint: route.endpoint, names: names, parameters: try Parameters(query),
            body: parts.body ?? [])
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return "%" + (byte < 16 ? "0" : "") + hex
        }.joined()
    }

    private func parts(_ endpoint: some ServedEndpoint) -> RequestParts { RequestParts(endpoint) }

    private func isSame<Sent: ServedEndpoint>(_ sent: Sent, _ read: any ServedEndpoint) -> Bool {
        (read as? Sent) == sent
    }

    @Test(arguments: sent.indices)
    func `a request that is sent decodes to the same endpoint`(index: Int) throws {
        let endpoint = Self.sent[index]

        let rawRequest = try heard(parts(endpoint))
        let read = try rawRequest.decoded()

        let isRead = isSame(endpoint, read)
        #expect(isRead)
    }

    @Test(arguments: sent.indices)
    func `a dry run asks what a command would do, and never does it`(index: Int) throws {
        let endpoint = Self.sent[index]
        let isDry = (endpoint as? any DryRunEndpoint)?.dryRun == true

        let request = try heard(parts(endpoint)).request()

        let isPreview: Bool
        if case .query(.preview)? = request { isPreview = true } else { isPreview = false }
        #expect(isPreview == isDry)
    }
}
