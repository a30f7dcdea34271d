import API
import CRDT
import Domain
import Testing

@Suite struct ReactionJSONTests {
    private func text<Asker: Endpoint>(_ answer: Asker.NodeAnswer, of endpoint: Asker) throws
        -> String
    {
        String(decoding: try endpoint.text(of: answer), as: UTF8.self)
    }

    private func rawRequest(
        _ endpoint: OperationID, _ body: String = "", query: String = ""
    ) throws -> Request? {
        try RawRequest(
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

        let answer = try text(page, of: ListComments())

        #expect(answer.contains(#""next_cursor":"C""#))
        #expect(answer.contains(#""total":7"#))
        #expect(answer.contains("\"in_reply_to\":\"\(Samples.comment.id.text)\""))
        let comment = try text(Samples.comment, of: AddComment())
        #expect(comment.contains(#""text":"hello""#))
        let reactions = try text([Samples.personReaction], of: ListReactions())
        #expect(reactions.contains(#""value":"dislike""#))
    }

    @Test func `reports come as a page`() throws {
        let page = ReportPage(items: [Samples.report], nextCursor: "C", total: 7)

        let answer = try text(page, of: ListReports())

        #expect(answer.contains(#""next_cursor":"C""#) && answer.contains(#""total":7"#))
        #expect(answer.contains(#""reason":"torn""#))
    }

    @Test func `a request asks for what it says`() throws {
        let thing = Reference.id("K3F9QH2M")

        #expect(
            try rawRequest(.setReaction, #"{"value":"like"}"#) == .command(.react(thing, .like)))
        #expect(try rawRequest(.removeReaction) == .command(.react(thing, nil)))
        #expect(
            try rawRequest(.addComment, #"{"text":"hi","in_reply_to":"ABCD"}"#)
                == .command(.comment(thing, text: "hi", inReplyTo: .id("ABCD"))))
        #expect(
            try rawRequest(.editComment, #"{"text":"ho"}"#)
                == .command(.editComment(thing, text: "ho"))
        )
        #expect(try rawRequest(.removeComment) == .command(.removeComment(thing)))
        #expect(
            try rawRequest(.addReport, #"{"thing":"04HM","reason":"torn"}"#)
                == .command(.report(.id("04HM"), reason: "torn")))
        #expect(try rawRequest(.removeReport) == .command(.removeReport("K3F9QH2M")))
        #expect(try rawRequest(.listReports) == .query(.reports(limit: 50, cursor: nil)))
        #expect(
            try rawRequest(.listReports, query: "limit=3&cursor=X")
                == .query(.reports(limit: 3, cursor: "X")))
        for limit in [0, Limits.pageMax + 1] {
            #expect(throws: ProblemJSON.self) {
                try rawRequest(.listReports, query: "limit=\(limit)")
            }
        }
        #expect(try rawRequest(.listReactions) == .query(.reactions(thing)))
        #expect(
            try rawRequest(.listComments, query: "limit=3&cursor=X")
                == .query(.comments(thing, limit: 3, cursor: "X")))
        #expect(throws: ProblemJSON.self) { try rawRequest(.setReaction, #"{"value":"love"}"#) }
    }
}
