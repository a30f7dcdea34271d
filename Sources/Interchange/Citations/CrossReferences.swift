/// Resolves `crossref`: entries of a bibliography inherit fields from the entry that they name.
///
///     @inproceedings{a, title = {On Looms}, crossref = {p}}
///     @proceedings{p, title = {Proceedings of Weavers}, year = 2019, publisher = {Guild}}
///
/// The parent may stand before or behind its children, so a file with `crossref` is read twice more. A child inherits
/// where and when it was published, and nothing that it says itself; a parent's own `crossref` is not followed.
///
/// - Source: O. Patashnik, "BibTeXing", section 3.1; for the title of the parent: P. Kime et al., "The biblatex Package",
///   appendix B.
struct CrossReferences {
    /// The field that names the parent by its key.
    static let field = "crossref"
    /// The maximum number of parents in one file; children of others inherit nothing.
    static let parentsMax = 10_000
    /// The maximum length of an inherited value in bytes; a longer one is cut.
    static let valueBytesMax = 1024

    private static let inherited = [
        "journal", "journaltitle", "booktitle", "school", "institution", "organization",
        "publisher", "year", "date", "volume", "number",
    ]

    /// The fields of each parent, by its key without case.
    private var parents: [[UInt8]: [(name: String, value: [UInt8])]] = [:]

    /// No entry inherits anything.
    init() {}

    /// Reads the parents of a whole file.
    init(_ bytes: FileBytes) {
        guard Self.isNamed(in: bytes) else { return }
        var children = BibTeXScanner(bytes, wanted: [Self.field])
        while let child = children.next() {
            guard let key = Self.parent(of: child), parents.count < Self.parentsMax else {
                continue
            }
            parents[key] = []
        }
        guard !parents.isEmpty else { return }
        var scanner = BibTeXScanner(bytes, wanted: Set(Self.inherited + ["title"]))
        while let entry = scanner.next() {
            // Of entries with the same key the first counts, as in BibTeX.
            let key = Self.folded(entry.key)
            guard parents[key]?.isEmpty == true else { continue }
            parents[key] = entry.fields.map {
                ($0.name, Array($0.value.prefix(Self.valueBytesMax)))
            }
        }
    }

    /// Adds to an entry what it inherits.
    func complete(_ entry: inout BibTeXScanner.Entry) {
        guard let key = Self.parent(of: entry), let parent = parents[key],
            key != Self.folded(entry.key)
        else { return }
        func has(_ name: String) -> Bool { entry.fields.contains { $0.name == name } }
        for (name, value) in parent where name != "title" && !has(name) {
            entry.fields.append((name, value))
        }
        // The title of the parent is that of the book.
        if let title = parent.first(where: { $0.name == "title" }), !has("booktitle"),
            !has("journal")
        {
            entry.fields.append(("booktitle", title.value))
        }
    }

    /// A key as it is compared: letters of ASCII without case.
    static func folded(_ key: [UInt8]) -> [UInt8] {
        key.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func parent(of entry: BibTeXScanner.Entry) -> [UInt8]? {
        guard let value = entry.fields.first(where: { $0.name == field })?.value else { return nil }
        let key = folded(Array(value.trimmed))
        return key.isEmpty ? nil : key
    }

    // Most files have none, and are not read again.
    private static func isNamed(in bytes: FileBytes) -> Bool {
        let wanted = Array(field.utf8)
        var found = 0
        for offset in 0..<bytes.count {
            let letter = bytes[offset] | 0x20
            if letter == wanted[found] {
                found += 1
                if found == wanted.count { return true }
            } else {
                // No letter but the first begins the word again.
                found = letter == wanted[0] ? 1 : 0
            }
        }
        return false
    }
}
