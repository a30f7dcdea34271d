import API
import CRDT
import Domain
import Primitives
import Testing

extension Samples {
    /// A file with every member set.
    static let blob = {
        var file = BlobReference(
            place: [1], type: .jpeg, size: 48_213, name: Bytes32(words: (1, 2, 3, 4)),
            key: Bytes32(words: (5, 6, 7, 8)))
        file.thumbnail = BlobReference.Thumbnail(
            BlobReference(
                place: [1], type: .png, size: 900, name: Bytes32(words: (9, 2, 3, 4)),
                key: Bytes32(words: (5, 6, 7, 8))))
        var told = BlobJSON(kept: file, title: "t")
        told.things = [id.text]
        return told
    }()
}

/// Tests requests for files over HTTP.
@Suite struct BlobTests {
    private static let name = Bytes32(words: (1, 2, 3, 4))
    private static let spelled = Base32.encode(name.bytes)

    private static let reference = BlobReference(
        place: [1], type: .jpeg, size: 900, name: name, key: Bytes32(words: (7, 7, 7, 7)))
    private static let meant =
        "reference=" + reference.text.replacing(" ", with: "%20")

    @Test(arguments: [OperationID.showBlob, .getBlob, .readBlob])
    func `the reference in a request is complete and leads to that file`(
        endpoint: OperationID
    ) throws {
        let other = Base32.encode([UInt8](repeating: 3, count: 32))

        #expect(try file(of: rawRequest(endpoint)).meant() == nil)
        #expect(try file(of: rawRequest(endpoint, query: Self.meant)).meant() == Self.reference)
        for asked in [
            try rawRequest(endpoint, query: "reference=\(Self.spelled)"),
            try rawRequest(endpoint, name: other, query: Self.meant),
        ] {
            let problem = #expect(throws: ProblemJSON.self) { try file(of: asked).meant() }
            #expect(problem?.code == "bad_request" && problem?.fix?.isEmpty == false)
        }
        #expect(Routes.route(endpoint)?.parameters.contains { $0.name == "reference" } == true)
    }

    private func file(of rawRequest: RawRequest) throws -> BlobParameters {
        try #require(try rawRequest.decoded() as? any BlobEndpoint).file
    }

    @Test(
        arguments: [
            (nil, .whole), ("", .whole), ("bytes", .whole), ("bytes=", .whole), ("bytes=-", .whole),
            ("bytes=0-0", .part(0..<1)), ("bytes=0-99", .part(0..<100)),
            ("bytes=0-100", .part(0..<100)), ("bytes=99-", .part(99..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable),
            ("bytes=-1", .part(99..<100)), ("bytes=-100", .part(0..<100)),
            ("bytes=-101", .part(0..<100)), ("bytes=-0", .unsatisfiable),
            ("bytes=5-4", .whole), ("bytes=0-1,3-4", .whole), ("items=0-1", .whole),
            ("Bytes= 0-1 ", .part(0..<2)), ("bytes=a-1", .whole), ("bytes=0-b", .whole),
            ("bytes=--1", .whole), ("bytes=+1-2", .whole), ("bytes=1-2-3", .whole),
            ("bytes=0-99999999999999999999999", .part(0..<100)),
            ("bytes=99999999999999999999999-", .unsatisfiable),
            ("bytes=-99999999999999999999999", .part(0..<100)),
            ("bytes=" + String(repeating: "0", count: 200) + "-1", .whole),
        ] as [(String?, ByteRange)])
    func `a range is what RFC 9110 says`(header: String?, range: ByteRange) {
        #expect(ByteRange(header, of: 100) == range)
    }

    @Test func `an empty file has no range`() {
        #expect(ByteRange("bytes=0-0", of: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", of: 0) == .unsatisfiable)
        #expect(ByteRange(nil, of: 0) == .whole)
    }

    private func rawRequest(
        _ endpoint: OperationID, name: String = spelled, query: String = ""
    ) throws -> RawRequest {
        RawRequest(
            endpoint: endpoint, names: ["name": name], parameters: try Parameters(query), body: [])
    }

    @Test(arguments: ["missing=true&limit=0", "missing=true&cursor=x"])
    func `a list of files refuses what is wrong, whichever it is`(query: String) throws {
        let asked = try rawRequest(.listBlobs, query: query)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.code == "bad_request")
    }

    @Test func `requests about files become queries`() throws {
        let cases: [(RawRequest, Request)] = [
            (try rawRequest(.listBlobs), .query(.blob(.list(after: nil, limit: 50)))),
            (
                try rawRequest(.listBlobs, query: "limit=2&cursor=\(Self.spelled)"),
                .query(.blob(.list(after: Self.name, limit: 2)))
            ),
            (try rawRequest(.listBlobs, query: "missing=true"), .query(.blob(.missing()))),
            (try rawRequest(.showBlob), .query(.blob(.about(name: Self.name)))),
            (try rawRequest(.getBlob), .command(.blob(.get(name: Self.name)))),
            (
                try rawRequest(.showBlob, query: Self.meant),
                .query(.blob(.about(name: Self.name, as: Self.reference)))
            ),
            (
                try rawRequest(.getBlob, query: Self.meant),
                .command(.blob(.get(name: Self.name, as: Self.reference)))
            ),
        ]

        for (rawRequest, request) in cases { #expect(try rawRequest.request() == request) }
    }

    @Test(arguments: [
        "", "A", String(repeating: "0", count: 51), String(repeating: "U", count: 52),
    ])
    func `a name that is none is not found`(name: String) throws {
        let asked = try rawRequest(.showBlob, name: name)
        let page = try rawRequest(.listBlobs, query: "cursor=\(name.isEmpty ? "x" : name)")

        #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(throws: ProblemJSON.self) { try page.request() }
    }

    @Test func `a file is put in as a photo unless it is said otherwise`() throws {
        func upload(_ query: String) throws -> PutBlob.Upload {
            try ParsedRequest.read(PutBlob.self, .putBlob, query).upload()
        }
        let plain = try upload("")
        let clip = try upload("as=clip&keep_metadata=true")
        let reference = BlobReference(
            place: [1], type: .jpeg, size: 900, name: Self.name, key: Self.name)
        let text = reference.text.replacing(" ", with: "%20")
        let photo = try upload("thumbnail=\(text)")

        #expect(plain.use == .photo && !plain.keepsMetadata && plain.thumbnail == nil)
        #expect(clip.use == .clip && clip.keepsMetadata)
        #expect(photo.thumbnail == BlobReference.Thumbnail(reference))
        for query in [
            "as=book", "thumbnail=x", "as=thumbnail&thumbnail=\(text)", "keep_metadata=x",
        ] {
            #expect(throws: ProblemJSON.self) { try upload(query) }
        }
    }

    @Test func `settings of files are one each`() throws {
        func request(_ body: String) throws -> Request? {
            try RawRequest(
                endpoint: .changeSettings, names: [:], parameters: Parameters(""),
                body: Array(body.utf8)
            ).request()
        }

        #expect(
            try request(#"{"files_quota_bytes":5}"#) == .command(.blob(.setQuota(bytes: 5))))
        #expect(
            try request(#"{"author_quota_bytes":5}"#) == .command(.setAuthorQuota(bytes: 5)))
        #expect(
            try request(#"{"files_originals":"always"}"#)
                == .command(.blob(.setComing(.always))))
        #expect(throws: ProblemJSON.self) { try request(#"{"files_originals":"never"}"#) }
        #expect(throws: ProblemJSON.self) {
            try request(#"{"files_originals":"always","files_quota_bytes":5}"#)
        }
    }
}
