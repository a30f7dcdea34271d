import CRDT
import Domain
import Primitives

/// Reads JSON that is one list of flat objects: Pinboard's, and our own.
struct RecordReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    /// The person whose list it is, if the file says so.
    private(set) var person: PersonID?
    private var scanner: JSONScanner
    private var lines = LineCounter()
    private let format: Format
    private var isDone = false

    /// The maximum number of values read of one entry: enough for a garment worn daily for 11 years.
    private static let valuesMax = 8192

    /// Moves to the beginning of the list.
    init(_ bytes: FileBytes, format: Format) throws(InterchangeError) {
        self.format = format
        scanner = JSONScanner(bytes)
        do {
            try findList()
        } catch let error as InterchangeError {
            throw error
        } catch {
            throw .notThis(format)
        }
    }

    mutating func next() -> RawLink? {
        guard !isDone else { return nil }
        do throws(JSONScanner.Fault) {
            guard try scanner.hasNext(before: UInt8(ascii: "]")) else {
                isDone = true
                return nil
            }
            let line = lines.line(of: scanner.position, in: scanner.bytes)
            var budget = Self.valuesMax
            let value = try scanner.value(budget: &budget)
            return link(value, line: line)
        } catch {
            isDone = true
            earlyEnd = .init(
                line: lines.line(of: scanner.position, in: scanner.bytes), fault: error)
            return nil
        }
    }

    var entries: EntryReader? {
        guard isDone, earlyEnd == nil, format == .weft else { return nil }
        return EntryReader(scanner, lines)
    }

    private mutating func findList() throws {
        if try scanner.peek() == UInt8(ascii: "["), format == .pinboard {
            return try scanner.enter()
        }
        try scanner.take(UInt8(ascii: "{"))
        var isOurs = false
        while try scanner.hasNext(before: UInt8(ascii: "}")) {
            let key = JSONString.decode(scanner.bytes[try scanner.key()], bytesMax: 64)
            switch (format, String(decoding: key.bytes, as: UTF8.self)) {
            case (.weft, "format"):
                let name = try scanner.string()
                isOurs = scanner.bytes[name].elementsEqual(JSONWriter.name.utf8)
            case (.weft, "version"):
                let number = unsigned(try scalar()) ?? 0
                guard number <= UInt64(JSONWriter.version) else {
                    throw InterchangeError.newerVersion(Int(clamping: number))
                }
            case (.weft, "person"):
                let value = try scalar()
                person = PersonID(
                    text: String(decoding: scanner.text(value, 64).bytes, as: UTF8.self))
            case (.weft, "bookmarks") where isOurs, (.pinboard, "posts"):
                return try scanner.take(UInt8(ascii: "["))
            default:
                try scanner.skip()
            }
        }
        throw InterchangeError.notThis(format)
    }

    private mutating func scalar() throws(JSONScanner.Fault) -> JSONValue {
        var budget = 2
        return try scanner.value(budget: &budget)
    }

    private func link(_ value: JSONValue, line: Int) -> RawLink {
        var link = RawLink(line: line)
        guard case .object(let members) = value else {
            link.refusal = "it is not an object"
            return link
        }
        for (key, value) in members {
            let name = String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self)
            if format == .pinboard {
                readPinboard(name, value, into: &link)
            } else {
                readOurs(name, value, into: &link)
            }
        }
        if link.url.bytes.isEmpty, link.kind.bytes.isEmpty { link.refusal = "it has no address" }
        return link
    }

    private func readPinboard(_ name: String, _ value: JSONValue, into link: inout RawLink) {
        switch name {
        case "href", "u": link.url = scanner.text(value, RawText.urlMax)
        case "description", "d": link.title = scanner.text(value, RawText.titleMax)
        case "extended", "n": link.note = scanner.text(value, RawText.noteMax)
        case "time", "dt": link.date(scanner.text(value, 80).bytes)
        case "shared": link.wasShared = scanner.isYes(value)
        case "toread": link.isUnread = scanner.isYes(value)
        case "tags", "t": link.tags = tags(value)
        default: break
        }
    }

    private func readOurs(_ name: String, _ value: JSONValue, into link: inout RawLink) {
        switch name {
        case "url": link.url = scanner.text(value, RawText.urlMax)
        case "title": link.title = scanner.text(value, RawText.titleMax)
        case "note": link.note = scanner.text(value, RawText.noteMax)
        case "tags": link.tags = tags(value)
        case "added": link.date(scanner.text(value, 80).bytes)
        case "unread": link.isUnread = scanner.isYes(value)
        case "size":
            let letter = String(decoding: scanner.text(value, 8).bytes, as: UTF8.self)
            link.size = TileSize(letter: letter) ?? .medium
        case "placement":
            guard case .array(let names) = value else { return }
            link.placement = RawLink.audiences(
                names.prefix(8).map { String(decoding: scanner.text($0, 16).bytes, as: UTF8.self) })
            link.wasShared = link.placement.contains(.public)
        case "type": link.kind = scanner.text(value, 64)
        case "id": link.id = scanner.text(value, 64)
        case "reference": link.reference = scanner.text(value, 64)
        case "author":
            guard case .object(let members) = value else { return }
            for (key, value) in members where scanner.bytes[key].elementsEqual("person".utf8) {
                link.author = scanner.text(value, 64)
            }
        case "details":
            guard case .object(let members) = value else { return }
            link.details = members.prefix(DetailName.allCases.count).map { key, value in
                (JSONString.decode(scanner.bytes[key], bytesMax: 64), values(value))
            }
        case "trashed":
            if scanner.isYes(value) { link.refusal = "it was in the trash" }
        default: break
        }
    }

    /// Reads a list of texts, or one text with tags separated by spaces.
    private func tags(_ value: JSONValue) -> [RawText] {
        switch value {
        case .array(let elements):
            return elements.prefix(RawText.tagCountMax).map { scanner.text($0, RawText.tagMax) }
        case .string(let range):
            let all = JSONString.decode(scanner.bytes[range], bytesMax: RawText.noteMax)
            return all.bytes.split { $0 <= 0x20 }.prefix(RawText.tagCountMax)
                .map { RawText($0, bytesMax: RawText.tagMax) }
        case .number, .bool, .null, .object: return []
        }
    }

    /// Reads a list of texts, or one text.
    private func values(_ value: JSONValue) -> [RawText] {
        guard case .array(let elements) = value else {
            return [scanner.text(value, RawText.detailMax)]
        }
        return elements.map { scanner.text($0, RawText.detailMax) }
    }

    private func unsigned(_ value: JSONValue) -> UInt64? {
        UInt64(String(decoding: scanner.text(value, 20).bytes, as: UTF8.self))
    }
}

extension ImportReport.EarlyEnd {
    /// Describes a JSON fault.
    init(line: Int, fault: JSONScanner.Fault) {
        switch fault {
        case .ended: self.init(line: line, why: "the file ends in the middle of an entry")
        case .malformed: self.init(line: line, why: "from here on it is not JSON")
        }
    }
}
