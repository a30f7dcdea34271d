/// Reads the XML response of `posts/all`, from Pinboard and from this program.
///
///     <posts user="ana"><post href="..." time="..." description="title" extended="note" tag="a b"/>
struct PinboardXMLReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: HTMLScanner
    private var lines = LineCounter()
    private var hasEnded = false

    init(_ bytes: FileBytes) throws(InterchangeError) {
        guard let scanner = HTMLScanner(bytes, inside: "posts") else {
            throw .notThis(.pinboardXML)
        }
        self.scanner = scanner
    }

    mutating func next() -> RawLink? {
        while let tag = scanner.nextTag() {
            if tag.isClosing, scanner.isNamed(tag.name, "posts") { hasEnded = true }
            guard !tag.isClosing, scanner.isNamed(tag.name, "post") else { continue }
            return link(tag)
        }
        if !hasEnded, earlyEnd == nil {
            earlyEnd = scanner.noEndTag(&lines)
        }
        return nil
    }

    private mutating func link(_ tag: HTMLScanner.Tag) -> RawLink {
        var link = RawLink(line: lines.line(of: tag.start, in: scanner.bytes))
        func text(_ name: String, _ bytesMax: Int) -> RawText {
            scanner.value(of: name, in: tag).map { HTMLEntities.decode($0, bytesMax: bytesMax) }
                ?? RawText()
        }
        link.url = text("href", RawText.urlMax)
        link.title = text("description", RawText.titleMax)
        link.note = text("extended", RawText.noteMax)
        link.date(text("time", 80).bytes)
        link.isUnread = text("toread", 8).bytes.elementsEqual("yes".utf8)
        if scanner.value(of: "shared", in: tag) != nil {
            link.wasShared = text("shared", 8).bytes.elementsEqual("yes".utf8)
        }
        link.tags = text("tag", RawText.noteMax).bytes.split { $0 <= 0x20 }
            .prefix(RawText.tagCountMax).map { RawText($0, bytesMax: RawText.tagMax) }
        if link.url.bytes.isEmpty { link.refusal = "it has no address" }
        return link
    }
}
