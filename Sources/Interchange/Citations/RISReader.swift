import Primitives

/// Reads RIS, as written by Zotero, EndNote, Mendeley, publishers' pages and this program.
///
///     TY  - JOUR
///     TI  - The Loom
///     AU  - Miller, Anna
///     UR  - https://a.example/
///     N1  - a note,
///     whose second line has no tag
///     ER  -
///
/// RIS does not record when a work was added: `PY`, `Y1` and `DA` give its publication, `Y2` a visit. Keywords are on
/// lines of their own; a single line with commas or semicolons is a list.
///
/// - Source: Research Information Systems, "RIS Format Specifications".
struct RISReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private let bytes: FileBytes
    private var position = 0
    private var lines = LineCounter()
    /// The number of spaces between a tag and its hyphen.
    private let gap: Int
    private var record: Record?

    /// An entry that has not ended yet; its last field may continue on lines without a tag.
    private struct Record {
        var start: Int
        var fields: [(tag: [UInt8], value: RawText)] = []
    }

    /// Lines read of one record; the rest of it is left out.
    private static let fieldsMax = 2000

    /// Whether the bytes begin a RIS file, after whitespace.
    static func begins(_ bytes: [UInt8]) -> Bool {
        begin(FileBytes(bytes)) != nil
    }

    // Returns the number of spaces between the first tag and its hyphen.
    private static func begin(_ bytes: FileBytes) -> Int? {
        let first = bytes.firstIndex { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard let first else { return nil }
        let text = bytes[first..<min(first + 8, bytes.count)]
        return [2, 1].first { gap in
            text.starts(with: ("TY" + String(repeating: " ", count: gap) + "-").utf8)
        }
    }

    init(_ bytes: FileBytes) throws(InterchangeError) {
        guard let gap = Self.begin(bytes) else { throw .notThis(.ris) }
        self.bytes = bytes
        self.gap = gap
    }

    mutating func next() -> RawLink? {
        while position < bytes.count {
            let start = position
            let line = takeLine()
            guard let (tag, value) = field(line) else {
                // Outside an entry, only the beginning of another has a meaning.
                if record == nil, position > bytes.count, "TY  -".utf8.starts(with: line.trimmed) {
                    record = line.trimmed.isEmpty ? nil : Record(start: start)
                }
                goOn(line)
                continue
            }
            switch String(decoding: tag, as: UTF8.self) {
            case "TY":
                let open = record
                record = Record(start: start)
                if let open { return link(open) }
            case "ER":
                guard let open = record else { continue }
                record = nil
                return link(open)
            default:
                if record?.fields.count ?? .max < Self.fieldsMax {
                    record?.fields.append((Array(tag), RawText(value, bytesMax: RawText.noteMax)))
                }
            }
        }
        if record != nil {
            record = nil
            earlyEnd = .init(
                line: lines.line(of: bytes.count, in: bytes),
                why: "the file ends in the middle of an entry")
        }
        return nil
    }

    // MARK: Lines

    private mutating func takeLine() -> ArraySlice<UInt8> {
        var end = position
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        let line = bytes[position..<end]
        position = end + 1
        return line.last == 0x0D ? line.dropLast() : line
    }

    private func field(
        _ line: ArraySlice<UInt8>
    ) -> (tag: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        Self.field(line, gap: gap)
    }

    // A field is two letters, or a letter and a digit, the spaces, a hyphen, and a space unless nothing follows.
    private static func field(
        _ line: ArraySlice<UInt8>, gap: Int
    ) -> (tag: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
        let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        let tag = line.prefix(2)
        let hyphen = line.dropFirst(2 + gap)
        guard tag.count == 2, let first = tag.first, let second = tag.last,
            (0x41...0x5A).contains(first),
            (0x41...0x5A).contains(second) || (0x30...0x39).contains(second),
            line.dropFirst(2).prefix(gap).allSatisfy({ $0 == 0x20 }),
            hyphen.first == UInt8(ascii: "-")
        else { return nil }
        let rest = hyphen.dropFirst()
        guard let blank = rest.first else { return (tag, rest) }
        return blank == 0x20 ? (tag, rest.dropFirst()) : nil
    }

    // Appends a line without a tag to the preceding field, in place: copying a note of many short lines would take
    // quadratic time.
    private mutating func goOn(_ line: ArraySlice<UInt8>) {
        guard let last = record?.fields.indices.last, record?.fields[last].value.wasCut == false
        else { return }
        record?.fields[last].value.goOn(line)
    }

    /// Whether a text on the lines after a tag is read back unchanged.
    static func holds(_ text: String) -> Bool {
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard text.utf8.elementsEqual(text.utf8.trimmed), !text.utf8.contains(0x0D) else {
            return false
        }
        return !lines.dropFirst().contains { isField(Array($0)) }
    }

    /// Whether a line would begin a field.
    static func isField(_ line: [UInt8]) -> Bool { field(line[...], gap: 2) != nil }

    // MARK: One work

    private mutating func link(_ record: Record) -> RawLink {
        var work = CitedWork(line: lines.line(of: record.start, in: bytes))
        let keywords = record.fields.filter { $0.tag.elementsEqual("KW".utf8) }.count
        for (tag, value) in record.fields {
            let text = RawText(value.bytes.trimmed, bytesMax: value.bytes.count)
            guard !text.bytes.isEmpty else { continue }
            switch String(decoding: tag, as: UTF8.self) {
            case "TI", "T1", "CT":
                if work.title.bytes.isEmpty {
                    work.title = RawText(text.bytes[...], bytesMax: RawText.titleMax)
                }
            case "UR", "LK": work.addURL(text)
            case "DO": work.doi = work.doi ?? DOI(text.bytes)
            case "AU", "A1":
                let name = RawText(text.bytes[...], bytesMax: PersonName.bytesMax).repaired().text
                work.addAuthor(PersonName.spoken(name))
            case "JO", "JF", "T2", "BT", "JA":
                if work.venue.isEmpty { work.venue = Self.line(text) }
            case "PY", "Y1", "DA":
                if work.year.isEmpty { work.year = String(Self.line(text).prefix(4)) }
            case "KW":
                let marks = keywords > 1 ? [] : [UInt8(ascii: ","), UInt8(ascii: ";")]
                work.addTags(text, partedBy: marks)
            case "AB", "N2", "N1", "RN":
                work.texts.append(value.wasCut ? value : text)
            case "U1":
                guard text.bytes.starts(with: Self.mark) else { continue }
                work.exact = ExactFields(Array(text.bytes.dropFirst(Self.mark.count)))
            default: continue
            }
        }
        return work.link
    }

    private static func line(_ text: RawText) -> String {
        let line = text.bytes.prefix { $0 != 0x0A }
        return RawText(line, bytesMax: 300).repaired().text
    }

    /// The beginning of our own user field.
    static let mark = Array("\(ExactFields.name) ".utf8)
}

extension RawText {
    /// Appends another line, up to the maximum length of a note.
    fileprivate mutating func goOn(_ line: ArraySlice<UInt8>) {
        let room = RawText.noteMax - bytes.count
        wasCut = line.count + 1 > room
        if room > 0 {
            bytes.append(0x0A)
            bytes += line.prefix(room - 1)
        }
    }
}
