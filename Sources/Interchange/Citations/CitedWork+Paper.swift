import Domain

extension CitedWork {
    /// The resulting paper. Without a title it is called by its DOI, else by its key; without these it is refused.
    func paper(_ entry: BibTeXScanner.Entry) -> RawLink {
        var paper = RawLink(line: line)
        paper.kind = RawText(Kind.paper.word)
        paper.title = title
        if title.bytes.isEmpty {
            paper.title = RawText((doi?.name ?? entry.key)[...], bytesMax: 512)
        }
        paper.refusal = refusal
        if refusal == nil, paper.title.bytes.isEmpty {
            paper.refusal = "it has neither a title nor a DOI nor a key"
        }
        paper.tags = tags
        if !added.bytes.isEmpty { paper.date(added.bytes) }
        if let url = urls.first { paper.url = url }
        for text in texts where text.bytes.contains(where: { $0 > 0x20 }) { paper.addNote(text) }
        let authors = BibTeXNames.read(value(of: "author", in: entry))
        add(.authors, authors, to: &paper)
        add(.year, year.count == 4 ? year : "", to: &paper)
        let venue = BibTeXFields.venue(of: entry)
        add(.venue, venue.text, to: &paper)
        add(.doi, doi.map { String(decoding: $0.name, as: UTF8.self) } ?? "", to: &paper)
        add(.citationKey, String(decoding: entry.key, as: UTF8.self), to: &paper)
        if Paper.entries.contains(entry.type) { add(.entry, entry.type, to: &paper) }
        for (name, field) in BibTeXFields.plain where field != venue.field {
            add(name, BibTeXFields.line(value(of: field, in: entry)), to: &paper)
        }
        if let exact { exact.apply(to: &paper) }
        return paper
    }

    private func value(of name: String, in entry: BibTeXScanner.Entry) -> [UInt8] {
        entry.fields.first { $0.name == name }?.value ?? []
    }

    private func add(_ name: DetailName, _ text: String, to paper: inout RawLink) {
        if !text.isEmpty { paper.details.append((RawText(name.word), [RawText(text)])) }
    }
}

/// People's names between BibTeX and a paper: `Family, Given and {Institution} and others` there,
/// `Family, Given; Institution; others` here.
enum BibTeXNames {
    /// Reads a value of `author`. `First von Last` becomes `von Last, First`.
    static func read(_ value: [UInt8]) -> String {
        var names: [String] = []
        for part in BibTeXReader.parts(value, atWord: "and") {
            let trimmed = part.trimmed
            let isWhole =
                trimmed.first == UInt8(ascii: "{") && trimmed.last == UInt8(ascii: "}")
            let name = LaTeXText.decode(Array(trimmed), bytesMax: PersonName.bytesMax)
                .repaired().text
            let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else { continue }
            let isSorted = isWhole || name.contains(",") || words.count == 1
            // A semicolon would end the name here.
            names.append(
                (isSorted ? words.joined(separator: " ") : sorted(words))
                    .split(separator: ";").joined(separator: ","))
        }
        return names.joined(separator: "; ")
    }

    /// Writes the names of a paper. Texts that BibTeX would take apart are put in braces.
    static func write(_ names: String) -> [UInt8] {
        var result: [UInt8] = []
        for name in names.split(separator: ";") {
            let name = name.drop { $0 == " " }
            if !result.isEmpty { result += " and ".utf8 }
            let words = name.split(separator: " ")
            let isPlain =
                (words.count == 1 || name.contains(",")) && !words.contains("and")
            if !isPlain { result.append(UInt8(ascii: "{")) }
            result += LaTeXText.encode(String(name))
            if !isPlain { result.append(UInt8(ascii: "}")) }
        }
        return result
    }

    // The family's name begins with the first word in small letters, else it is the last one.
    private static func sorted(_ words: [String]) -> String {
        let small = words.indices.dropFirst().dropLast().first {
            words[$0].first?.isLowercase ?? false
        }
        let start = small ?? words.count - 1
        return words[start...].joined(separator: " ") + ", "
            + words[..<start].joined(separator: " ")
    }
}
