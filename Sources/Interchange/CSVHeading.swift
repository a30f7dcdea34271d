import Domain

/// The meaning of a file's columns, derived from their headings.
struct CSVHeading {
    enum Column: Equatable {
        case url, title, note, tags, added, unread, read, size, placement, folder, other
        /// Pocket's state of reading, or Readwise's location.
        case state
        /// The kind of the entry, by its word.
        case type
        /// The passages marked in the page: its highlights.
        case passages
        /// A detail by its word, for things with a kind; for links, the files of their pages.
        case detail(DetailName)
    }

    /// The program that wrote the file, as far as it affects the meaning of cells.
    enum Program: Equatable {
        /// This program: only its files have guarded formulas and escaped commas inside tags.
        case weft
        /// `Unsorted` is no folder.
        case raindrop
        /// `Unread`, `Archive` and `Starred` are no folders.
        case instapaper
        /// Dates have the day first.
        case wallabag
        /// `Location` says whether an entry is still to be read.
        case readwise
        case other
    }

    private(set) var columns: [Column]
    private(set) var program = Program.other
    /// The headings of unused columns.
    private(set) var unused: [String] = []

    /// Reads the headings.
    ///
    /// - Returns: nil unless a column contains addresses.
    init?(cells: [RawText]) {
        let names = cells.map { cell in
            String(decoding: cell.bytes, as: UTF8.self).lowercased()
                .filter { $0.isLetter || $0.isNumber }
        }
        let program = Self.program(of: names, cells)
        self.program = program
        columns = names.map { name in
            if name == "location" { return program == .readwise ? .state : .other }
            return Self.columns[name] ?? .other
        }
        if program == .weft, columns.contains(.type) {
            // If our own address column exists, an `address` column is the location of a place.
            let hasURL = cells.contains { $0.bytes.elementsEqual("url".utf8) }
            columns = zip(columns, cells).map { Self.detail($0, $1, hasURL: hasURL) }
        } else if columns.contains(.type) {
            columns = columns.map { $0 == .type ? .other : $0 }
        }
        guard columns.contains(.url) else { return nil }
        for (column, cell) in zip(columns, cells) where column == .other {
            let name = cell.repaired().text.trimmed
            if !name.isEmpty { unused.append(name) }
        }
    }

    private static func program(of names: [String], _ cells: [RawText]) -> Program {
        let own = [
            ["url", "title", "note", "tags", "added", "unread", "size", "placement"],
            ["type", "name", "url", "note", "tags", "added", "placement"],
        ]
        let written = cells.map { String(decoding: $0.bytes, as: UTF8.self) }
        if own.contains(where: { written.starts(with: $0) }) { return .weft }
        let has = { (wanted: [String]) in wanted.allSatisfy(names.contains) }
        if has(["folder", "excerpt"]) { return .raindrop }
        if has(["folder", "selection"]) { return .instapaper }
        if has(["mimetype", "creationdate"]) { return .wallabag }
        if has(["documenttags", "location"]) { return .readwise }
        return .other
    }

    private static func detail(_ column: Column, _ cell: RawText, hasURL: Bool) -> Column {
        guard column == .other || (column == .url && hasURL) else { return column }
        let word = String(decoding: cell.bytes, as: UTF8.self).lowercased()
        let name = DetailName.allCases.first { $0.word == word && $0.value.isTyped }
        return name.map { .detail($0) } ?? column
    }

    /// Columns by the letters and digits of their headings, in lower case. Used for lookups only.
    private static let columns: [String: Column] = [
        "url": .url, "href": .url, "link": .url, "uri": .url, "address": .url, "website": .url,
        "title": .title, "name": .title,
        "note": .note, "notes": .note, "description": .note, "comment": .note, "comments": .note,
        "excerpt": .note, "extended": .note, "selection": .note,
        "tags": .tags, "labels": .tags, "keywords": .tags, "documenttags": .tags, "tag": .tags,
        "added": .added, "created": .added, "createdat": .added, "timeadded": .added,
        "dateadded": .added, "adddate": .added, "addedat": .added, "date": .added,
        "saveddate": .added, "savedat": .added, "datesaved": .added, "timestamp": .added,
        "creationdate": .added, "createddate": .added, "datecreated": .added, "time": .added,
        "unread": .unread, "toread": .unread, "isunread": .unread,
        "read": .read, "isread": .read, "archived": .read, "isarchived": .read,
        "status": .state, "highlights": .passages, "highlight": .passages,
        "annotations": .passages,
        "type": .type, "size": .size, "placement": .placement, "audience": .placement,
        "folder": .folder, "collection": .folder,
        "thumbnail": .detail(.thumbnail), "snapshots": .detail(.snapshot),
    ]
}

extension String {
    /// The text without surrounding whitespace.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
