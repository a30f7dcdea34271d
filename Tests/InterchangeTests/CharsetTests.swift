import Domain
import Interchange
import Testing

/// Tests that a file's declaration of its encoding counts.
@Suite struct CharsetTests {
    private func page(_ charset: String, _ title: [UInt8]) -> [UInt8] {
        Array(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=\(charset)">
            <DL><p><DT><A HREF="https://a/">
            """.utf8) + title + Array("</A></DL>".utf8)
    }

    @Test(
        arguments: [
            ("ISO-8859-1", [0x93, 0xE9, 0x74, 0xE9, 0x94], "“été”"),
            ("windows-1251", [0xEC, 0xEE, 0xF0, 0xE5], "море"),
            ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B, 0x82, 0xCC, 0x92, 0xEB], "日本の庭"),
            ("EUC-KR", [0xC7, 0xD1, 0xB1, 0xDB], "한글"), ("gbk", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
            ("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("koi8-r", [0xCD, 0xCF, 0xD2, 0xC5], "море"),
            ("ISO-8859-15", [0xA4], "€"), ("utf-8", Array("été".utf8), "été"),
            ("x-sjis", [0x93, 0xFA, 0x81], "日\u{FFFD}"),
        ] as [(String, [UInt8], String)])
    func `a page is decoded from the encoding that it names`(
        charset: String, bytes: [UInt8], title: String
    ) throws {
        let reading = try Importer.read(page(charset, bytes))

        #expect(reading.entries.map(\.draft.title) == [title])
    }

    @Test func `an encoding that nobody knows is refused as a whole`() {
        #expect(throws: InterchangeError.unknownCharset("x-klingon")) {
            try Importer.read(page("X-Klingon", [0xE9]))
        }
        #expect(throws: Never.self) { try Importer.read(page("X-Klingon", [0x41])) }
    }

    @Test func `a table of Excel's is in windows-1252`() throws {
        let file =
            Array("url,title\nhttps://a/,Cr".utf8) + [0xE8] + Array("me br".utf8) + [0xFB, 0x6C]

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.title) == ["Crème brûl"])
        #expect(
            reading.report.notices == ["the file is not in UTF-8, and was read as windows-1252"])
    }

    @Test func `one wrong byte makes no other encoding of UTF-8`() throws {
        let file = Array("url,title\nhttps://a/,Crème br".utf8) + [0xFB, 0x6C]

        let reading = try Importer.read(file)

        #expect(reading.entries.map(\.draft.title) == ["Crème br\u{FFFD}l"])
    }

    @Test func `numbers and names of characters are read as browsers read them`() throws {
        let link = try Importer.link(
            """
            <DT><A HREF="https://a/?x&copy=2" TAGS="it&#146;s,ok">Pat&#146;s &#147;best&#148; &#150; \
            list&#133; &alpha;-rays &hearts; &Zcaron;i&zcaron;ka &check; &NotEqualTilde; &#x1F331; \
            &nosuch; &#0;</A>
            """)

        #expect(
            link.draft.title
                == "Pat’s “best” – list… α-rays ♥ Žižka ✓ \u{2242}\u{338} 🌱 &nosuch; \u{FFFD}")
        #expect(link.draft.tags == ["it’s", "ok"])
        #expect(link.draft.url == "https://a/?x&copy=2")
    }
}
