import API
import CRDT
import Domain
import Gateway
import Primitives
import Testing

/// Tests snapshots that are submitted by a form and served so that nothing in them runs.
@Suite struct SnapshotTests {
    private static let path = "/v1/bookmarks/singlefile"
    private static let type = "Content-Type: multipart/form-data; boundary=XyZ"
    private static let page = "<!DOCTYPE html><title>Über &amp; unter</title><p>warp"
    private static let url = "https://a.example/"

    private static func part(_ name: String, _ value: String) -> String {
        "--XyZ\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private static func form(_ parts: (String, String)...) -> String {
        parts.map { part($0.0, $0.1) }.joined() + "--XyZ--\r\n"
    }

    /// The form that SingleFile sends: the page first.
    private static let sent = form(("file", page), ("url", url))

    private func heard(
        _ shelf: SnapshotShelf, _ method: String, _ target: String, body: String? = nil,
        headers: [String] = [type]
    ) async throws -> Heard {
        try await Folder.with { folder in
            let socket = folder("s")
            return try await withGateway(shelf.door, at: socket) {
                try await ask(socket, method, target, body: body, headers: headers)
            }
        }
    }

    // MARK: Uploads

    @Test func `a page that SingleFile sends becomes a link with its title`() async throws {
        for form in [Self.sent, Self.form(("url", Self.url), ("file", Self.page))] {
            let shelf = SnapshotShelf()

            let heard = try await heard(shelf, "POST", Self.path, body: form)

            #expect(heard.status == 201)
            #expect(await shelf.put == Array(Self.page.utf8))
            let expected = BookmarkDraft(
                url: Self.url, title: "Über & unter",
                details: [Detail(.snapshot, [SnapshotShelf.reference(Self.page.utf8.count).text])])
            #expect(await shelf.kept == [expected])
            #expect(await !shelf.isDropped)
            #expect(try heard.read(KeptJSON.self).outcomes.map(\.outcome) == ["added"])
        }
    }

    @Test(arguments: ["", "?ifexists=skip", "?if_exists=skip"])
    func `a link that is here already stays as it is, unless more is said`(
        query: String
    ) async throws {
        let shelf = SnapshotShelf(isKnown: true)

        let heard = try await heard(shelf, "POST", Self.path + query, body: Self.sent)

        #expect(heard.status == 200)
        let kept = try heard.read(KeptJSON.self)
        #expect(kept.outcomes.map(\.outcome) == ["skipped"])
        #expect(kept.outcomes[0].id == SnapshotShelf.id.text)
        #expect(await shelf.isDropped)
        // It never got a name, with which it would stay for 30 days.
        #expect(await !shelf.isNamed)
        #expect(await shelf.kept.isEmpty)
        #expect(await shelf.changes.isEmpty)
    }

    @Test(arguments: ["overwrite", "append"])
    func `a page takes the place of those that are saved, or stands beside them`(
        policy: String
    ) async throws {
        let shelf = SnapshotShelf(isKnown: true)
        let text = SnapshotShelf.reference(Self.page.utf8.count).text

        let heard = try await heard(
            shelf, "POST", Self.path + "?ifexists=" + policy, body: Self.sent)

        #expect(heard.status == 200)
        #expect(try heard.read(KeptJSON.self).outcomes.map(\.outcome) == ["merged"])
        let change =
            policy == "append"
            ? DetailChange(.snapshot, add: [text]) : DetailChange(.snapshot, values: [text])
        #expect(await shelf.changes == [BookmarkChange(details: [change])])
        // Nothing is stored without its link.
        #expect(await shelf.kept.isEmpty)
    }

    @Test(arguments: ["overwrite", "append"])
    func `a link that another member saved is not replaced`(policy: String) async throws {
        let shelf = SnapshotShelf(isKnown: true, isMine: false)
        let text = SnapshotShelf.reference(Self.page.utf8.count).text

        let heard = try await heard(
            shelf, "POST", Self.path + "?ifexists=" + policy, body: Self.sent)

        #expect(heard.status == 200)
        let change = DetailChange(.snapshot, add: [text])
        #expect(await shelf.changes == [BookmarkChange(details: [change])])
    }

    @Test(arguments: [
        ("no field file", form(("url", url))), ("no field url", form(("file", page))),
        ("no field file", "--XyZ--\r\n"),
        ("the field file twice", form(("file", page), ("file", page), ("url", url))),
        ("the field url twice", form(("url", url), ("url", url), ("file", page))),
        ("'ContentData', which is not supported", form(("ContentData", page), ("url", url))),
        ("not a web page", form(("file", "%PDF-1.7"), ("url", url))),
        ("not a web page", form(("file", "<script>alert(1)</script>"), ("url", url))),
        ("is image/gif, not a web page", form(("file", "GIF89a and so on more"), ("url", url))),
        ("is empty", form(("file", ""), ("url", url))),
        ("'javascript:' are not supported", form(("file", page), ("url", "javascript:alert(1)"))),
        ("url has more than", form(("url", String(repeating: "a", count: 9000)), ("file", page))),
        ("is truncated", String(sent.dropLast(20))), ("does not begin", "x" + sent),
        ("after the end", sent + "x"),
    ])
    func `a form that holds something else is refused, and nothing of it stays`(
        why: String, form: String
    ) async throws {
        let shelf = SnapshotShelf()

        let heard = try await heard(shelf, "POST", Self.path, body: form)

        #expect(heard.status == 422)
        let problem = try heard.read(ProblemJSON.self)
        #expect(problem.detail.contains(why), "\(problem.detail)")
        #expect(problem.fix?.isEmpty == false)
        #expect(await shelf.isDropped)
        #expect(await shelf.kept.isEmpty)
    }

    @Test func `a body that is no form is refused before it is read`()
        async throws
    {
        for (query, type, status) in [
            ("", "Content-Type: text/html", 415), ("", "Content-Type: multipart/form-data", 415),
            ("?ifexists=replace", Self.type, 400), ("?ifexists=overwrite-recrawl", Self.type, 400),
            ("?ifexists=skip&if_exists=append", Self.type, 400),
        ] {
            let shelf = SnapshotShelf()

            let heard = try await heard(
                shelf, "POST", Self.path + query, body: Self.sent, headers: [type])

            #expect(heard.status == status)
            #expect(try heard.read(ProblemJSON.self).fix?.isEmpty == false)
            #expect(await !shelf.isBegun)
        }
        #expect(try await heard(SnapshotShelf(), "GET", Self.path).status == 405)
    }

    @Test func `one that breaks off at any byte keeps nothing`() async throws {
        let bytes = Array(Self.sent.utf8)
        try await Folder.with { folder in
            for count in stride(from: 0, to: bytes.count - 2, by: 7) {
                let shelf = SnapshotShelf()
                let socket = folder("s\(count)")
                let heard = try await withGateway(shelf.door, at: socket) {
                    try await ask(
                        socket, "POST", Self.path,
                        body: String(decoding: bytes.prefix(count), as: UTF8.self),
                        headers: [Self.type])
                }
                #expect(heard.status == 422)
                #expect(await shelf.isDropped)
                #expect(await shelf.kept.isEmpty)
            }
        }
    }

    @Test func `a page has at most 64 MiB, and is held by slices`() async throws {
        let most = Limits.blobBytesMax
        for (size, sending, status) in [
            (most, Int.max, 201), (most + 1, .max, 413), (most + (1 << 20), 100, 413),
        ] {
            let shelf = SnapshotShelf()
            var body = Array(Self.part("url", Self.url).utf8)
            body += Array(Self.part("file", "").utf8.dropLast(2))
            body += Array(Self.page.utf8)
            body += [UInt8](repeating: 0x41, count: size - Self.page.utf8.count)
            body += Array("\r\n--XyZ--\r\n".utf8)
            let heard = try await Folder.with { folder in
                let socket = folder("s")
                return try await withGateway(shelf.door, at: socket) { [body] in
                    try await Line.with(socket) { line in
                        let head =
                            "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\n\(Self.type)\r\n"
                            + "Connection: close\r\nContent-Length: \(body.count)\r\n\r\n"
                        try await line.send(Array(head.utf8) + body.prefix(sending))
                        return Heard(try await line.read())
                    }
                }
            }

            #expect(heard.status == status)
            #expect(await shelf.kept.count == (status == 201 ? 1 : 0))
            #expect(await shelf.largestSlice <= 1 << 19)
            if status == 201 { #expect(await shelf.put.count == size) }
        }
    }

    // MARK: Downloads

    private static let hostile = Array(
        """
        <!DOCTYPE html><title>x</title><script>fetch('/v1/things')</script>
        <meta http-equiv=refresh content='0;url=https://evil.example/'><form action=/v1/acts:undo>
        <img src=https://evil.example/a.png><iframe src=/v1/things></iframe><base href=//evil>
        """.utf8)

    private static let pagePath = "/v1/bookmarks/\(SnapshotShelf.id.text)/snapshot"

    @Test(arguments: ["GET", "HEAD"])
    func `in a saved page nothing runs, and it belongs to no origin`(method: String) async throws {
        let heard = try await heard(SnapshotShelf(Self.hostile), method, Self.pagePath)

        #expect(heard.status == 200)
        #expect(heard.header("Content-Type") == "text/html")
        let policy = try #require(heard.header("Content-Security-Policy"))
        let words = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        // The word by itself: nothing is allowed by it.
        #expect(words.contains("sandbox") && words.contains("default-src 'none'"))
        for allowed in ["allow-", "script-src", "'self'", "http", "connect-src", "*", "blob:"] {
            #expect(!policy.contains(allowed))
        }
        #expect(words.contains("img-src data:") && words.contains("form-action 'none'"))
        #expect(words.contains("base-uri 'none'") && words.contains("frame-ancestors 'none'"))
        #expect(heard.header("X-Content-Type-Options") == "nosniff")
        #expect(heard.header("Referrer-Policy") == "no-referrer")
        #expect(heard.header("Cross-Origin-Resource-Policy") == "same-origin")
        #expect(heard.header("Cross-Origin-Opener-Policy") == "same-origin")
        #expect(heard.header("Connection-Allowlist") == "()")
        #expect(heard.header("X-DNS-Prefetch-Control") == "off")
        #expect(heard.header("Set-Cookie") == nil)
        #expect(
            heard.body == (method == "GET" ? String(decoding: Self.hostile, as: UTF8.self) : ""))
    }

    @Test func `the same bytes are a page nowhere else`() async throws {
        let name = Base32.encode(SnapshotShelf.name.bytes)

        let heard = try await heard(SnapshotShelf(Self.hostile), "GET", "/v1/blobs/" + name)

        #expect(heard.header("Content-Type") == "application/octet-stream")
        #expect(heard.header("Content-Disposition")?.hasPrefix("attachment;") == true)
        #expect(heard.header("Content-Security-Policy")?.contains("sandbox") == true)
        #expect(heard.header("X-Content-Type-Options") == "nosniff")
    }

    @Test func `a friend's file that is not a page is served as a download`() async throws {
        for bytes in ["<svg onload=alert(1)>", "%PDF-1.7", "GIF89a"] {
            let heard = try await heard(SnapshotShelf(Array(bytes.utf8)), "GET", Self.pagePath)

            #expect(heard.header("Content-Type") == "application/octet-stream")
            #expect(heard.header("Content-Disposition")?.hasPrefix("attachment;") == true)
        }
    }

    @Test func `one of several is asked for by its number, and some of its bytes`() async throws {
        let shelf = SnapshotShelf(Array(Self.page.utf8))
        for (query, status) in [
            ("", 200), ("?number=1", 200), ("?number=2", 200), ("?number=3", 404),
            ("?number=0", 400), ("?number=x", 400),
        ] {
            let heard = try await heard(shelf, "GET", Self.pagePath + query)

            #expect(heard.status == status, "\(query)")
            if status != 200 { #expect(try heard.read(ProblemJSON.self).fix?.isEmpty == false) }
        }
        let part = try await heard(
            shelf, "GET", Self.pagePath, headers: ["Range: bytes=0-8"])
        #expect(part.status == 206 && part.body == "<!DOCTYPE")
        #expect(part.header("Content-Security-Policy")?.hasPrefix("sandbox;") == true)
        let same = try await heard(
            shelf, "GET", Self.pagePath, headers: ["If-None-Match: *"])
        #expect(same.status == 304)
        #expect(same.header("Content-Security-Policy")?.hasPrefix("sandbox;") == true)
        let none = try await heard(SnapshotShelf(), "GET", Self.pagePath)
        #expect(none.status == 404)
        #expect(try none.read(ProblemJSON.self).fix?.contains("--snapshot") == true)
        let unknown = try await heard(shelf, "GET", "/v1/bookmarks/none/snapshot")
        #expect(unknown.status == 404)
    }

    // MARK: Over loopback

    private func withDoor(
        _ shelf: SnapshotShelf, _ use: @Sendable @escaping (_ port: String) async throws -> Void
    ) async throws {
        let settings = Settings(
            defaultAudience: .private, problem: nil, web: LoopbackAddress(.ipv4, port: 0))
        let door = NodeDoor(
            ask: { $0 == .query(.settings()) ? .settings(settings) : await shelf.answer($0) },
            notices: shelf.door.notices, backup: shelf.door.backup, keys: .spelled)
        try await Folder.with { folder in
            try await withGateway(door, at: folder("s")) { gateway in
                let address = try #require(await gateway.webAddress)
                try await use(String(address.port))
            }
        }
    }

    @Test func `an extension sends pages in by a token that opens nothing else`() async throws {
        let shelf = SnapshotShelf(Self.hostile)
        try await withDoor(shelf) { port in
            let host = "Host: 127.0.0.1:\(port)"
            let saving = "Authorization: Bearer saving"
            let fromExtension = [
                "Origin: chrome-extension://abc", "Sec-Fetch-Site: cross-site",
                "Accept: multipart/form-data",
            ]

            let sent = try await ask(
                port, "POST", Self.path, body: Self.sent,
                headers: [host, saving, Self.type] + fromExtension)
            #expect(sent.status == 201)
            let fox = try await ask(
                port, "POST", Self.path, body: Self.sent,
                headers: [host, saving, Self.type, "Origin: moz-extension://abc"])
            #expect(fox.status == 201)
            for (headers, status) in [
                ([host, Self.type] + fromExtension, 401),
                ([host, "Authorization: Bearer feeds", Self.type], 401),
                ([host, saving, Self.type, "Origin: https://evil.example"], 403),
                ([host, saving, Self.type, "Origin: null"], 403),
                (["Host: evil.example:\(port)", saving, Self.type] + fromExtension, 403),
                ([host, "Authorization: Bearer everything", Self.type], 201),
            ] {
                let heard = try await ask(
                    port, "POST", Self.path, body: Self.sent, headers: headers)
                #expect(heard.status == status, "\(headers)")
            }
            for target in [Self.pagePath, "/v1/things", "/feeds/atom", "/v1/bookmarks/singlefile/"]
            {
                let heard = try await ask(port, "GET", target, headers: [host, saving])
                #expect(heard.status == 401)
                let extended = try await ask(
                    port, "GET", target,
                    headers: [host, "Authorization: Bearer everything"] + fromExtension)
                #expect(extended.status == 403)
            }
        }
    }

    @Test func `a saved page shows there as on the socket, and runs as little`() async throws {
        try await withDoor(SnapshotShelf(Self.hostile)) { port in
            let heard = try await ask(
                port, "GET", Self.pagePath,
                headers: ["Host: 127.0.0.1:\(port)", "Authorization: Bearer everything"])

            #expect(heard.status == 200 && heard.header("Content-Type") == "text/html")
            let policies = heard.head.split(separator: "\r\n").filter {
                $0.lowercased().hasPrefix("content-security-policy:")
            }
            #expect(policies.count == 1)
            #expect(policies[0].contains("sandbox; default-src 'none'; img-src data:"))
            #expect(heard.header("X-Frame-Options") == "DENY")
            #expect(heard.header("Referrer-Policy") == "no-referrer")
        }
    }
}
