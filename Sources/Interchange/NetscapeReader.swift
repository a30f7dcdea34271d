import Domain
import Primitives

/// Reads Netscape bookmark HTML, as written by Firefox, Chromium, Safari, buku, Pinboard, linkding, Shaarli and this
/// program.
///
///     <DT><H3 ...>folder</H3>  <DL><p> ... </DL><p>
///     <DT><A HREF="..." ADD_DATE="..." TAGS="a,b" PRIVATE="1" TOREAD="1">title</A>
///     <DD>note, over several lines, until the next of these tags
///
/// `TAGS` is split at commas before references are decoded, so that `&#44;` is a comma inside a tag; other programs
/// read two tags.
struct NetscapeReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: HTMLScanner
    private var lines = LineCounter()
    private var folders = FolderStack()
    /// The link whose note may still follow.
    private var waiting: RawLink?
    private let splitsAtBlanks: Bool
    private let onlyBlanks: Bool
    /// Whether references are text, as in files of Shiori, which escapes nothing.
    private let isUnescaped: Bool
    /// The headings of a list without folders, as in files of Pocket and Instapaper.
    private var sections: Sections?
    /// Whether a link or a list was found.
    private var hasEntries = false

    init(
        _ bytes: FileBytes, separator: ImportOptions.TagSeparator
    ) throws(InterchangeError) {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
            throw .notThis(.netscape)
        }
        scanner = HTMLScanner(bytes)
        onlyBlanks = separator == .space
        let head = String(decoding: bytes.prefix(2048), as: UTF8.self)
        splitsAtBlanks = onlyBlanks || (separator == .auto && head.contains("Shaarli"))
        isUnescaped = bytes.starts(with: Self.shiorisHead)
        if head.contains("<title>Pocket Export") || head.contains("<title>Instapaper: Export") {
            sections = Sections()
        }
    }

    mutating func next() -> RawLink? {
        while let tag = scanner.nextTag() {
            // A note belongs to the link immediately before it, so the next element completes that link.
            let ready = waiting
            let kind = kind(of: tag)
            hasEntries = hasEntries || kind == .link || kind == .list
            switch (kind, tag.isClosing) {
            case (.link, false):
                waiting = link(tag)
            case (.note, false):
                let text = note(scanner.text(until: Self.noteStops).range)
                waiting?.note = text
                continue
            case (.heading, false):
                let text = scanner.text(until: Self.headingStops)
                folders.name(heading(tag, text.range))
                waiting = nil
            case (.section, false):
                let text = scanner.text(until: Self.sectionStops)
                let name = HTMLEntities.decode(trimmed(text.range), bytesMax: RawText.folderMax)
                sections?.begin(name)
                waiting = nil
            case (.list, false):
                folders.open()
                waiting = nil
            case (.list, true):
                folders.close()
                waiting = nil
            case (.link, true), (.note, true), (.heading, true), (.section, true),
                (.other, _):
                continue
            }
            if let ready { return ready }
        }
        finish()
        let last = waiting
        waiting = nil
        return last
    }

    private enum Kind { case link, note, heading, section, list, other }

    // The end tag, or a tag that cannot be in a title.
    private static let linkStops = ["/a", "dt", "dl", "/dl", "dd", "h3", "hr"].map {
        Array($0.utf8)
    }
    private static let sectionStops = ["/h1", "ul", "ol", "li"].map { Array($0.utf8) }
    private static let headingStops = ["/h3", "dt", "dl", "/dl"].map { Array($0.utf8) }
    private static let noteStops = ["dt", "dl", "/dl", "dd", "h3", "hr"].map { Array($0.utf8) }

    private func kind(of tag: HTMLScanner.Tag) -> Kind {
        switch tag.name.count {
        case 1: return scanner.isNamed(tag.name, "a") ? .link : .other
        case 2:
            if scanner.isNamed(tag.name, "dd") { return .note }
            if scanner.isNamed(tag.name, "dl") { return .list }
            if sections != nil, scanner.isNamed(tag.name, "h1") { return .section }
            return scanner.isNamed(tag.name, "h3") ? .heading : .other
        default: return .other
        }
    }

    private mutating func finish() {
        if !hasEntries, earlyEnd == nil {
            earlyEnd = ImportReport.EarlyEnd(line: 1, why: "no link is in the file")
        }
        guard earlyEnd == nil, scanner.wasCut || folders.isOpen else { return }
        let line = lines.line(of: scanner.bytes.count, in: scanner.bytes)
        let why =
            scanner.wasCut
            ? "the file ends in the middle of an entry"
            : "the file ends inside a folder"
        earlyEnd = ImportReport.EarlyEnd(line: line, why: why)
    }

    /// Returns the entry of an `<A>`; nil if the file ends inside it, because a truncated title would be wrong.
    private mutating func link(_ tag: HTMLScanner.Tag) -> RawLink? {
        var link = RawLink(line: lines.line(of: tag.start, in: scanner.bytes))
        link.folders = folders.path + (sections?.folder.map { [$0] } ?? [])
        link.isInCollection = folders.isCollection
        link.isUnread = folders.isReadingList || sections?.isUnread ?? false
        if tag.isBroken {
            link.refusal = "an attribute has no closing quotation mark"
            link.title = RawText(scanner.bytes[tag.start..<scanner.position], bytesMax: 330)
            return link
        }
        let title = scanner.text(until: Self.linkStops)
        guard title.stop != nil else {
            scanner.endedInside()
            return nil
        }
        link.title = text(trimmed(title.range), bytesMax: RawText.titleMax)
        guard let address = scanner.value(of: "href", in: tag) else {
            link.refusal = "it has no address"
            return link
        }
        link.url = text(address, bytesMax: RawText.urlMax)
        readAttributes(of: tag, into: &link)
        return link
    }

    private func readAttributes(of tag: HTMLScanner.Tag, into link: inout RawLink) {
        func value(_ name: String) -> ArraySlice<UInt8>? { scanner.value(of: name, in: tag) }
        func word(_ name: String) -> String? {
            value(name).map { String(decoding: $0.prefix(64), as: UTF8.self).lowercased() }
        }
        if let date = value("data-weft-added") ?? value("add_date") ?? value("time_added") {
            link.date(date)
        }
        link.tags = value("tags").map(tags) ?? []
        link.wasShared = word("private").map { ["0", "false", "no"].contains($0) }
        if let unread = word("toread") { link.isUnread = ["1", "true", "yes"].contains(unread) }
        link.isAgain = value(NetscapeFolders.againMark) != nil
        if let size = word("data-weft-size").flatMap({ TileSize(letter: $0) }) { link.size = size }
        if let names = word("data-weft-audience") {
            link.placement = RawLink.audiences(names.split(separator: ",").map(String.init))
        }
    }

    private func tags(_ list: ArraySlice<UInt8>) -> [RawText] {
        let comma = UInt8(ascii: ",")
        let atBlanks = onlyBlanks || (splitsAtBlanks && !list.contains(comma))
        return list.split(maxSplits: RawText.tagCountMax) { $0 == comma || atBlanks && $0 <= 0x20 }
            .prefix(RawText.tagCountMax)
            .map { text($0, bytesMax: RawText.tagMax) }
    }

    private func text(_ raw: ArraySlice<UInt8>, bytesMax: Int) -> RawText {
        isUnescaped
            ? RawText(raw, bytesMax: bytesMax) : HTMLEntities.decode(raw, bytesMax: bytesMax)
    }

    /// The beginning of Shiori's export, which no other program writes on one line.
    /// - Source: Shiori, `shiori export`.
    private static let shiorisHead = Array(
        ("<!DOCTYPE NETSCAPE-Bookmark-file-1><META HTTP-EQUIV=\"Content-Type\" "
            + "CONTENT=\"text/html; charset=UTF-8\"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL>")
            .utf8)

    private func heading(_ tag: HTMLScanner.Tag, _ range: Range<Int>) -> FolderStack.Folder {
        let isMarked = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]
            .contains { scanner.value(of: $0, in: tag) != nil }
        let mark = scanner.value(of: "id", in: tag).map { String(decoding: $0, as: UTF8.self) }
        let isReadingList = mark == "com.apple.ReadingList"
        let name = HTMLEntities.decode(trimmed(range), bytesMax: RawText.folderMax)
        // Safari neither marks its own folders nor dates any.
        let isSafari =
            scanner.value(of: "folded", in: tag) != nil
            && scanner.value(of: "add_date", in: tag) == nil
        let isFavorites = isSafari && name.bytes.elementsEqual("Favorites".utf8)
        return FolderStack.Folder(
            name: name, isRoot: isMarked || isReadingList || isFavorites,
            isReadingList: isReadingList,
            source: scanner.value(of: NetscapeFolders.mark, in: tag)
                .flatMap { ExportFolders(rawValue: String(decoding: $0, as: UTF8.self)) })
    }

    /// Returns the text of a note. linkding encloses a second note in marks, which are removed.
    private func note(_ range: Range<Int>) -> RawText {
        let whole = narrowed(range)
        let (opening, closing) = (Array("[linkding-notes]".utf8), Array("[/linkding-notes]".utf8))
        let end = whole.upperBound - closing.count
        let raw = scanner.bytes[whole]
        guard end >= whole.lowerBound,
            scanner.bytes[end..<whole.upperBound].elementsEqual(closing),
            let place = raw.indices.first(where: { raw[$0...].starts(with: opening) })
        else { return HTMLEntities.decode(raw, bytesMax: RawText.noteMax) }
        let start = whole.lowerBound + place - raw.startIndex
        let before = trimmed(whole.lowerBound..<start)
        let inside = trimmed((start + opening.count)..<max(start + opening.count, end))
        let gap: [UInt8] = before.isEmpty || inside.isEmpty ? [] : [0x0A, 0x0A]
        return HTMLEntities.decode((before + gap + inside)[...], bytesMax: RawText.noteMax)
    }

    /// Returns the range without layout whitespace; our own whitespace is written as references and is kept.
    private func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
        scanner.bytes[narrowed(range)]
    }

    private func narrowed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, scanner.bytes[start] <= 0x20 { start += 1 }
        while end > start, scanner.bytes[end - 1] <= 0x20 { end -= 1 }
        return start..<end
    }
}

/// The `<h1>` headings of Pocket and Instapaper: unread, read, and folders.
private struct Sections {
    private(set) var isUnread = false
    private(set) var folder: RawText?

    mutating func begin(_ name: RawText) {
        let word = String(decoding: name.bytes, as: UTF8.self).lowercased()
        isUnread = word == "unread"
        folder = ["unread", "read archive", "archive", "starred"].contains(word) ? nil : name
    }
}
