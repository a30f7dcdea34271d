import API
import CRDT
import Domain
import Testing

extension Samples {
    /// A link with a thumbnail and two snapshots of its page.
    static let savedLink = {
        var link = bookmark
        link.details = [
            Detail(.thumbnail, ["019e \(picture)"]),
            Detail(.snapshot, ["019e \(page)", "019f \(page)"]),
        ]
        return link
    }()
    static let picture = files("image/png")
    static let page = files("text/html")

    private static func files(_ type: String) -> String {
        let zeros = String(repeating: "0", count: 52)
        return "\(type) 48213 \(zeros) \(zeros)"
    }
}

/// Tests a link's thumbnail and snapshots in JSON and in requests.
@Suite struct SnapshotTests {
    private func rawRequest(_ endpoint: OperationID, _ body: String, query: String = "") throws
        -> RawRequest
    {
        RawRequest(
            endpoint: endpoint, names: ["id": Samples.id.text], parameters: try Parameters(query),
            body: Array(body.utf8))
    }

    private static func spelled<Sent: ServedEndpoint>(
        _ type: Sent.Type, _ endpoint: OperationID, _ query: String
    ) throws -> Sent {
        try ParsedRequest.read(type, endpoint, names: ["id": Samples.id.text], query)
    }

    private func change(_ body: String) throws -> BookmarkChange {
        guard case .command(.edit(_, let change, _)) = try rawRequest(.editBookmark, body).request()
        else {
            throw ProblemJSON(.internalError, "no change")
        }
        return change
    }

    @Test func `a link is told with both, and a plain one with neither`() throws {
        let told = BookmarkJSON(Samples.savedLink)
        #expect(told.thumbnail == "019e \(Samples.picture)")
        #expect(told.snapshots == ["019e \(Samples.page)", "019f \(Samples.page)"])
        var plain = Samples.savedLink
        plain.details = []
        let bare = BookmarkJSON(plain)
        #expect(bare.thumbnail == nil && bare.snapshots.isEmpty)
        #expect(bare.etag != told.etag)
    }

    @Test func `a saved page is created or changed as its members say`() throws {
        let kept = try rawRequest(
            .addBookmark, #"{"url":"u:","thumbnail":"T","snapshots":["A","B"]}"#
        ).request()
        guard case .command(.addBookmarks(let drafts, _, _, _, _)) = kept else {
            Issue.record("nothing is kept")
            return
        }
        #expect(drafts[0].details == [Detail(.thumbnail, ["T"]), Detail(.snapshot, ["A", "B"])])
        #expect(
            try change(#"{"thumbnail":"T","add_snapshots":["A"],"remove_snapshots":["B"]}"#).details
                == [
                    DetailChange(.thumbnail, values: ["T"]),
                    DetailChange(.snapshot, add: ["A"], remove: ["B"]),
                ])
        #expect(
            try change(#"{"thumbnail":"","snapshots":[]}"#).details
                == [DetailChange(.thumbnail, values: []), DetailChange(.snapshot, values: [])])
        #expect(try change(#"{"title":"t"}"#).details.isEmpty)
    }

    @Test(
        arguments: [
            ("", 1), ("number=1", 0), ("number=2", 1), ("number=3", nil), ("number=0", nil),
            ("number=-1", nil), ("number=501", nil), ("number=one", nil),
        ] as [(String, Int?)])
    func `a saved page is asked for by its number, else the latest`(
        query: String, place: Int?
    ) throws {
        func copy() throws -> BlobReference {
            try Self.spelled(ReadSnapshot.self, .readSnapshot, query)
                .copy(of: Samples.savedLink)
        }
        let pages = Samples.savedLink.details[.snapshot]

        guard let place else {
            let problem = #expect(throws: ProblemJSON.self) { try copy() }
            #expect(problem?.fix?.isEmpty == false)
            return
        }
        #expect(try copy() == BlobReference(pages[place]))
    }

    @Test(
        arguments: [
            ("", .skip), ("ifexists=overwrite", .overwrite), ("if_exists=append", .append),
            ("ifexists=Skip", nil), ("ifexists=append-recrawl", nil),
            ("ifexists=skip&ifexists=skip", nil),
        ] as [(String, SavePage.Policy?)])
    func `one word says what happens to an existing link`(
        query: String, policy: SavePage.Policy?
    ) throws {
        let asked = try Self.spelled(SavePage.self, .savePage, query)
        guard let policy else {
            let problem = #expect(throws: ProblemJSON.self) { try asked.policy() }
            #expect(problem?.fix == "one of skip, overwrite, append")
            return
        }
        #expect(try asked.policy() == policy)
    }

    @Test func `no file but a photo or film has a thumbnail, and a page is put in as one`() throws {
        let plain = try Self.spelled(PutBlob.self, .putBlob, "as=snapshot")
        let small = try Self.spelled(PutBlob.self, .putBlob, "as=snapshot&thumbnail=x")
        #expect(try plain.upload().use == .snapshot)
        #expect(throws: ProblemJSON.self) { try small.upload() }
        let types = Routes.route(.readBlob)?.answer.mediaTypes ?? []
        #expect(!types.contains("text/html") && types.contains("application/octet-stream"))
    }
}
