import API
import Domain
import Testing

/// Tests changes of many things as a program requests them.
@Suite struct OpsTests {
    private func rawRequest(_ body: String, query: String = "") throws -> RawRequest {
        RawRequest(
            endpoint: .addBatch, names: [:], parameters: try Parameters(query),
            body: Array(body.utf8))
    }

    @Test(
        arguments: [
            (#"{"op":"add_tags","query":"a","tags":["b"]}"#, .addTags(["b"])),
            (#"{"op":"remove_tags","query":"a","tags":["b"]}"#, .removeTags(["b"])),
            (#"{"op":"set_unread","query":"a","unread":true}"#, .setUnread(true)),
            (#"{"op":"set_size","query":"a","size":"l"}"#, .setSize(.large)),
            (#"{"op":"share","query":"a","audience":"@ben"}"#, .share(with: .person("ben"))),
            (#"{"op":"unshare","query":"a"}"#, .unshare(from: nil)),
            (#"{"op":"unshare","query":"a","audience":"public"}"#, .unshare(from: .public)),
            (#"{"op":"trash","query":"a"}"#, .trash),
            (#"{"op":"add_to_collection","query":"a","collection":"c"}"#, .addToCollection("c")),
            (
                #"{"op":"remove_from_collection","query":"a","collection":"c"}"#,
                .removeFromCollection("c")
            ),
        ] as [(String, BulkChange.Action)])
    func `each op is understood`(op: String, action: BulkChange.Action) throws {
        let request = try rawRequest(#"{"ops":[\#(op)]}"#).request()

        #expect(request == .command(.changeMany([BulkChange(action, .query("a"))])))
    }

    @Test func `each op has a case of its own above`() {
        #expect(BulkChange.Name.allCases.count == 9)
    }

    @Test func `things are named by ids, ends of ids and addresses`() throws {
        let body = #"{"ops":[{"op":"trash","ids":["K3F9QH2M","https://a.example/"]}]}"#
        let named = Selection.references([.id("K3F9QH2M"), .url("https://a.example/")])

        let request = try rawRequest(body).request()

        #expect(request == .command(.changeMany([BulkChange(.trash, named)])))
    }

    @Test func `a dry run is asked for in the body, or behind the question mark`() throws {
        let ops = #""ops":[{"op":"trash","query":"a"}]"#
        let counted = Request.query(.preview(.changeMany([BulkChange(.trash, .query("a"))])))

        #expect(try rawRequest("{\(ops),\"dry_run\":true}").request() == counted)
        #expect(try rawRequest("{\(ops)}", query: "dry_run=true").request() == counted)
        #expect(throws: ProblemJSON.self) {
            try rawRequest(#"{"drafts":[]}"#, query: "dry_run=true").request()
        }
    }

    @Test(arguments: [
        (#"{"op":"paint","query":"a"}"#, "/ops/1/op"),
        (#"{"query":"a"}"#, "/ops/1/op"),
        (#"{"op":"add_tags","query":"a"}"#, "/ops/1/tags"),
        (#"{"op":"add_tags","query":"a","tags":"b"}"#, "/ops/1/tags"),
        (#"{"op":"set_unread","query":"a"}"#, "/ops/1/unread"),
        (#"{"op":"set_size","query":"a"}"#, "/ops/1/size"),
        (#"{"op":"set_size","query":"a","size":"xl"}"#, "/ops/1/size"),
        (#"{"op":"share","query":"a"}"#, "/ops/1/audience"),
        (#"{"op":"share","query":"a","audience":"all"}"#, "/ops/1/audience"),
        (#"{"op":"unshare","query":"a","audience":"all"}"#, "/ops/1/audience"),
        (#"{"op":"add_to_collection","query":"a"}"#, "/ops/1/collection"),
        (#"{"op":"trash"}"#, "/ops/1/ids"),
        (#"{"op":"trash","query":"a","ids":["K3F9QH2M"]}"#, "/ops/1/ids"),
    ])
    func `one that is wrong is told with its place`(op: String, pointer: String) throws {
        let asked = try rawRequest(#"{"ops":[{"op":"trash","query":"b"},\#(op)]}"#)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }

        #expect(problem?.errors?.first?.pointer == pointer)
        #expect(problem?.fix?.isEmpty == false)
    }

    @Test func `links are kept by one request, and things changed by another`() throws {
        let both = try rawRequest(#"{"drafts":[],"ops":[]}"#)
        let neither = try rawRequest("{}")

        let problem = #expect(throws: ProblemJSON.self) { try both.request() }

        #expect(problem?.errors?.first?.pointer == "/ops")
        #expect(throws: ProblemJSON.self) { try neither.request() }
    }

    @Test func `the answer has one entry for each op`() throws {
        let written = JSONText.encode(OpsDoneJSON(Samples.changes))

        let read = try JSONText.decode(OpsDoneJSON.self, from: written)

        #expect(read.ops.map(\.op) == ["add_tags", "trash"])
        #expect(read.ops.map(\.matched) == [3, 0] && read.ops.map(\.changed) == [2, 0])
        #expect(read.ops[0].problem == nil && read.ops[1].problem?.code == "too_many")
        #expect(read.count == 2 && read.act == 7)
    }

    @Test func `an answer's pointer is the one that the node gives`() {
        let said = Problem(.notFound, "d").at("/ids/3").at("/ops/2")

        #expect(ProblemJSON(said).errors?.first?.pointer == "/ops/2/ids/3")
        #expect(ProblemJSON(said, pointer: "/x").errors?.first?.pointer == "/ops/2/ids/3")
        #expect(ProblemJSON(Problem(.notFound, "d"), pointer: "/x").errors?.first?.pointer == "/x")
        #expect(ProblemJSON(Problem(.notFound, "d")).errors == nil)
    }
}
