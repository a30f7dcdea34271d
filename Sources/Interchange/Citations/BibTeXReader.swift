import Domain
import Primitives

/// Reads a BibTeX or BibLaTeX bibliography, as written by Zotero, JabRef, BibDesk, Mendeley and this program.
///
/// `timestamp`, `creationdate` and `date-added` say when a work was added; `urldate` says when a page was last visited,
/// and is not used for that. If `url` is missing, `howpublished` and BibDesk's `bdsk-url-1` may contain the address.
struct BibTeXReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: BibTeXScanner
    private var lines = LineCounter()
    private var hasEntries = false
    private let kind: Kind
    private let parents: CrossReferences
    /// The line of each key so far, where works become papers.
    private var keys: [[UInt8]: Int] = [:]

    /// The maximum number of keys that are compared; further entries may have the key of another.
    static let keysMax = 200_000

    private static let wanted: Set<String> = [
        "url", "doi", "title", "author", "journal", "journaltitle", "booktitle", "publisher",
        "howpublished", "year", "date", "abstract", "note", "annote", "annotation", "comment",
        "keywords", "keyword", "eprint", "timestamp", "creationdate", "date-added", "bdsk-url-1",
        "volume", "number", "pages", "school", "institution", "organization",
        CrossReferences.field, ExactFields.name,
    ]

    /// - Parameter kind: what works become: papers, or links.
    init(_ bytes: FileBytes, as kind: Kind = .link) throws(InterchangeError) {
        self.kind = kind
        parents = kind == .paper ? CrossReferences(bytes) : CrossReferences()
        scanner = BibTeXScanner(bytes, wanted: Self.wanted)
        guard bytes.contains(where: { $0 == UInt8(ascii: "@") }) else { throw .notThis(.bibtex) }
    }

    mutating func next() -> RawLink? {
        while var entry = scanner.next() {
            hasEntries = true
            guard !Self.withoutWork.contains(entry.type) else { continue }
            var work = CitedWork(line: lines.line(of: entry.start, in: scanner.bytes))
            if entry.isBroken {
                work.refusal = "it has no closing brace"
                work.title = RawText(
                    scanner.bytes[entry.start..<min(entry.start + 81, scanner.bytes.count)],
                    bytesMax: 80)
            } else {
                if kind == .paper {
                    parents.complete(&entry)
                    work.refusal = note(entry.key, on: work.line)
                }
                Self.read(entry, into: &work)
                let isNothing =
                    kind == .paper ? work.title.bytes.isEmpty : work.urls.isEmpty && work.doi == nil
                if entry.isUnclosed, isNothing { work.refusal = "it has no closing brace" }
            }
            return kind == .paper ? work.paper(entry) : work.link
        }
        if scanner.wasCut {
            let line = lines.line(of: scanner.bytes.count, in: scanner.bytes)
            earlyEnd = .init(line: line, why: "the file ends in the middle of an entry")
        } else if !hasEntries {
            earlyEnd = .init(line: 1, why: "no entry is in the file")
        }
        return nil
    }

    // Why the entry with this key is refused; nil if no entry before has it. BibTeX ignores case in keys.
    private mutating func note(_ key: [UInt8], on line: Int) -> String? {
        let folded = CrossReferences.folded(key)
        guard !key.isEmpty else { return nil }
        if let first = keys[folded] {
            let shown = RawText(key[...], bytesMax: 80).repaired().text
            return "the entry on line \(first) has the key \(Problem.quote(shown)) too"
        }
        if keys.count < Self.keysMax { keys[folded] = line }
        return nil
    }

    /// Entries of biber that are not works. Used for lookups only.
    private static let withoutWork: Set<String> = ["set", "xdata", "control"]

    private static func read(_ entry: BibTeXScanner.Entry, into work: inout CitedWork) {
        for (name, value) in entry.fields {
            switch name {
            case "url": work.addURL(address(value))
            case "doi": work.doi = DOI(address(value).bytes)
            case "title": work.title = LaTeXText.decode(value, bytesMax: RawText.titleMax)
            case "author": readAuthors(value, into: &work)
            case "journal", "journaltitle", "booktitle":
                if work.venue.isEmpty { work.venue = line(value) }
            case "year": work.year = line(value)
            case "date": if work.year.isEmpty { work.year = String(line(value).prefix(4)) }
            case "keywords", "keyword": readTags(value, into: &work)
            case "timestamp", "creationdate", "date-added":
                if work.added.bytes.isEmpty {
                    work.added = LaTeXText.decode(value, bytesMax: 80)
                }
            case ExactFields.name: work.exact = ExactFields(value)
            default: continue
            }
        }
        // The abstract comes first, whatever the order in the file.
        let texts = ["abstract", "note", "annote", "annotation", "comment"]
        for name in texts {
            guard let field = entry.fields.first(where: { $0.name == name }) else { continue }
            work.texts.append(LaTeXText.decode(field.value, bytesMax: RawText.noteMax))
        }
        readElsewhere(entry, into: &work)
    }

    // Reads other fields used in place of a missing one.
    private static func readElsewhere(
        _ entry: BibTeXScanner.Entry, into work: inout CitedWork
    ) {
        func value(_ name: String) -> [UInt8]? {
            entry.fields.first { $0.name == name }?.value
        }
        if work.urls.isEmpty, let published = value("howpublished") {
            work.addURL(address(published))
        }
        if work.urls.isEmpty, let url = value("bdsk-url-1") { work.addURL(address(url)) }
        if work.venue.isEmpty, let publisher = value("publisher") { work.venue = line(publisher) }
    }

    private static func line(_ value: [UInt8]) -> String { BibTeXFields.line(value) }

    /// Extracts an address, which may be plain, inside `\url`, or escaped with backslashes for LaTeX.
    static func address(_ value: [UInt8]) -> RawText {
        var rest = value.trimmed
        if let start = rest.indices.first(where: { rest[$0...].starts(with: "\\url{".utf8) }) {
            rest = rest[(start + 5)...]
            var depth = 1
            rest = rest.prefix { byte in
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                return depth > 0
            }
        }
        while rest.first == UInt8(ascii: "{"), rest.last == UInt8(ascii: "}") {
            rest = rest.dropFirst().dropLast()
        }
        var result = RawText()
        var index = rest.startIndex
        while index < rest.endIndex {
            guard result.bytes.count < RawText.urlMax else {
                result.wasCut = true
                break
            }
            let byte = rest[index]
            let next = index + 1 < rest.endIndex ? rest[index + 1] : 0
            if byte == UInt8(ascii: "\\"), "_%#&$~{}".utf8.contains(next) {
                result.bytes.append(next)
                index += 2
                // This is `\~{}`.
                if next == UInt8(ascii: "~"), rest[index...].starts(with: "{}".utf8) { index += 2 }
            } else {
                // Some programs break long lines.
                if byte != 0x0A, byte != 0x0D { result.bytes.append(byte) }
                index += 1
            }
        }
        return result
    }

    // Authors are separated by `and`: `A and B and others`; a name in braces is an institution.
    private static func readAuthors(_ value: [UInt8], into work: inout CitedWork) {
        var isCut = false
        for part in parts(value, atWord: "and") {
            guard work.authors.count < CitedWork.authorsMax else { break }
            let trimmed = part.trimmed
            let isWhole =
                trimmed.first == UInt8(ascii: "{") && trimmed.last == UInt8(ascii: "}")
            let name = LaTeXText.decode(
                Array(trimmed), bytesMax: PersonName.bytesMax
            ).repaired().text
            if name == "others" {
                isCut = true
            } else {
                work.addAuthor(isWhole ? name : PersonName.spoken(name))
            }
        }
        if isCut, let last = work.authors.popLast() { work.authors.append(last + " and others") }
    }

    // Tags are separated by commas or semicolons outside braces.
    private static func readTags(_ value: [UInt8], into work: inout CitedWork) {
        var depth = 0
        for part in value.split(whereSeparator: { byte in
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            return depth == 0 && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";"))
        }) {
            guard work.tags.count < RawText.tagCountMax else { return }
            let tag = LaTeXText.decode(Array(part), bytesMax: RawText.tagMax)
            if !tag.bytes.isEmpty { work.tags.append(tag) }
        }
    }

    // Splits at a word between spaces outside braces.
    static func parts(_ value: [UInt8], atWord word: String) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var (depth, start, index) = (0, 0, 0)
        let wanted = Array(word.utf8)
        while index < value.count {
            switch value[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case 0...0x20 where depth == 0:
                let end = index + 1 + wanted.count
                guard end < value.count, value[end] <= 0x20,
                    value[(index + 1)..<end].elementsEqual(wanted)
                else { break }
                found.append(value[start..<index])
                start = end
                index = end
            default: break
            }
            index += 1
        }
        found.append(value[start...])
        return found
    }

    /// Returns the tags that the reader finds in a value of `keywords`.
    static func tags(in value: [UInt8]) -> [RawText] {
        var work = CitedWork(line: 1)
        readTags(value, into: &work)
        return work.tags
    }
}
