import CRDT
import Domain

/// Writes a bibliography for LaTeX, which Zotero, JabRef and BibDesk also read.
///
///     @online{weft-01JD…,
///       url = {https://a.example/},
///       title = {{The Loom}},
///       note = {one line\\
///     another},
///       keywords = {craft, {Doe, Jane}},
///       urldate = {2024-05-01},
///       timestamp = {2024-05-01T10:20:30.123Z},
///     }
///
/// The key is the id of the thing, so it is the same in every export. `urldate` is what a style prints, `timestamp` the
/// time at which the link was saved. Values that would not be read back exactly are repeated in `weft` (`ExactFields`).
/// The size, the audiences and the unread state are not written.
enum BibTeXWriter {
    /// Appends the link or paper to `bytes`, under `key`.
    static func append(_ link: Bookmark, keyed key: String, to bytes: inout [UInt8]) {
        var exact = ExactFields()
        let entry = link.details[.entry].first ?? (link.kind == .paper ? "misc" : "online")
        bytes += "@\(entry){\(key),\n".utf8
        appendWork(link, entry, to: &bytes)

        let url = Array(link.url.utf8)
        let isHeld = isBalanced(url) && !url.isEmpty
        if isHeld { field("url", url, to: &bytes) }
        // A paper may have none.
        if !url.isEmpty, !isHeld || CitedWork.url(BibTeXReader.address(url))?.bytes != url {
            exact.url = RawText(link.url)
        }
        if !link.title.isEmpty {
            let title = LaTeXText.encode(link.title)
            field("title", [UInt8(ascii: "{")] + title + [UInt8(ascii: "}")], to: &bytes)
            if !isRead(title, as: link.title) { exact.title = RawText(link.title) }
        }
        if !link.note.isEmpty {
            let note = LaTeXText.encode(link.note)
            field("note", note, to: &bytes)
            // A reader treats a blank note as none.
            let isBlank = link.note.utf8.allSatisfy { $0 <= 0x20 }
            if isBlank || !isRead(note, as: link.note) { exact.note = RawText(link.note) }
        }
        if !link.tags.isEmpty {
            let keywords = keywords(link.tags)
            field("keywords", keywords, to: &bytes)
            if BibTeXReader.tags(in: keywords) != link.tags.map({ RawText($0) }) {
                exact.tags = link.tags.map { RawText($0) }
            }
        }
        let added = Timestamps.format(link.added)
        field("urldate", Array(added.prefix(10).utf8), to: &bytes)
        field("timestamp", Array(added.utf8), to: &bytes)
        if !exact.isEmpty { field(ExactFields.name, exact.bytes, to: &bytes) }
        bytes += "}\n\n".utf8
    }

    // What a bibliography says of a paper beside what every thing has.
    private static func appendWork(_ paper: Bookmark, _ entry: String, to bytes: inout [UInt8]) {
        if let names = paper.details[.authors].first {
            field("author", BibTeXNames.write(names), to: &bytes)
        }
        let venueField = BibTeXFields.venueField(
            in: entry, hasPublisher: !paper.details[.publisher].isEmpty)
        if let venue = paper.details[.venue].first {
            field(venueField, LaTeXText.encode(venue), to: &bytes)
        }
        for (name, field) in BibTeXFields.plain {
            guard let value = paper.details[name].first else { continue }
            self.field(field, name == .pages ? range(value) : LaTeXText.encode(value), to: &bytes)
        }
        if let year = paper.details[.year].first { field("year", Array(year.utf8), to: &bytes) }
        if let doi = paper.details[.doi].first {
            let name = Array(doi.utf8)
            if isBalanced(name) { field("doi", name, to: &bytes) }
        }
    }

    private static func field(_ name: String, _ value: [UInt8], to bytes: inout [UInt8]) {
        bytes += "  \(name) = {".utf8
        bytes += value
        bytes += "},\n".utf8
    }

    // A range of pages has two hyphens, from which LaTeX makes the dash.
    private static func range(_ pages: String) -> [UInt8] {
        let parts = pages.split(separator: "–", omittingEmptySubsequences: false)
        let range = Array(parts.map { LaTeXText.encode(String($0)) }.joined(separator: "--".utf8))
        return isRead(range, as: pages) ? range : LaTeXText.encode(pages)
    }

    private static func isRead(_ written: [UInt8], as text: String) -> Bool {
        LaTeXText.decode(written, bytesMax: RawText.noteMax).bytes.elementsEqual(text.utf8)
    }

    // A tag with a comma or semicolon is put in braces.
    private static func keywords(_ tags: [String]) -> [UInt8] {
        var result: [UInt8] = []
        for tag in tags {
            if !result.isEmpty { result += ", ".utf8 }
            let isParted = tag.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
            if isParted { result.append(UInt8(ascii: "{")) }
            result += LaTeXText.encode(tag)
            if isParted { result.append(UInt8(ascii: "}")) }
        }
        return result
    }

    // Whether braces are paired, and none closes before it opens.
    private static func isBalanced(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        for byte in bytes {
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}

/// The key of a thing in a bibliography.
enum CitationKey {
    /// The key, the same in every export; letters, digits and a hyphen, which every program accepts.
    static func of(_ thing: Bookmark) -> String { "weft-" + thing.id.text }
}

/// The keys of one exported bibliography. Two papers may have the same one, of different people or of two devices that
/// were apart; programs that read the file take such entries for one.
struct ExportedKeys {
    // Without case, as BibTeX compares them.
    private var taken: Set<String> = []
    private var suffixes: [String: Int] = [:]

    /// Returns the key for the next thing: its own, or with the first suffix that makes it new in this file.
    mutating func next(for thing: Bookmark) -> String {
        let key = thing.details[.citationKey].first ?? CitationKey.of(thing)
        let folded = key.lowercased()
        var number = suffixes[folded] ?? 0
        var unique = key
        while !taken.insert(unique.lowercased()).inserted {
            unique = key + CitationKeys.suffix(number)
            number += 1
        }
        suffixes[folded] = number
        return unique
    }
}
