import Domain
import Primitives

/// Reads a table with a heading, separated by commas, semicolons, tabs or bars, or as given by a first line `sep=;`,
/// which Excel writes and reads.
///
/// Of several columns with one meaning, the first that is not empty is used; notes are joined. In our own files it
/// reverts the formula guards and tag escapes of `CSVWriter`.
struct CSVReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var rows: CSVRows
    /// The rows from just after the heading.
    private let first: CSVRows
    private var lines = LineCounter()
    private let heading: CSVHeading
    /// The order of day and month in the dates; nil until a date needs it, then the result, which may be nil.
    private var order: DayOrder??

    init(_ bytes: FileBytes) throws(InterchangeError) {
        guard let (rows, heading) = Self.begin(bytes) else {
            throw .notThis(.csv)
        }
        self.rows = rows
        first = rows
        self.heading = heading
        if heading.program == .wallabag { order = .dayFirst }
    }

    /// Whether the bytes begin with a heading that has an address column and at least one more.
    static func hasHeading(_ bytes: [UInt8]) -> Bool {
        guard let (_, heading) = begin(FileBytes(Array(bytes.prefix(4096)))) else { return false }
        return heading.columns.count > 1
    }

    // Finds the heading and the delimiter: of those that give an address column, the one that gives the most columns.
    private static func begin(
        _ bytes: FileBytes
    ) -> (rows: CSVRows, heading: CSVHeading)? {
        var start = 0
        var delimiters = CSVRows.delimiters
        if bytes.count > 5, bytes.prefix(4).map({ $0 | 0x20 }).elementsEqual("sep=".utf8) {
            delimiters = [bytes[4]]
            start = 5
            while start < bytes.count, [0x0A, 0x0D].contains(bytes[start]) { start += 1 }
        }
        var best: (rows: CSVRows, heading: CSVHeading)?
        for delimiter in delimiters {
            var rows = CSVRows(bytes, at: start, partedBy: delimiter)
            guard let cells = rows.next(), let heading = CSVHeading(cells: cells),
                heading.columns.count > best?.heading.columns.count ?? 0
            else { continue }
            best = (rows, heading)
        }
        return best
    }

    var notices: [String] {
        var notices: [String] = []
        if first.cellsBeyond > 0 {
            notices.append(
                "of \(CSVRows.cellsMax + first.cellsBeyond) columns the first \(CSVRows.cellsMax) "
                    + "were read")
        }
        guard !heading.unused.isEmpty else { return notices }
        let names = heading.unused.prefix(12).map { Problem.quote($0) }.joined(separator: ", ")
        let more = heading.unused.count > 12 ? " and \(heading.unused.count - 12) more" : ""
        return notices + ["ignored columns: \(names)\(more)"]
    }

    mutating func next() -> RawLink? {
        while !rows.isAtEnd {
            let start = rows.position
            guard let cells = rows.next() else { break }
            // An empty line is one empty cell.
            guard cells.count > 1 || cells.first.map({ !$0.bytes.isEmpty }) ?? false else {
                continue
            }
            var link = RawLink(line: lines.line(of: start, in: rows.bytes))
            for (column, cell) in zip(heading.columns, cells) {
                read(unguarded(cell), column, into: &link)
            }
            if link.url.bytes.isEmpty, link.kind.bytes.isEmpty {
                link.refusal = "it has no address"
            }
            return link
        }
        if rows.wasCut, earlyEnd == nil {
            let line = lines.line(of: rows.bytes.count, in: rows.bytes)
            earlyEnd = .init(line: line, why: "the file ends inside a quoted value")
        }
        return nil
    }

    private mutating func read(
        _ cell: RawText, _ column: CSVHeading.Column, into link: inout RawLink
    ) {
        guard cell.bytes.contains(where: { $0 > 0x20 }) else { return }
        let word = cell.bytes.count > 64 ? "" : String(decoding: cell.bytes, as: UTF8.self)
        let folded = word.lowercased()
        switch column {
        case .url: if link.url.bytes.isEmpty { link.url = cell }
        case .title: if link.title.bytes.isEmpty { link.title = cell }
        case .note: link.addNote(cell)
        case .tags: if link.tags.isEmpty { link.tags = tags(cell) }
        case .added: if link.added == nil { date(cell, into: &link) }
        case .unread: link.isUnread = Self.isYes(folded)
        case .read: link.isUnread = !Self.isYes(folded)
        case .state:
            link.isUnread = ["unread", "new", "later", "shortlist"].contains(folded)
        case .passages: for passage in PassageCell.passages(of: cell) { link.mark(passage) }
        case .size: link.size = TileSize(letter: word) ?? .medium
        case .placement:
            link.placement = RawLink.audiences(word.split(separator: ",").map(String.init))
            link.wasShared = link.placement.contains(.public)
        case .folder: folder(cell, folded, into: &link)
        case .type: if Kind(word: word).map({ $0 != .link }) ?? false { link.kind = cell }
        case .detail(let name):
            let values = name.isList ? tags(cell) : [cell]
            let said = values.filter { !$0.bytes.isEmpty }
            if !said.isEmpty { link.details.append((RawText(name.word), said)) }
        case .other: break
        }
    }

    private static func isYes(_ word: String) -> Bool { ["yes", "true", "1"].contains(word) }

    private func folder(_ cell: RawText, _ word: String, into link: inout RawLink) {
        switch heading.program {
        case .raindrop where word == "unsorted": return
        case .instapaper where ["unread", "archive", "starred"].contains(word):
            link.isUnread = word == "unread"
        default:
            link.folders = cell.bytes.split(separator: UInt8(ascii: "/")).prefix(16)
                .map { RawText($0, bytesMax: RawText.folderMax) }
        }
    }

    // MARK: Dates

    private mutating func date(_ cell: RawText, into link: inout RawLink) {
        if DateText.read(cell.bytes) == .dayOrMonth, order == nil {
            order = .some(dayOrder())
        }
        link.date(cell.bytes, order ?? nil)
    }

    // The order that all dates of the file imply; nil if none implies one, or they disagree.
    private func dayOrder() -> DayOrder? {
        var rows = first
        var found: DayOrder?
        while !rows.isAtEnd, let cells = rows.next() {
            for (column, cell) in zip(heading.columns, cells) where column == .added {
                guard let order = DateText.order(of: cell.bytes) else { continue }
                guard found == nil || found == order else { return nil }
                found = order
            }
        }
        return found
    }

    // MARK: Our own cells

    /// Removes the apostrophe that keeps a spreadsheet from running a formula.
    private func unguarded(_ cell: RawText) -> RawText {
        guard heading.program == .weft, cell.bytes.first == CSVWriter.guardMark,
            CSVWriter.looksLikeFormula(cell.bytes)
        else { return cell }
        var text = cell
        text.bytes.removeFirst()
        return text
    }

    private func tags(_ cell: RawText) -> [RawText] {
        guard heading.program == .weft else { return TagCell.tags(of: cell) }
        return TagCell.escapedTags(of: cell)
    }
}
