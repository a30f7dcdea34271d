import API
import CRDT
import Domain
import Testing

@Suite struct FeedJSONTests {
    private func text<Asker: Endpoint>(_ answer: Asker.NodeAnswer, of endpoint: Asker) throws
        -> String
    {
        String(decoding: try endpoint.text(of: answer), as: UTF8.self)
    }

    private func rawRequest(
        _ endpoint: OperationID, _ body: String = "", query: String = ""
    ) throws -> Request? {
        try RawRequest(
            endpoint: endpoint, names: ["what": "#wool"], parameters: try Parameters(query),
            body: Array(body.utf8)
        ).request()
    }

    private func feed(_ request: FeedRequest) -> Request { .query(.feeds(.feed(request))) }

    @Test func `a request asks for what it says`() throws {
        #expect(try rawRequest(.listFollows) == .query(.feeds(.follows(.follow))))
        #expect(try rawRequest(.listMutes) == .query(.feeds(.follows(.mute))))
        #expect(
            try rawRequest(.addFollow, #"{"what":"@bob"}"#)
                == .command(.feeds(.attend(.typed("@bob"), .follow))))
        #expect(
            try rawRequest(.addMute, #"{"thing":"K3F9QH2M"}"#)
                == .command(.feeds(.attend(.thing(.id("K3F9QH2M")), .mute))))
        #expect(
            try rawRequest(.addFollow, #"{"thing":"K3F9QH2M","openly":true}"#)
                == .command(.feeds(.attendOpenly(.thing(.id("K3F9QH2M"))))))
        #expect(
            try rawRequest(.addFollow, #"{"what":"@bob","openly":false}"#)
                == .command(.feeds(.attend(.typed("@bob"), .follow))))
        #expect(try rawRequest(.removeFollow) == .command(.feeds(.leave("#wool", .follow))))
        #expect(try rawRequest(.removeMute) == .command(.feeds(.leave("#wool", .mute))))
        #expect(try rawRequest(.showFeed) == feed(FeedRequest(.following)))
        #expect(
            try rawRequest(.showFeed, query: "kind=discover&q=a&limit=3&cursor=X")
                == feed(FeedRequest(.discover, query: "a", limit: 3, cursor: "X")))
        #expect(
            try rawRequest(.showRate, query: "audience=group:lab")
                == feed(FeedRequest(.unjudged, audience: .group("lab"))))
        #expect(
            try rawRequest(.showRate, query: "discover=true")
                == feed(FeedRequest(.unjudgedElsewhere)))
        #expect(
            try rawRequest(.showSaid, query: "limit=7&cursor=X")
                == .query(.feeds(.said(limit: 7, cursor: "X"))))
        #expect(
            try rawRequest(.showLookbook, query: "cursor=X")
                == .query(.feeds(.lookbook(limit: 20, cursor: "X"))))
        #expect(
            try rawRequest(.showPortfolio, query: "place=ABCD")
                == .query(.feeds(.portfolio(PortfolioRequest(place: .id("ABCD"))))))
        #expect(try rawRequest(.listContributors) == .query(.feeds(.contributors())))
        #expect(
            try rawRequest(.recommend, query: "type=outfit&season=winter&occasion=work")
                == .query(
                    .feeds(
                        .recommend(
                            RecommendationWish(
                                kind: .outfit, season: "winter", occasion: "work")))))
        #expect(
            try rawRequest(.showProfile, query: "of=@bob")
                == .query(.feeds(.profile(PersonReference("@bob")))))
        #expect(
            try rawRequest(.editProfile, #"{"about":null,"photo":"p","audience":"public"}"#)
                == .command(
                    .feeds(.profile(ProfileChange(about: "", photo: "p", audience: .public)))))
    }

    @Test func `a request that makes no sense is refused`() {
        for (endpoint, body, query) in [
            (OperationID.addFollow, "{}", ""), (.addFollow, #"{"what":"a","thing":"b"}"#, ""),
            (.addMute, #"{"what":"@bob","openly":true}"#, ""), (.showFeed, "", "kind=best"),
            (.showFeed, "", "limit=0"),
            (.showFeed, "", "limit=501"), (.showSaid, "", "limit=0"),
            (.showRate, "", "audience=nobody"),
            (.showRate, "", "discover=maybe"), (.recommend, "", "type=shoe"),
        ] {
            #expect(throws: ProblemJSON.self, "\(endpoint) \(body) \(query)") {
                try rawRequest(endpoint, body, query: query)
            }
        }
    }

    @Test func `reactions have their author, thing and value`() throws {
        #expect(try text([Samples.follow], of: ListFollows()).contains(#""name":"@ana""#))
        let said = try text(
            ReceivedReactionPage(items: [Samples.said], nextCursor: "C"), of: ShowSaid())
        #expect(said.contains(#""text":"Nice""#) && said.contains(#""value":"comment""#))
        #expect(said.contains(#""next_cursor":"C""#))
        var liked = Samples.said
        liked.what = .reaction(.like)
        let likes = try text(ReceivedReactionPage(items: [liked], nextCursor: nil), of: ShowSaid())
        #expect(likes.contains(#""value":"like""#) && !likes.contains("text"))
        let portfolio = ShowPortfolio(place: nil, limit: 1, cursor: nil)
        let shown = try text(Samples.portfolio, of: portfolio)
        #expect(shown.contains(#""next_cursor":"C""#))
        let people = try text([Samples.contributor], of: ListContributors())
        #expect(people.contains(#""likes":2"#))
        let answer = try text([Samples.recommendation], of: Recommend())
        #expect(answer.contains(#""reasons":["you like #wool"]"#) && answer.contains(#""score":7"#))
        let profile = try text(Samples.profile, of: EditProfile())
        #expect(profile.contains(#""attention":"mute""#))
    }
}
