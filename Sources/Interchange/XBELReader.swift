import Domain

/// Reads XBEL, as written by buku, floccus, Konqueror and this program.
///
///     <folder><title>Maps</title>
///       <bookmark href="..." added="2020-05-01T11:30:45Z"><title>Old maps</title><desc>a note</desc>
///
/// - Source: XML Bookmark Exchange Language 1.0 (pyxml.sourceforge.net/topics/xbel).
struct XBELReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: HTMLScanner
    private var lines = LineCounter()
    /// The names of the open folders, empty where none was read yet.
    private var folders: [RawText] = []
    /// The number of open folders beyond the depth that is named.
    private var beyond = 0
    /// The entry whose elements are being read.
    private var open: RawLink?
    private var hasEnded = false

    /// Folders in each other; the links of deeper ones belong to the last of these.
    private static let depthMax = 64
    private static let stops = ["title", "desc", "tag", "audience"].map { [Array("/\($0)".utf8)] }

    init(_ bytes: FileBytes) throws(InterchangeError) {
        guard let scanner = HTMLScanner(bytes, inside: "xbel") else { throw .notThis(.xbel) }
        self.scanner = scanner
    }

    mutating func next() -> RawLink? {
        while let tag = scanner.nextTag() {
            let name = String(decoding: scanner.bytes[tag.name], as: UTF8.self).lowercased()
            let ready = open
            switch (name, tag.isClosing) {
            case ("bookmark", false): open = link(tag)
            case ("bookmark", true): open = nil
            case ("folder", false):
                open = nil
                enter()
            case ("folder", true):
                open = nil
                leave()
            case ("xbel", true):
                hasEnded = true
                open = nil
            case ("title", false):
                read(text(0, RawText.titleMax))
                continue
            case ("desc", false):
                let note = text(1, RawText.noteMax)
                open?.note = note
                continue
            case ("tag", false):
                let tag = text(2, RawText.tagMax)
                if open?.tags.count ?? .max < RawText.tagCountMax { open?.tags.append(tag) }
                continue
            case ("audience", false):
                let word = String(decoding: text(3, 16).bytes, as: UTF8.self)
                open?.placement += RawLink.audiences([word])
                continue
            default: continue
            }
            if let ready { return ready.finished }
        }
        if !hasEnded, earlyEnd == nil {
            earlyEnd = scanner.noEndTag(&lines)
        }
        defer { open = nil }
        return open?.finished
    }

    private mutating func link(_ tag: HTMLScanner.Tag) -> RawLink {
        var link = RawLink(line: lines.line(of: tag.start, in: scanner.bytes))
        link.folders = folders.filter { !$0.bytes.isEmpty }
        if let date = scanner.value(of: "added", in: tag) { link.date(date) }
        if let address = scanner.value(of: "href", in: tag) {
            link.url = HTMLEntities.decode(address, bytesMax: RawText.urlMax)
        } else {
            link.refusal = "it has no address"
        }
        return link
    }

    private mutating func enter() {
        guard folders.count < Self.depthMax else {
            beyond += 1
            return
        }
        folders.append(RawText())
    }

    private mutating func leave() {
        if beyond > 0 {
            beyond -= 1
        } else {
            _ = folders.popLast()
        }
    }

    // Sets the title of the entry, or of the folder that has just begun.
    private mutating func read(_ title: RawText) {
        if open != nil {
            open?.title = title
        } else if beyond == 0, let last = folders.indices.last, folders[last].bytes.isEmpty {
            folders[last] = RawText(title.bytes[...], bytesMax: RawText.folderMax)
        }
    }

    private mutating func text(_ stop: Int, _ bytesMax: Int) -> RawText {
        let range = scanner.text(until: Self.stops[stop]).range
        return HTMLEntities.decode(scanner.bytes[range], bytesMax: bytesMax)
    }
}

extension RawLink {
    /// The link without a title that equals its address, which is written where there is no title.
    fileprivate var finished: RawLink {
        var link = self
        if link.title.bytes == link.url.bytes { link.title = RawText() }
        return link
    }
}
