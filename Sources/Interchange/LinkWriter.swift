package import CRDT
package import Domain
package import Primitives

/// The formats in which links can be exported.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// Netscape bookmark HTML, which every browser reads.
    case html
    /// Our own JSON, with all fields.
    case json
    /// Comma-separated values, for spreadsheets.
    case csv
    /// An Atom feed, for feed readers.
    case atom
    /// A JSON Feed, for feed readers.
    case jsonfeed
    /// The JSON of Pinboard's export and of its `posts/all`.
    case pinboard
    /// XBEL, which buku and floccus read.
    case xbel
    /// A Markdown list.
    case md
    /// An Org mode outline.
    case org
    /// A BibTeX bibliography, which Zotero and JabRef read.
    case bibtex
    /// A RIS bibliography, which Zotero and EndNote read.
    case ris
    /// A CSL JSON bibliography, which Zotero and Pandoc read.
    case csljson

    /// Whether an import reads it back without loss. The others are for other programs: in Pinboard's formats a tag has
    /// no spaces and a time no milliseconds; from a bibliography an import restores the address, title, note, tags and
    /// time of saving exactly, but the file contains nothing else.
    package var isReadBack: Bool {
        switch self {
        case .html, .json, .csv: return true
        case .atom, .jsonfeed, .pinboard, .xbel, .md, .org, .bibtex, .ris, .csljson: return false
        }
    }

    /// The value of a `Content-Type` header.
    package var contentType: String {
        switch self {
        case .html: return "text/html; charset=utf-8"
        case .json: return "application/json"
        case .csv: return "text/csv; charset=utf-8; header=present"
        case .atom: return "application/atom+xml"
        case .jsonfeed: return "application/feed+json"
        case .pinboard: return "application/json"
        case .xbel: return "application/xml"
        case .md: return "text/markdown; charset=utf-8"
        case .org: return "text/org; charset=utf-8"
        case .bibtex: return "application/x-bibtex"
        case .ris: return "application/x-research-info-systems"
        case .csljson: return "application/vnd.citationstyles.csl+json"
        }
    }
}

/// Writes things one after another, so that an export needs memory for one page of them only: `opening`, then `append`
/// for each, then `closing`.
package struct LinkWriter {
    /// The format to write.
    package let format: ExportFormat
    /// The kind that determines the columns of a table.
    private let kind: Kind
    private let exported: WallTime
    private let person: PersonID?
    private var posts = PinboardList(.json, tag: "")
    /// Nil if the file has no folders.
    private var folders: NetscapeFolders?
    private var count = 0
    private var keys = ExportedKeys()

    /// Creates a writer of one file.
    ///
    /// - Parameters:
    ///   - exported: the time of the export, which is written in JSON and in the head of a feed. Passing the same time
    ///     makes the output reproducible.
    ///   - kind: the kind of all things, which determines the columns of a table.
    ///   - person: the owner, who names a feed. In JSON it marks an export of everything, after which an `EntryWriter`
    ///     continues in place of `closing`.
    ///   - folders: what to make folders of in HTML, which is then buffered until `closing`; nil for a list without
    ///     folders.
    package init(
        _ format: ExportFormat, exported: WallTime, of kind: Kind = .link,
        by person: PersonID? = nil, folders: ExportFolders? = nil
    ) {
        if format == .html { self.folders = folders.map { NetscapeFolders($0) } }
        self.kind = kind
        self.person = person
        self.format = format
        self.exported = exported
    }

    /// The bytes before the first link.
    package var opening: [UInt8] {
        switch format {
        case .html: return NetscapeWriter.opening
        case .json: return JSONWriter.opening(exported: exported, by: person)
        case .csv: return CSVWriter.opening(kind)
        case .atom: return AtomWriter.opening(.file(exported, by: person))
        case .jsonfeed: return JSONFeedWriter.opening(.file(exported, by: person))
        case .pinboard: return posts.opening
        case .xbel: return XBELWriter.opening
        case .md, .bibtex, .ris: return []
        case .org: return OrgWriter.opening
        case .csljson: return CSLWriter.opening
        }
    }

    /// Appends `bookmark` to `result`.
    ///
    /// - Parameters:
    ///   - reference: the reference by which other things of the file name it.
    ///   - collections: the names of its collections, where folders are made of them.
    package mutating func append(
        _ bookmark: Bookmark, named reference: ThingReference? = nil,
        in collections: [String] = [], to result: inout [UInt8]
    ) {
        switch format {
        case .html where folders != nil: folders?.append(bookmark, in: collections)
        case .html: NetscapeWriter.append(bookmark, to: &result)
        case .json:
            result += (count == 0 ? "\n" : ",\n").utf8
            JSONWriter.append(bookmark, named: reference, to: &result)
        case .csv: CSVWriter.append(bookmark, of: kind, to: &result)
        case .atom: AtomWriter.append(bookmark, to: &result)
        case .jsonfeed: JSONFeedWriter.append(bookmark, isFirst: count == 0, to: &result)
        case .pinboard: posts.append(PinboardPost(bookmark), to: &result)
        case .xbel: XBELWriter.append(bookmark, number: count + 1, to: &result)
        case .md: MarkdownWriter.append(bookmark, to: &result)
        case .org: OrgWriter.append(bookmark, to: &result)
        case .bibtex:
            BibTeXWriter.append(bookmark, keyed: keys.next(for: bookmark), to: &result)
        case .ris: RISWriter.append(bookmark, to: &result)
        case .csljson: CSLWriter.append(bookmark, isFirst: count == 0, to: &result)
        }
        count += 1
    }

    /// The bytes after the last link.
    package var closing: [UInt8] {
        switch format {
        case .html: return (folders?.bytes ?? []) + NetscapeWriter.closing
        case .json: return JSONWriter.closing
        case .csv, .md, .org, .bibtex, .ris: return []
        case .csljson: return CSLWriter.closing
        case .atom: return AtomWriter.closing
        case .jsonfeed: return JSONFeedWriter.closing
        case .pinboard: return posts.closing
        case .xbel: return XBELWriter.closing
        }
    }
}
