import API
import CRDT
import Domain
import Testing

@Suite struct ReactionJSONTests {
    private func text<Asker: Endpoint>(_ told: Asker.Told, of endpoint: Asker) throws -> String {
        String(decoding: try endpoint.text(of: told), as: UTF8.self)
    }

    private func asking(
        _ endpoint: OperationID, _ body: String = "", query: String = ""
    ) throws -> Request? {
        try Asking(
            endpoint: endpoint, names: ["id": "K3F9QH2M"], parameters: try Parameters(query),
            body: Array(body.utf8)
        ).request()
    }

    @Test func `sums leave out what one has not said`() throws {
        let none = ReactionsJSON(.none)

        #expect(
            String(decoding: JSONText.encode(none), as: UTF8.self)
                == #"{"comments":0,"dislikes":0,"follower_count":0,"likes":0}"#)
        #expect(
            String(decoding: JSONText.encode(ReactionsJSON(Samples.reactions)), as: UTF8.self)
                == #"{"comments":3,"dislikes":1,"follower_count":0,"likes":2,"mine":"like"}"#)
    }

    @Test func `comments come as a page, each with what it answers`() throws {
        let page = CommentPage(items: [Samples.comment], nextCursor: "C", total: 7)

        let told = try text(page, of: ListComments())

        #expect(told.contains(#""next_cursor":"C""#))
        #expect(told.contains(#""total":7"#))
        #expect(told.contains("\"in_reply_to\":\"\(Samples.comment.id.text)\""))
        let comment = try text(Samples.comment, of: AddComment())
        #expect(comment.contains(#""text":"hello""#))
        let reactions = try text([Samples.personReaction], of: ListReactions())
        #expect(reactions.contains(#""value":"dislike""#))
    }

    @Test func `reports come as a page`() throws {
        let page = ReportPage(items: [Samples.report], nextCursor: "C", total: 7)

        let told = try text(page, of: ListReports())

        #expect(told.contains(#""next_cursor":"C""#) && told.contains(#""total":7"#))
        #expect(told.contains(#""reason":"torn""#))
    }

    @Test func `a request asks for what it says`() throws {
        let thing = Reference.id("K3F9QH2M")

        #expect(try asking(.setReaction, #"{"value":"like"}"#) == .command(.react(thing, .like)))
        #expect(try asking(.removeReaction) == .command(.react(thing, nil)))
        #expect(
            try asking(.addComment, #"{"text":"hi","in_reply_to":"ABCD"}"#)
                == .command(.comment(thing, text: "hi", inReplyTo: .id("ABCD"))))
        #expect(
            try asking(.editComment, #"{"text":"ho"}"#) == .command(.editComment(thing, text: "ho"))
        )
        #expect(try asking(.removeComment) == .command(.removeComment(thing)))
        #expect(
            try asking(.addReport, #"{"thing":"04HM","reason":"torn"}"#)
                == .command(.report(.id("04HM"), reason: "torn")))
        #expect(try asking(.removeReport) == .command(.removeReport("K3F9QH2M")))
        #expect(try asking(.listReports) == .query(.reports(limit: 50, cursor: nil)))
        #expect(
            try asking(.listReports, query: "limit=3&cursor=X")
                == .query(.reports(limit: 3, cursor: "X")))
        for limit in [0, Limits.pageMax + 1] {
            #expect(throws: ProblemJSON.self) {
                try asking(.listReports, query: "limit=\(limit)")
            }
        }
        #expect(try asking(.listReactions) == .query(.reactions(thing)))
        #expect(
            try asking(.listComments, query: "limit=3&cursor=X")
                == .query(.comments(thing, limit: 3, cursor: "X")))
        #expect(throws: ProblemJSON.self) { try asking(.setReaction, #"{"value":"love"}"#) }
    }
}
