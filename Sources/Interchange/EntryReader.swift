import CRDT
package import Domain
import Primitives

/// An item after the things in our JSON.
package enum SectionItem: Equatable, Sendable {
    /// An entry with the line on which it begins.
    case entry(ExportEntry, line: Int)
    /// An invalid entry, with the reason.
    case refused(ExportSection, line: Int, why: String)
    /// A member that is no known section, with its name and why it is skipped.
    case passedOver(name: String, line: Int, why: String)
}

/// Reads the sections after the things in our JSON, entry by entry. It stores one entry at a time, at most `valuesMax`
/// values of it.
struct EntryReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: JSONScanner
    private var lines: LineCounter
    private var section: ExportSection?
    private var isDone = false

    /// The maximum number of values read of one entry: far more members than are written into one.
    private static let valuesMax = 8192

    /// Continues where the list of things ended.
    init(_ scanner: JSONScanner, _ lines: LineCounter) {
        self.scanner = scanner
        self.lines = lines
    }

    /// Returns the next item; nil at the end. Always advances.
    mutating func next() -> SectionItem? {
        guard !isDone else { return nil }
        do throws(JSONScanner.Fault) {
            while true {
                if let section {
                    guard try scanner.hasNext(before: UInt8(ascii: "]")) else {
                        self.section = nil
                        continue
                    }
                    return try entry(of: section)
                }
                guard try scanner.hasNext(before: UInt8(ascii: "}")) else {
                    isDone = true
                    return nil
                }
                if let passed = try begin() { return passed }
            }
        } catch {
            isDone = true
            earlyEnd = .init(
                line: lines.line(of: scanner.position, in: scanner.bytes), fault: error)
            return nil
        }
    }

    // Enters the next section; returns an item for a member that is none.
    private mutating func begin() throws(JSONScanner.Fault) -> SectionItem? {
        let line = lines.line(of: scanner.position, in: scanner.bytes)
        let key = JSONString.decode(scanner.bytes[try scanner.key()], bytesMax: 64)
        let name = key.repaired().text
        guard let known = ExportSection(rawValue: name) else {
            try scanner.skip()
            return .passedOver(
                name: name, line: line,
                why: name == "bookmarks"
                    ? "occurs twice" : "is not supported by this version")
        }
        guard try scanner.peek() == UInt8(ascii: "[") else {
            try scanner.skip()
            return .passedOver(name: name, line: line, why: "is not a list")
        }
        try scanner.enter()
        section = known
        return nil
    }

    private mutating func entry(
        of section: ExportSection
    ) throws(JSONScanner.Fault) -> SectionItem {
        let line = lines.line(of: scanner.position, in: scanner.bytes)
        var budget = Self.valuesMax
        let value = try scanner.value(budget: &budget)
        guard case .object(let members) = value else {
            return .refused(section, line: line, why: "it is not an object")
        }
        guard budget > 0 else {
            return .refused(
                section, line: line,
                why: "it has more than \(Self.valuesMax) values; write it in several entries")
        }
        let fields = EntryFields(members, scanner)
        switch fields.entry(of: section) {
        case .success(let entry): return .entry(entry, line: line)
        case .failure(let flaw): return .refused(section, line: line, why: flaw.why)
        }
    }
}

/// The reason why an entry is invalid.
private struct Flaw: Error {
    let why: String

    init(_ why: String) {
        self.why = why
    }
}

/// The members of one entry; of duplicates the first is used.
private struct EntryFields {
    private let members: [(key: Range<Int>, value: JSONValue)]
    private let scanner: JSONScanner

    init(_ members: [(key: Range<Int>, value: JSONValue)], _ scanner: JSONScanner) {
        self.members = members
        self.scanner = scanner
    }

    func entry(of section: ExportSection) -> Result<ExportEntry, Flaw> {
        do throws(Flaw) {
            switch section {
            case .collections: return .success(.collection(try collection()))
            case .tagRules:
                return .success(
                    .tagRule(
                        query: try text("query", Limits.queryBytesMax),
                        tags: try texts("tags", RawText.tagMax)))
            case .follows: return .success(try follow())
            case .reactions:
                let thing = try id("thing")
                guard let reaction = Reaction(word: try text("reaction", 64)) else {
                    throw Flaw(
                        "reaction must be one of \(Self.words(Reaction.allCases.map(\.word)))")
                }
                return .success(.reaction(thing, reaction))
            case .comments: return .success(.comment(try comment()))
            case .unread: return .success(.unread(try id("thing")))
            case .liveShares:
                return .success(
                    .liveShare(
                        query: try text("query", Limits.queryBytesMax),
                        audience: try text("audience", Limits.nameBytesMax + 64)))
            }
        } catch {
            return .failure(error)
        }
    }

    private func collection() throws(Flaw) -> CollectionEntry {
        let name = try text("name", Limits.nameBytesMax)
        var description = ""
        if holds("description") { description = try text("description", Limits.noteBytesMax) }
        var query: String?
        if holds("query") { query = try text("query", Limits.queryBytesMax) }
        var ids: [ObjectID] = []
        if holds("members") {
            for text in try texts("members", 64) {
                guard let id = ObjectID(text: text) else {
                    throw Flaw("\(Problem.quote(text)), a member, is not an ID")
                }
                ids.append(id)
            }
        }
        guard query == nil || ids.isEmpty else {
            throw Flaw("a collection has a query or members, not both")
        }
        return CollectionEntry(name: name, description: description, query: query, members: ids)
    }

    private func follow() throws(Flaw) -> ExportEntry {
        let word = try text("attention", 64)
        guard let attention = [Attention.follow, .mute].first(where: { $0.word == word }) else {
            throw Flaw("attention must be follow or mute")
        }
        let what = try text("what", Limits.queryBytesMax)
        let form = try text("form", 64)
        switch form {
        case "person":
            guard let person = PersonID(text: what) else {
                throw Flaw("\(Problem.quote(what)) is not the ID of a person")
            }
            return .follow(.person(person), attention)
        case "tag":
            guard case .success(let tag) = TagName.normalise(what) else {
                throw Flaw("\(Problem.quote(what)) is not a tag")
            }
            return .follow(.tag(tag.folded), attention)
        case "thing":
            guard let reference = ThingReference(text: what) else {
                throw Flaw("\(Problem.quote(what)) does not refer to a thing")
            }
            return .follow(.thing(reference), attention)
        case "search":
            guard case .success(let query) = SearchQuery.parse(what), !query.spelled.isEmpty,
                query.spelled.utf8.count <= Limits.queryBytesMax
            else { throw Flaw("\(Problem.quote(what)) is not a search") }
            return .follow(.search(query.spelled), attention)
        default: throw Flaw("form must be person, tag, thing or search")
        }
    }

    private func comment() throws(Flaw) -> CommentEntry {
        var parent: CommentEntry.Parent?
        if holds("in_reply_to") { parent = .named(try reference("in_reply_to")) }
        var at = WallTime(milliseconds: 0)
        if holds("at"), let time = Timestamps.text(Array(try text("at", 64).utf8)) { at = time }
        return CommentEntry(
            reference: try reference("reference"), thing: try id("thing"),
            text: try text("text", Limits.commentBytesMax), at: at, parent: parent)
    }

    // MARK: Values

    private func holds(_ name: String) -> Bool {
        guard let value = value(name) else { return false }
        if case .null = value { return false }
        return true
    }

    private func value(_ name: String) -> JSONValue? {
        members.first { scanner.bytes[$0.key].elementsEqual(name.utf8) }?.value
    }

    /// Returns a UTF-8 text of at most `bytesMax` bytes, not empty except for descriptions.
    private func text(_ name: String, _ bytesMax: Int) throws(Flaw) -> String {
        guard let value = value(name), case .string(let range) = value else {
            throw Flaw("\(name) is missing or not a text")
        }
        let text = try text(JSONString.decode(scanner.bytes[range], bytesMax: bytesMax), name)
        guard !text.isEmpty || name == "description" else { throw Flaw("\(name) is empty") }
        return text
    }

    private func texts(_ name: String, _ bytesMax: Int) throws(Flaw) -> [String] {
        guard let value = value(name), case .array(let elements) = value else {
            throw Flaw("\(name) is missing or not a list")
        }
        var texts: [String] = []
        for element in elements {
            guard case .string(let range) = element else {
                throw Flaw("\(name) contains something other than text")
            }
            texts.append(
                try text(JSONString.decode(scanner.bytes[range], bytesMax: bytesMax), name))
        }
        return texts
    }

    private func text(_ raw: RawText, _ name: String) throws(Flaw) -> String {
        guard !raw.wasCut else { throw Flaw("\(name) is longer than \(raw.bytes.count) bytes") }
        let (text, wasBroken) = raw.repaired()
        guard !wasBroken else { throw Flaw("\(name) is not UTF-8, or contains a NUL") }
        return text
    }

    private func id(_ name: String) throws(Flaw) -> ObjectID {
        let text = try text(name, 64)
        guard let id = ObjectID(text: text) else {
            throw Flaw("\(name), \(Problem.quote(text)), is not an ID")
        }
        return id
    }

    private func reference(_ name: String) throws(Flaw) -> ThingReference {
        let text = try text(name, 64)
        guard let reference = ThingReference(text: text) else {
            throw Flaw("\(name), \(Problem.quote(text)), refers to nothing")
        }
        return reference
    }

    private static func words(_ words: [String]) -> String { words.joined(separator: ", ") }
}
