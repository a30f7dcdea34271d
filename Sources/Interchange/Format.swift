/// The file formats that can be imported.
package enum Format: String, CaseIterable, Sendable {
    /// Netscape bookmark HTML: Firefox, Chromium, Safari, buku, Pinboard, linkding, Shaarli, Shiori, and our own.
    case netscape
    /// The JSON backup of Firefox.
    case firefox
    /// The file `Bookmarks` in a profile of Chromium and derived browsers.
    case chromium
    /// The JSON export of Pinboard, and the response of its `posts/all`.
    case pinboard
    /// The JSON exports of other services (`ServiceShape`).
    case omnivore, wallabag, karakeep, linkding, linkwarden, readeck
    /// XBEL: our own, buku's, floccus's.
    case xbel
    /// The XML of `posts/all`: Pinboard's and our own.
    case pinboardXML = "pinboard-xml"
    /// Bibliographies: BibTeX, RIS and CSL JSON, our own and those of Zotero, JabRef and others.
    case bibtex, ris, csljson
    /// Our own JSON (`JSONWriter`).
    case weft
    /// A table with a heading: our own, and those of Raindrop, Pocket, Instapaper, Readwise, wallabag.
    case csv
    /// One address on a line.
    case urls

    /// Resolves the name in `weft import --from NAME` for a file; a program that writes several formats means the one
    /// that the file is in.
    ///
    /// - Returns: nil if no program or format has this name.
    package init?(name: String, bytes: [UInt8]) {
        let first = FileStart(bytes).first
        let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let looksLikePage = first == UInt8(ascii: "<")
        switch name.lowercased() {
        case "html", "netscape", "safari", "shaarli", "shiori", "buku": self = .netscape
        case "linkding": self = looksLikeJSON ? .linkding : .netscape
        case "omnivore": self = .omnivore
        case "wallabag": self = looksLikeJSON ? .wallabag : .csv
        case "karakeep": self = .karakeep
        case "linkwarden": self = .linkwarden
        case "readeck": self = looksLikeJSON || ZipArchive.begins(bytes) ? .readeck : .csv
        case "firefox": self = looksLikeJSON ? .firefox : .netscape
        case "chromium", "chrome", "edge", "brave": self = looksLikeJSON ? .chromium : .netscape
        case "pinboard":
            let isXML = FileStart(bytes).holds("<posts")
            self = looksLikeJSON ? .pinboard : isXML ? .pinboardXML : .netscape
        case "pinboard-xml": self = .pinboardXML
        case "xbel", "floccus": self = .xbel
        case "bibtex", "bib", "biblatex", "jabref", "bibdesk": self = .bibtex
        case "ris", "endnote": self = .ris
        case "csljson", "csl", "csl-json": self = .csljson
        case "zotero", "mendeley":
            self = looksLikeJSON ? .csljson : RISReader.begins(bytes) ? .ris : .bibtex
        case "weft", "json": self = .weft
        case "csv", "readwise": self = .csv
        case "raindrop", "pocket", "instapaper": self = looksLikePage ? .netscape : .csv
        case "urls": self = .urls
        default: return nil
        }
    }

    /// Detects the format from the first 4 KiB; the file name only decides between a list of addresses and
    /// comma-separated values.
    ///
    /// - Returns: nil if the format is unknown.
    package static func detect(_ bytes: [UInt8], fileName: String = "") -> Format? {
        let start = FileStart(bytes)
        switch start.first {
        case UInt8(ascii: "<"):
            if start.holds("<xbel") { return .xbel }
            if start.holds("<posts") { return .pinboardXML }
            let marks = ["netscape-bookmark", "<dl", "<dt", "<a "]
            return marks.contains(where: start.holds) ? .netscape : nil
        case UInt8(ascii: "{"):
            if start.holds("\"format\"") && start.holds("weft bookmarks") { return .weft }
            if start.holds("\"roots\"") { return .chromium }
            if start.holds("x-moz-place") || start.holds("\"typecode\"") { return .firefox }
            if start.holds("\"posts\"") { return .pinboard }
            if start.holds("\"items\""), CSLReader.begins(start.written) { return .csljson }
            return ServiceShape.object(start.text)
        case UInt8(ascii: "["):
            if let format = ServiceShape.list(start.text) { return format }
            return CSLReader.begins(start.written) ? .csljson : nil
        case UInt8(ascii: "@"), UInt8(ascii: "%"):
            let isNamed = fileName.lowercased().hasSuffix(".bib")
            return isNamed || start.beginsWithBibTeX ? .bibtex : nil
        default:
            if RISReader.begins(bytes) { return .ris }
            if CSVReader.hasHeading(bytes) { return .csv }
            if fileName.lowercased().hasSuffix(".csv") { return .csv }
            return start.beginsWithAddress ? .urls : nil
        }
    }
}

/// The first 4 KiB of a file, in lower case, without leading whitespace.
private struct FileStart {
    /// Bytes looked at to tell the format: a title page and the head of a document fit.
    private static let lengthMax = 4096
    private let bytes: [UInt8]
    /// The text with its original case.
    let written: String

    init(_ file: [UInt8]) {
        let head = file.prefix(Self.lengthMax).drop {
            $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0)
        }
        written = String(decoding: head, as: UTF8.self)
        bytes = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    var first: UInt8? { bytes.first }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func holds(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
    }

    /// Whether the first line that is no comment begins with `@word{` or `@word(`.
    var beginsWithBibTeX: Bool {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        guard
            let line = lines.lazy.map({ $0.drop { $0 <= 0x20 } })
                .first(where: { !$0.isEmpty && $0.first != UInt8(ascii: "%") }),
            line.first == UInt8(ascii: "@")
        else { return false }
        let word = line.dropFirst().prefix { (0x61...0x7A).contains($0) }
        let bracket = line.dropFirst(1 + word.count).first { $0 > 0x20 }
        return !word.isEmpty && (bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "("))
    }

    /// Whether the first word of the first line that is no comment begins with a scheme.
    var beginsWithAddress: Bool {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        guard
            let line = lines.lazy.map({ $0.drop { $0 <= 0x20 } })
                .first(where: { !$0.isEmpty && $0.first != UInt8(ascii: "#") })
        else { return false }
        let word = line.prefix { $0 > 0x20 }
        guard let colon = word.firstIndex(of: UInt8(ascii: ":")), colon > word.startIndex else {
            return false
        }
        return word[..<colon].allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
                || [0x2B, 0x2D, 0x2E].contains($0)
        }
    }
}
