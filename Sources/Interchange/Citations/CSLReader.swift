import Primitives

/// Reads CSL JSON, as written by Zotero, Mendeley, Pandoc and this program: a list of items, or an object whose `items`
/// are that list.
///
///     [{"id": "miller2019", "type": "article-journal", "title": "The Loom", "DOI": "10.1000/182",
///       "author": [{"family": "Miller", "given": "Anna"}], "issued": {"date-parts": [[2019, 5]]}}]
///
/// `issued` is the date of publication and `accessed` that of a visit: neither says when the work was added.
///
/// - Source: citationstyles.org, the schema `csl-data.json`, 1.0.2.
struct CSLReader: LinkReader {
    private(set) var earlyEnd: ImportReport.EarlyEnd?
    private var scanner: JSONScanner
    private var lines = LineCounter()
    private var isDone = false

    /// The maximum number of values read of one item: papers have hundreds of authors.
    private static let valuesMax = 8192

    /// Moves to the beginning of the list.
    init(_ bytes: FileBytes) throws(InterchangeError) {
        scanner = JSONScanner(bytes)
        do throws(JSONScanner.Fault) {
            guard try findList() else { throw .malformed }
        } catch {
            throw .notThis(.csljson)
        }
    }

    /// Whether the beginning of a list or object is CSL JSON: an item has an `id`, a `type` of CSL, and a member that
    /// other formats hardly have.
    static func begins(_ start: some StringProtocol) -> Bool {
        guard start.contains("\"id\""), marks.contains(where: { start.contains("\"\($0)\"") })
        else {
            return false
        }
        for place in start.ranges(of: "\"type\"") {
            let rest = start[place.upperBound...].drop { $0.isWhitespace || $0 == ":" }
            guard rest.first == "\"" else { continue }
            if types.contains(String(rest.dropFirst().prefix(32).prefix { $0 != "\"" })) {
                return true
            }
        }
        return false
    }

    /// Spelled exactly as in CSL.
    private static let marks = [
        "URL", "DOI", "issued", "accessed", "container-title", "citation-key", "title-short",
    ]

    private static let types: Set<String> = [
        "article", "article-journal", "article-magazine", "article-newspaper", "bill", "book",
        "broadcast", "chapter", "classic", "collection", "dataset", "document", "entry",
        "entry-dictionary", "entry-encyclopedia", "event", "figure", "graphic", "hearing",
        "interview", "legal_case", "legislation", "manuscript", "map", "motion_picture",
        "musical_score", "pamphlet", "paper-conference", "patent", "performance", "periodical",
        "personal_communication", "post", "post-weblog", "regulation", "report", "review",
        "review-book", "software", "song", "speech", "standard", "thesis", "treaty", "webpage",
    ]

    mutating func next() -> RawLink? {
        guard !isDone else { return nil }
        do throws(JSONScanner.Fault) {
            guard try scanner.hasNext(before: UInt8(ascii: "]")) else {
                isDone = true
                return nil
            }
            let line = lines.line(of: scanner.position, in: scanner.bytes)
            var budget = Self.valuesMax
            return link(try scanner.value(budget: &budget), line: line)
        } catch {
            isDone = true
            earlyEnd = .init(
                line: lines.line(of: scanner.position, in: scanner.bytes), fault: error)
            return nil
        }
    }

    private mutating func findList() throws(JSONScanner.Fault) -> Bool {
        if try scanner.peek() == UInt8(ascii: "{") {
            try scanner.enter()
            while try scanner.hasNext(before: UInt8(ascii: "}")) {
                let key = try scanner.key()
                if scanner.bytes[key].elementsEqual("items".utf8) { break }
                try scanner.skip()
            }
        }
        guard try scanner.peek() == UInt8(ascii: "[") else { return false }
        try scanner.enter()
        return true
    }

    // MARK: One item

    private func link(_ value: JSONValue, line: Int) -> RawLink {
        var work = CitedWork(line: line)
        guard case .object(let members) = value else {
            work.refusal = "it is not an object"
            return work.link
        }
        let custom = member(ExactFields.name, of: member("custom", of: value))
        if case .object(let own)? = custom { work.exact = ExactFields(own, scanner) }
        for (key, value) in members {
            switch String(decoding: scanner.bytes[key].prefix(32), as: UTF8.self) {
            case "URL": work.addURL(scanner.text(value, RawText.urlMax))
            case "DOI": work.doi = DOI(scanner.text(value, 2048).bytes)
            case "title":
                let title = scanner.text(value, RawText.titleMax)
                work.title = work.exact == nil ? CSLMarkup.removed(from: title) : title
            case "author": readAuthors(value, into: &work)
            case "container-title": work.venue = word(value, 300)
            case "publisher": if work.venue.isEmpty { work.venue = word(value, 300) }
            case "issued": work.year = year(value)
            case "keyword":
                let marks = [UInt8(ascii: ","), UInt8(ascii: ";")]
                work.addTags(scanner.text(value, RawText.noteMax), partedBy: marks)
            case "abstract": work.texts.insert(scanner.text(value, RawText.noteMax), at: 0)
            case "note": work.texts.append(scanner.text(value, RawText.noteMax))
            default: continue
            }
        }
        return work.link
    }

    private func member(_ name: String, of value: JSONValue?) -> JSONValue? {
        guard case .object(let members)? = value else { return nil }
        return members.first { scanner.bytes[$0.key].elementsEqual(name.utf8) }?.value
    }

    private func word(_ value: JSONValue?, _ bytesMax: Int) -> String {
        value.map { scanner.text($0, bytesMax).repaired().text } ?? ""
    }

    // An author is a person, or an institution under `literal`.
    private func readAuthors(_ value: JSONValue, into work: inout CitedWork) {
        guard case .array(let people) = value else { return }
        for person in people {
            let names = ["given", "non-dropping-particle", "family", "suffix"].map {
                word(member($0, of: person), PersonName.bytesMax)
            }.filter { !$0.isEmpty }
            let literal = word(member("literal", of: person), PersonName.bytesMax)
            work.addAuthor(literal.isEmpty ? names.joined(separator: " ") : literal)
        }
    }

    // `{"date-parts": [[2019, 5]]}`, `{"raw": "2019-05"}` or `{"literal": "spring 2019"}`.
    private func year(_ value: JSONValue) -> String {
        if case .array(let dates)? = member("date-parts", of: value),
            case .array(let parts)? = dates.first
        {
            return word(parts.first, 16)
        }
        let raw = word(member("raw", of: value), 16)
        return raw.isEmpty ? word(member("literal", of: value), 80) : String(raw.prefix(4))
    }
}

/// The few HTML tags allowed in CSL titles. - Source: the manual of citeproc-js, "HTML-like formatting tags".
private enum CSLMarkup {
    private static let tags = ["i", "b", "sub", "sup", "sc", "span"]

    /// Returns the text without them; any other `<` is kept.
    static func removed(from text: RawText) -> RawText {
        let less = UInt8(ascii: "<")
        guard text.bytes.contains(less) else { return text }
        var result = RawText()
        result.wasCut = text.wasCut
        var rest = text.bytes[...]
        while let byte = rest.popFirst() {
            if byte == less, let length = length(of: rest.prefix(100)) {
                rest = rest.dropFirst(length)
            } else {
                result.bytes.append(byte)
            }
        }
        return result
    }

    // Returns the length of a tag after its `<`, up to and including `>`; nil if it is none of these.
    private static func length(of tag: ArraySlice<UInt8>) -> Int? {
        guard let end = tag.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let inside = tag[..<end]
        let name = inside.drop { $0 == UInt8(ascii: "/") }.prefix { $0 > 0x20 }
        guard tags.contains(String(decoding: name, as: UTF8.self)) else { return nil }
        return end + 1 - tag.startIndex
    }
}
