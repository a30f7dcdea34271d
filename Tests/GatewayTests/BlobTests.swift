import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests files uploaded and downloaded over HTTP, slice by slice.
@Suite struct BlobTests {
    /// A node that has one file and takes uploads; it records the size of each slice.
    private actor Shelf {
        static let name = Bytes32(words: (1, 2, 3, 4))
        let file: [UInt8]
        /// The number of bytes present, from the beginning.
        private let here: Int
        /// The upload so far, by slice.
        private(set) var slices: [[UInt8]] = []
        private(set) var isDropped = false
        private(set) var use: BlobUse?
        private(set) var asked: [BlobQuery] = []

        init(_ file: [UInt8], here: Int? = nil) {
            self.file = file
            self.here = here ?? file.count
        }

        var put: [UInt8] { slices.flatMap { $0 } }

        static func reference(_ size: Int) -> BlobReference {
            BlobReference(
                place: [1], type: .jpeg, size: size, name: name, key: Bytes32(words: (9, 9, 9, 9)))
        }

        func answer(_ request: Request) -> Answer {
            switch request {
            case .command(.blob(.begin)): return .blob(.draft(BlobDraft(7)))
            case .command(.blob(.put(let bytes, BlobDraft(7), _))):
                slices.append(bytes)
                return .blob(.draft(BlobDraft(7)))
            case .command(.blob(.end(BlobDraft(7), let use, _))):
                self.use = use
                switch use.type(beginning: Array(put.prefix(16)), size: put.count) {
                case .success: return .blob(.kept(Self.reference(put.count)))
                case .failure(let problem): return .rejected(problem)
                }
            case .command(.blob(.drop(BlobDraft(7), _))):
                isDropped = true
                return .done(DoneReport(count: 1, act: nil, summary: ""))
            case .query(.blob(let query)):
                asked.append(query)
                return tell(query)
            default: return .rejected(Problem(.notFound, "there is no such thing"))
            }
        }

        private func tell(_ query: BlobQuery) -> Answer {
            let reference = Self.reference(file.count)
            switch query {
            case .about(Self.name, _, _):
                return .blob(
                    .state(
                        BlobState(
                            reference: reference, bytesHere: here, isWanted: here < file.count)))
            case .read(Self.name, let start, let count, _, _):
                guard min(file.count, start + count) <= here else {
                    return .rejected(Problem(.notFound, "of the file \(here) bytes are here"))
                }
                let bytes = Array(file[start..<min(file.count, start + count)])
                return .blob(.part(BlobPart(reference: reference, start: start, bytes: bytes)))
            default: return .rejected(Problem(.notFound, "nothing you can see has such a file"))
            }
        }

        nonisolated var door: NodeDoor {
            NodeDoor(
                ask: { await self.answer($0) }, notices: { _ in .none },
                backup: { _ in .rejected(Problem(.notFound, "no")) }, keys: .spelled)
        }
    }

    private static let jpeg: [UInt8] = {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xDA, 0, 4, 1, 2]
        bytes += [UInt8](repeating: 0x41, count: 30)
        bytes += [0xFF, 0xD9]
        return bytes
    }()
    private static let path = "/v1/blobs/" + Base32.encode(Shelf.name.bytes)

    private func heard(
        _ shelf: Shelf, _ method: String, _ target: String, body: String? = nil,
        headers: [String] = []
    ) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(shelf.door, at: path) {
                try await ask(path, method, target, body: body, headers: headers)
            }
        }
    }

    /// Sends a request with a binary body.
    private func sent(
        _ shelf: Shelf, _ target: String, _ body: [UInt8], sending: Int = .max
    ) async throws -> Heard {
        try await Folder.with { folder in
            let path = folder("s")
            return try await withGateway(shelf.door, at: path) {
                try await Line.with(path) { line in
                    let head =
                        "POST \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Content-Length: \(body.count)\r\n\r\n"
                    try await line.send(Array(head.utf8) + body.prefix(sending))
                    return Heard(try await line.read())
                }
            }
        }
    }

    // MARK: Downloads

    @Test(arguments: ["GET", "HEAD"])
    func `a file comes whole, as what its bytes are, and is nothing else to a browser`(
        method: String
    ) async throws {
        let shelf = Shelf(Array("GIF89a and so on and on and on".utf8))

        let heard = try await heard(shelf, method, Self.path)

        #expect(heard.status == 200)
        // The friend who shared it says that it is a JPEG.
        #expect(heard.header("Content-Type") == "image/gif")
        #expect(heard.header("Content-Length") == "30")
        #expect(heard.header("X-Content-Type-Options") == "nosniff")
        #expect(heard.header("Content-Security-Policy")?.contains("sandbox") == true)
        #expect(heard.header("Content-Disposition")?.hasPrefix("inline; filename=\"weft-") == true)
        #expect(heard.header("ETag") == "\"\(Base32.encode(Shelf.name.bytes))\"")
        #expect(heard.header("Accept-Ranges") == "bytes")
        #expect(heard.body == (method == "GET" ? "GIF89a and so on and on and on" : ""))
    }

    @Test func `hostile HTML that a friend calls a picture is given as bytes to save`() async throws
    {
        let page = "<html><script>alert(1)</script></html>"

        let heard = try await heard(Shelf(Array(page.utf8)), "GET", Self.path)

        #expect(heard.header("Content-Type") == "application/octet-stream")
        #expect(heard.header("Content-Disposition")?.hasPrefix("attachment;") == true)
        #expect(
            heard.header("Content-Security-Policy")
                == "default-src 'none'; frame-ancestors 'none'; sandbox")
        #expect(heard.header("X-Content-Type-Options") == "nosniff")
    }

    @Test func `some of its bytes come if they are asked for`() async throws {
        let file = Array("GIF89a0123456789".utf8)

        for (range, status, body, told) in [
            ("bytes=6-9", 206, "0123", "bytes 6-9/16"), ("bytes=14-", 206, "89", "bytes 14-15/16"),
            ("bytes=-3", 206, "789", "bytes 13-15/16"),
            ("bytes=0-99", 206, "GIF89a0123456789", "bytes 0-15/16"),
            ("bytes=0-1,3-4", 200, "GIF89a0123456789", nil),
            ("bytes=9-2", 200, "GIF89a0123456789", nil),
        ] as [(String, Int, String, String?)] {
            let heard = try await heard(
                Shelf(file), "GET", Self.path, headers: ["Range: \(range)"])

            #expect(heard.status == status && heard.body == body, "\(range)")
            #expect(heard.header("Content-Range") == told)
            #expect(heard.header("Content-Length") == "\(body.utf8.count)")
        }
        let behind = try await heard(Shelf(file), "GET", Self.path, headers: ["Range: bytes=16-"])
        #expect(behind.status == 416 && behind.header("Content-Range") == "bytes */16")
        #expect(try behind.read(ProblemJSON.self).code == "range_not_satisfiable")
    }

    @Test func `a range counts only for the file that it was asked of`() async throws {
        let file = Array("GIF89a0123456789".utf8)
        let tag = "\"\(Base32.encode(Shelf.name.bytes))\""

        for (header, status) in [
            ("If-Range: \(tag)", 206), ("If-Range: \"other\"", 200), ("If-Range: W/\(tag)", 200),
            ("If-Range: Wed, 21 Oct 2026 07:28:00 GMT", 200), ("If-None-Match: \(tag)", 304),
            ("If-None-Match: \"a\", W/\(tag)", 304), ("If-None-Match: \"other\"", 206),
        ] {
            let heard = try await heard(
                Shelf(file), "GET", Self.path, headers: ["Range: bytes=0-3", header])

            #expect(heard.status == status, "\(header)")
        }
    }

    @Test func `a large one is read slice by slice`() async throws {
        var file = [UInt8](repeating: 0x42, count: 3 << 19)
        file.replaceSubrange(0..<6, with: Array("GIF89a".utf8))
        let shelf = Shelf(file)

        let heard = try await heard(shelf, "GET", Self.path)

        #expect(heard.body.utf8.count == file.count)
        for query in await shelf.asked {
            if case .read(_, _, let count, _, _) = query { #expect(count <= 1 << 19) }
        }
    }

    @Test func `one that is not all here is not found, and says how much is`() async throws {
        let heard = try await heard(
            Shelf(Array("GIF89a0123456789".utf8), here: 5), "GET", Self.path)
        let unknown = try await self.heard(
            Shelf([]), "GET", "/v1/blobs/" + String(repeating: "0", count: 52))
        let none = try await self.heard(Shelf([]), "GET", "/v1/blobs/x")

        #expect(heard.status == 404)
        #expect(
            try heard.read(ProblemJSON.self).detail == "only 5 of 16 bytes of the file are here")
        #expect(unknown.status == 404 && none.status == 404)
    }

    // A film is played while it is still arriving.
    @Test(arguments: [
        ("bytes=0-1023", 0..<1024), ("bytes=32768-32769", 32768..<32770),
        ("bytes=65535-65535", 65535..<65536),
        // Up to the part that is present.
        ("bytes=0-", 0..<65536), ("bytes=40000-70000", 40000..<65536),
    ])
    func `of an incomplete file the stored part is served`(
        range: String, told: Range<Int>
    ) async throws {
        var file = [UInt8](repeating: 0x42, count: 100_000)
        file.replaceSubrange(0..<6, with: Array("GIF89a".utf8))

        let heard = try await heard(
            Shelf(file, here: 65536), "GET", Self.path, headers: ["Range: \(range)"])

        #expect(heard.status == 206)
        #expect(Array(heard.body.utf8) == Array(file[told]))
        #expect(
            heard.header("Content-Range")
                == "bytes \(told.lowerBound)-\(told.upperBound - 1)/100000")
        #expect(heard.header("Content-Length") == "\(told.count)")
        #expect(heard.header("Content-Type") == "image/gif")
        #expect(heard.header("X-Content-Type-Options") == "nosniff")
        #expect(heard.header("ETag") == "\"\(Base32.encode(Shelf.name.bytes))\"")
    }

    @Test func `of an incomplete file no missing part is served`() async throws {
        let file = [UInt8](repeating: 0x42, count: 100_000)
        for (header, status) in [
            ("Range: bytes=65536-", 404), ("Range: bytes=-1", 404), ("Range: bytes=0-1,3-4", 404),
            ("Range: bytes=100000-", 416), ("Accept: */*", 404),
        ] {
            let heard = try await heard(
                Shelf(file, here: 65536), "GET", Self.path, headers: [header])

            #expect(heard.status == status, "\(header)")
            guard status == 404 else { continue }
            let detail = try heard.read(ProblemJSON.self).detail
            #expect(detail == "only 65536 of 100000 bytes of the file are here")
        }
        let other = try await heard(
            Shelf(file, here: 65536), "GET", Self.path,
            headers: ["Range: bytes=0-9", "If-Range: \"other\""])
        #expect(other.status == 404, "all of it is asked for")
    }

    @Test func `a slice at most is given of a large one, and its rest is asked for`() async throws {
        let file = [UInt8](repeating: 0x42, count: 3 << 19)

        let heard = try await heard(
            Shelf(file, here: 2 << 19), "GET", Self.path, headers: ["Range: bytes=100-"])

        #expect(heard.status == 206)
        #expect(heard.header("Content-Range") == "bytes 100-\(100 + (1 << 19) - 1)/\(3 << 19)")
        #expect(heard.header("Content-Type") == "application/octet-stream")
    }

    // MARK: Uploads

    @Test func `a photo goes in, whatever it is called`() async throws {
        let shelf = Shelf([])

        let heard = try await sent(shelf, "/v1/blobs", Self.jpeg)

        #expect(heard.status == 201)
        #expect(await shelf.put == Self.jpeg)
        #expect(await shelf.use == .photo)
        #expect(await !shelf.isDropped)
        #expect(try heard.read(BlobJSON.self).photo == Shelf.reference(Self.jpeg.count).text)
    }

    @Test func `its metadata does not, unless that is wanted`() async throws {
        var photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 8]
        photo += Array("CANARY".utf8)
        photo += Self.jpeg.dropFirst(2)
        let (clean, kept) = (Shelf([]), Shelf([]))

        _ = try await sent(clean, "/v1/blobs", photo)
        _ = try await sent(kept, "/v1/blobs?keep_metadata=true", photo)

        #expect(await clean.put == Self.jpeg)
        #expect(await kept.put == photo)
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "%PDF-1.7 and more", "", "x",
        "RIFF....WAVEfmt and more", "\0\0\0\u{18}ftypisom and so on",
    ])
    func `a file that is not a photo is refused, and nothing of it stays`(text: String) async throws
    {
        let bytes = Array(text.utf8)
        let shelf = Shelf([])

        let heard = try await sent(shelf, "/v1/blobs", bytes)

        #expect(heard.status == 422)
        #expect(try heard.read(ProblemJSON.self).fix?.isEmpty == false)
        #expect(await shelf.isDropped)
    }

    @Test func `a film that is damaged is not told to keep what it has no choice of`() async throws
    {
        let shelf = Shelf([])
        let head: [UInt8] = [0, 0, 0, 24] + "ftypisom".utf8 + [0, 0, 2, 0] + "isomiso2".utf8

        let heard = try await sent(shelf, "/v1/blobs?as=clip", head + [0, 0, 0, 1, 2, 3, 4, 5])

        #expect(heard.status == 422)
        let fix = try #require(try heard.read(ProblemJSON.self).fix)
        #expect(!fix.contains("--keep-metadata") && fix.contains("export it again"))
    }

    @Test func `a photo that is damaged is refused before it is told to anybody`() async throws {
        let shelf = Shelf([])

        let heard = try await sent(
            shelf, "/v1/blobs", Array(Self.jpeg.prefix(10)) + [1, 2, 3, 4, 5, 6, 7])

        #expect(heard.status == 422)
        #expect(try heard.read(ProblemJSON.self).fix?.contains("--keep-metadata") == true)
        #expect(await shelf.isDropped)
        #expect(await shelf.use == nil)
    }

    @Test(arguments: [(BlobUse.photo, 0), (.photo, 1), (.thumbnail, 0), (.thumbnail, 1)])
    func `one that is too large is refused by its length, before it comes`(
        use: BlobUse, over: Int
    ) async throws {
        let shelf = Shelf([])
        var bytes = Array("GIF89a".utf8)
        bytes += [UInt8](repeating: 0x42, count: use.bytesMax + over - bytes.count)

        let heard = try await sent(
            shelf, "/v1/blobs?as=\(use.rawValue)", bytes, sending: over == 0 ? .max : 20)

        #expect(heard.status == (over == 0 ? 201 : 413))
        #expect(await shelf.put.count == (over == 0 ? bytes.count : 0))
        for slice in await shelf.slices { #expect(slice.count <= 1 << 19) }
    }

    @Test func `an upload that ends early stores nothing`() async throws {
        let shelf = Shelf([])

        try await Folder.with { folder in
            let path = folder("s")
            try await withGateway(shelf.door, at: path) {
                try await Line.with(path) { line in
                    try await line.send(
                        Array(
                            "POST /v1/blobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n"
                                .utf8)
                            + Self.jpeg)
                }
                let deadline = ContinuousClock.now + .seconds(20)
                while await !shelf.isDropped, ContinuousClock.now < deadline { await Task.yield() }
            }
        }

        #expect(await shelf.isDropped)
        #expect(await shelf.use == nil)
    }

    @Test func `wrong parameters are a bad request`() async throws {
        for query in ["as=book", "thumbnail=none", "keep_metadata=perhaps"] {
            let heard = try await sent(Shelf([]), "/v1/blobs?" + query, Self.jpeg)

            #expect(heard.status == 400, "\(query)")
            #expect(try heard.read(ProblemJSON.self).fix?.isEmpty == false)
        }
    }
}
