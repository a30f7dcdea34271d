import Domain
import Primitives
import Testing

@testable import Interchange

/// Tests forms as browsers send them, parsed as they arrive.
@Suite struct FormReaderTests {
    private static let type = "multipart/form-data; boundary=----WebKitFormBoundaryA1"
    private static let line = "------WebKitFormBoundaryA1"

    /// The form that SingleFile sends: the page, then its URL.
    private static let form = [
        line, "Content-Disposition: form-data; name=\"file\"; filename=\"SingleFile.html\"",
        "Content-Type: text/html", "", "<html>\r\n\r-\r\n--\r\n------WebKitFormBoundaryA", line,
        "Content-Disposition: form-data; name=\"url\"", "", "https://a.example/", line + "--", "",
    ].joined(separator: "\r\n")

    /// Returns the parts of a form that arrives in slices of this size.
    private static func parts(
        _ bytes: [UInt8], type: String = type, slice: Int = .max
    ) throws -> [(name: String, text: String)] {
        var reader = try #require(FormReader(contentType: type))
        var parts: [(name: String, bytes: [UInt8])] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            for piece in try reader.take(Array(rest.prefix(slice))) {
                switch piece {
                case .part(let name): parts.append((name, []))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                }
            }
            rest = rest.dropFirst(slice)
        }
        try reader.finish()
        return parts.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    @Test func `a form is the same in whatever slices it comes`() throws {
        let bytes = Array(Self.form.utf8)
        for slice in 1...bytes.count {
            let parts = try Self.parts(bytes, slice: slice)

            #expect(parts.map(\.name) == ["file", "url"])
            #expect(parts[0].text == "<html>\r\n\r-\r\n--\r\n------WebKitFormBoundaryA")
            #expect(parts[1].text == "https://a.example/")
        }
    }

    @Test func `one that is cut anywhere is none`() {
        let bytes = Array(Self.form.utf8)
        // Only the line end after it may be missing.
        for count in 0..<(bytes.count - 2) {
            #expect(throws: Problem.self) { try Self.parts(Array(bytes.prefix(count))) }
        }
        for count in (bytes.count - 2)...bytes.count {
            #expect(throws: Never.self) { try Self.parts(Array(bytes.prefix(count))) }
        }
    }

    @Test func `a part may be empty, and its name quoted or not`() throws {
        for (head, name) in [
            ("content-disposition:form-data;name=file", "file"),
            ("Content-Disposition: form-data; filename=\"a;b=c\"; name=\"file\"", "file"),
            ("X-Other: a\r\nContent-Disposition: FORM-DATA; NAME=\"ü b\"", "ü b"),
            ("Content-Transfer-Encoding: binary\r\nContent-Disposition: form-data; name=a", "a"),
        ] {
            let form = "\(Self.line)\r\n\(head)\r\n\r\n\r\n\(Self.line)--"
            let parts = try Self.parts(Array(form.utf8))

            #expect(parts.map(\.name) == [name] && parts[0].text.isEmpty)
        }
    }

    @Test(arguments: [
        "", "text/html", "multipart/mixed; boundary=a", "multipart/form-data",
        "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
        "multipart/form-data; boundary=a\u{0}b", "multipart/form-data; boundary=ä",
        "multipart/form-data; boundary=\"a \"",
        "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
    ])
    func `a body that is no form is recognised by its content type`(type: String) {
        #expect(FormReader(contentType: type) == nil)
    }

    @Test func `a boundary has 1 to 70 characters`() throws {
        for boundary in ["a", String(repeating: "b", count: 69), String(repeating: "c", count: 70)]
        {
            let form =
                "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--\(boundary)--"
            for type in ["boundary=\(boundary)", "charset=utf-8; boundary=\"\(boundary)\""] {
                let parts = try Self.parts(
                    Array(form.utf8), type: "Multipart/Form-Data; " + type, slice: 7)
                #expect(parts.count == 1 && parts[0].text == "x")
            }
        }
    }

    @Test(arguments: [
        "x" + form, "\r\n" + form, form + "x", form.replacing(line + "\r\n", with: line + "x\r\n"),
        "\(line)\r\n\r\n\r\nx\r\n\(line)--", "\(line)\r\nno colon\r\n\r\nx\r\n\(line)--",
        "\(line)\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n\(line)--",
        "\(line)\r\nContent-Disposition: form-data\r\n\r\nx\r\n\(line)--",
        "\(line)\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; "
            + "name=b\r\n\r\nx\r\n\(line)--",
        "\(line)\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: form-data; name=a"
            + "\r\n\r\nx\r\n\(line)--",
    ])
    func `a form that no browser sends is refused with a reason`(form: String) {
        for slice in [1, 5, form.utf8.count] {
            let problem = #expect(throws: Problem.self) {
                try Self.parts(Array(form.utf8), slice: slice)
            }
            #expect(problem?.fix.isEmpty == false)
        }
    }

    @Test func `the head of a part, and parts, are bounded`() throws {
        let most = FormReader.headBytesMax - "Content-Disposition: form-data; name=".utf8.count
        for (count, fits) in [(most - 1, true), (most, true), (most + 1, false)] {
            let name = String(repeating: "n", count: count)
            let form = Self.one(name: name) + "\r\n\(Self.line)--"
            let parts = try? Self.parts(Array(form.utf8), slice: 100)
            #expect((parts?.map(\.name) == [name]) == fits)
        }
        for (count, fits) in [(7, true), (8, true), (9, false)] {
            let parts = (0..<count).map { _ in Self.one(name: "a") }.joined(separator: "\r\n")
            let read = try? Self.parts(Array((parts + "\r\n\(Self.line)--").utf8))
            #expect((read?.count == count) == fits)
        }
        // The parser does not wait for a head without an end.
        var reader = try #require(FormReader(contentType: Self.type))
        _ = try reader.take(Array((Self.line + "\r\n").utf8))
        #expect(throws: Problem.self) {
            for _ in 0..<9 { _ = try reader.take([UInt8](repeating: 0x61, count: 512)) }
        }
    }

    private static func one(name: String) -> String {
        "\(line)\r\nContent-Disposition: form-data; name=\(name)\r\n\r\nx"
    }

    @Test(arguments: 1...64)
    func `any bytes come through, however they are cut`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        // Mostly what looks like the beginning of a boundary line.
        let alphabet = Array("\r\n-W".utf8) + [0, 0xFF]
        let body = (0..<dice.roll(below: 300)).map { _ in alphabet[dice.roll(below: 6)] }
        var form = Array("\(Self.line)\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
        form += body
        form += Array("\r\n\(Self.line)--\r\n".utf8)
        var reader = try #require(FormReader(contentType: Self.type))
        var read: [UInt8] = []
        var rest = form[...]

        while !rest.isEmpty {
            let count = 1 + dice.roll(below: 40)
            for piece in try reader.take(Array(rest.prefix(count))) {
                if case .bytes(let bytes) = piece { read += bytes }
            }
            rest = rest.dropFirst(count)
        }
        try reader.finish()

        #expect(read == body)
    }
}

/// Tests page titles.
@Suite struct PageTitleTests {
    @Test(arguments: [
        ("<!DOCTYPE html><title>Weaving</title>", "Weaving"),
        ("<html><head><meta charset=utf-8><TITLE>\n A &amp; B\t— C </TITLE>", "A & B — C"),
        ("<title lang=de>Über&#x20;uns</title><title>other</title>", "Über uns"),
        ("<title></title>", ""), ("<title>never ends", ""), ("<html><body><title>late</title>", ""),
        ("<style>a:after{content:'<title>no</title>'}</style><title>yes</title>", "yes"),
        ("<script>'<title>no</title>'</script><title>yes</title>", "yes"),
        ("<!-- <title>no</title> --><title>yes</title>", "yes"),
        ("<svg><title>no</title></svg><title>late</title>", ""), ("", ""), ("plain", ""),
        ("<title>a\u{1}b\u{202E}c</title>", "a b\u{202E}c"),
    ])
    func `the first title of a page's head is its title`(page: String, title: String) {
        #expect(PageTitle.of(Array(page.utf8)) == title)
    }

    @Test func `a title is cut at a whole character, and looked for in the beginning alone`() {
        let long = String(repeating: "ü", count: Limits.titleBytesMax)
        let title = PageTitle.of(Array("<title>\(long)</title>".utf8))
        #expect(title.utf8.count <= Limits.titleBytesMax)
        #expect(title.utf8.count > Limits.titleBytesMax - 4)
        let late = String(repeating: " ", count: PageTitle.bytesWanted) + "<title>late</title>"
        #expect(PageTitle.of(Array(late.utf8)).isEmpty)
        #expect(PageTitle.of([0xFF, 0xFE] + Array("<title>a</title>".utf8)) == "a")
    }
}
