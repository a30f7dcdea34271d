import Domain
import Primitives

/// What each column of a file holds, told by its heading.
struct CSVHeading {
    enum Column: Equatable {
        case url, title, note, tags, added, unread, size, placement, folder, other
        /// What the entry is, by the word of its kind.
        case type
        /// By its word, of what has a type; of links the files of their pages.
        case detail(DetailName)
    }

    private(set) var columns: [Column]

    /// - Returns: nil unless a column holds addresses.
    init?(cells: [RawText]) {
        columns = cells.map { cell in
            let name = String(decoding: cell.bytes, as: UTF8.self).lowercased()
                .filter { $0.isLetter || $0 == "_" }
            return Self.names[name] ?? .other
        }
        if columns.contains(.type) {
            // Beside our own column for it an address is where a place is.
            let hasURL = cells.contains { $0.bytes.elementsEqual("url".utf8) }
            columns = zip(columns, cells).map { Self.detail($0, $1, hasURL: hasURL) }
        }
        guard columns.contains(where: { $0 == .url }) else { return nil }
    }

    private static func detail(_ column: Column, _ cell: RawText, hasURL: Bool) -> Column {
        guard column == .other || (column == .url && hasURL) else { return column }
        let word = String(decoding: cell.bytes, as: UTF8.self).lowercased()
        let name = DetailName.allCases.first { $0.word == word && $0.value.isTyped }
        return name.map { .detail($0) } ?? column
    }

    init?(line: [UInt8]) {
        let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard cells.count > 1 else { return nil }
        self.init(cells: cells.map { RawText($0, bytesMax: 64) })
    }

    /// Looked up only.
    private static let names: [String: Column] = [
        "url": .url, "href": .url, "link": .url, "uri": .url, "address": .url,
        "title": .title, "name": .title,
        "note": .note, "notes": .note, "description": .note,
        "tags": .tags, "labels": .tags,
        "added": .added, "created": .added, "created_at": .added, "time_added": .added,
        "unread": .unread, "toread": .unread,
        "type": .type, "size": .size, "placement": .placement, "audience": .placement,
        "folder": .folder,
        "thumbnail": .detail(.thumbnail), "snapshots": .detail(.snapshot),
    ]
}

/// Reads comma separated values with a heading. - Source: RFC 4180.
///
/// Undoes what `CSVWriter` does against formulas and for commas in tags.
struct CSVReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private let bytes: [UInt8]
    private var position = 0
    private var lines = LineCounter()
    private var heading: CSVHeading?
    private var wasCut = false

    private static let cellsMax = 64

    init(_ bytes: [UInt8]) throws(InterchangeError) {
        self.bytes = bytes
        guard let first = row(), let heading = CSVHeading(cells: first) else {
            throw .notThis(.csv)
        }
        self.heading = heading
    }

    mutating func next() -> RawLink? {
        while position < bytes.count {
            let start = position
            guard let cells = row(), let columns = heading?.columns else { break }
            // An empty line is one empty cell.
            guard cells.count > 1 || cells.first.map({ !$0.bytes.isEmpty }) ?? false else {
                continue
            }
            var link = RawLink(line: lines.line(of: start, in: bytes))
            for (column, cell) in zip(columns, cells) { read(unguarded(cell), column, into: &link) }
            if link.url.bytes.isEmpty, link.kind.bytes.isEmpty {
                link.refusal = "it has no address"
            }
            return link
        }
        if wasCut, earlyEnd == nil {
            let line = lines.line(of: bytes.count, in: bytes)
            earlyEnd = .init(line: line, why: "the file ends inside a quoted value")
        }
        return nil
    }

    private func read(_ cell: RawText, _ column: CSVHeading.Column, into link: inout RawLink) {
        let word = cell.bytes.count > 64 ? "" : String(decoding: cell.bytes, as: UTF8.self)
        switch column {
        case .url: link.url = cell
        case .title: link.title = cell
        case .note: link.note = cell
        case .tags: link.tags = tags(cell)
        case .added: link.added = Timestamps.text(cell.bytes)
        case .unread: link.isUnread = ["yes", "true", "1"].contains(word.lowercased())
        case .size: link.size = TileSize(letter: word) ?? .medium
        case .placement:
            link.placement = RawLink.audiences(word.split(separator: ",").map(String.init))
            if !word.isEmpty { link.wasShared = link.placement.contains(.public) }
        case .folder:
            link.folders = cell.bytes.split(separator: UInt8(ascii: "/")).prefix(16)
                .map { RawText($0, bytesMax: RawText.folderMax) }
        case .type:
            // Other programs have a column of this name that means something else.
            if Kind(word: word).map({ $0 != .link }) ?? false { link.kind = cell }
        case .detail(let name):
            let values = name.isList ? tags(cell) : [cell]
            let said = values.filter { !$0.bytes.isEmpty }
            if !said.isEmpty { link.details.append((RawText(name.word), said)) }
        case .other: break
        }
    }

    /// One row, its cells unquoted; nil if the end of the file cuts it.
    private mutating func row() -> [RawText]? {
        var cells: [RawText] = []
        while true {
            guard let cell = cell() else { return nil }
            if cells.count < Self.cellsMax { cells.append(cell) }
            guard position < bytes.count else { return cells }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: ",") { continue }
            if end == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
            return cells
        }
    }

    /// Reads up to a comma, a line end or the end of the file.
    private mutating func cell() -> RawText? {
        let quote = UInt8(ascii: "\"")
        var text = RawText()
        func keep(_ byte: UInt8) {
            if text.bytes.count < RawText.noteMax {
                text.bytes.append(byte)
            } else {
                text.wasCut = true
            }
        }
        var isQuoted = position < bytes.count && bytes[position] == quote
        if isQuoted { position += 1 }
        while position < bytes.count {
            let byte = bytes[position]
            if isQuoted {
                position += 1
                if byte != quote {
                    keep(byte)
                } else if position < bytes.count, bytes[position] == quote {
                    keep(quote)
                    position += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            if byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D { return text }
            keep(byte)
            position += 1
        }
        if isQuoted { wasCut = true }
        return isQuoted ? nil : text
    }

    /// Without the apostrophe that keeps a spreadsheet from reading a formula.
    private func unguarded(_ cell: RawText) -> RawText {
        guard cell.bytes.first == CSVWriter.guardMark, CSVWriter.looksLikeFormula(cell.bytes) else {
            return cell
        }
        var text = cell
        text.bytes.removeFirst()
        return text
    }

    /// Split at commas; a backslash makes the next character part of the tag.
    private func tags(_ cell: RawText) -> [RawText] {
        var tags = [RawText()]
        var isEscaped = false
        for byte in cell.bytes {
            if !isEscaped, byte == UInt8(ascii: "\\") {
                isEscaped = true
                continue
            }
            if !isEscaped, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|") {
                guard tags.count < RawText.tagCountMax else { break }
                tags.append(RawText())
            } else {
                tags[tags.count - 1].bytes.append(byte)
            }
            isEscaped = false
        }
        return tags
    }
}
