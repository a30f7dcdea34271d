package import CRDT
package import Domain
package import Primitives

/// What links are written as.
package enum ExportFormat: String, CaseIterable, Sendable {
    /// Netscape bookmark HTML, which every browser reads.
    case html
    /// Our own JSON: everything there is.
    case json
    /// Comma separated values, for spreadsheets.
    case csv
    /// An Atom feed, for feed readers.
    case atom
    /// A JSON Feed, likewise.
    case jsonfeed
    /// The JSON of Pinboard's own export, and of its `posts/all`.
    case pinboard
    /// XBEL, which buku and floccus read.
    case xbel
    /// A list in Markdown.
    case md
    /// An outline for Org mode.
    case org
    /// A bibliography of BibTeX, which Zotero and JabRef read.
    case bibtex
    /// A bibliography of RIS, which Zotero and EndNote read.
    case ris
    /// A bibliography of CSL JSON, which Zotero and Pandoc read.
    case csljson

    /// An import reads it back, so that nothing is lost on the way; the others are for readers, and
    /// in Pinboard's a tag has no blanks, and a time no milliseconds. Of a bibliography an import reads
    /// the address, title, note, tags and time of keeping as they were, and there is no more in it.
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

/// Writes things one after another, so that an export needs no more memory than a page of them:
/// `opening`, then `append` for each, then `closing`.
package struct LinkWriter {
    /// What is written.
    package let format: ExportFormat
    /// Whose columns a table has.
    private let kind: Kind
    private let exported: WallTime
    private let person: PersonID?
    private var posts = PinboardList(.json, tag: "")
    /// Nil if the file has no folders.
    private var folders: NetscapeFolders?
    private var count = 0

    /// A writer of one file.
    ///
    /// - Parameters:
    ///   - exported: stands in the JSON; the same links then give the same bytes.
    ///   - kind: what is written, if it is of one kind: a table has the columns of that.
    ///   - person: whose it is: a feed is named by it. JSON, if it is all of theirs, says so, and an
    ///     `EntryWriter` goes on behind the last thing instead of `closing`.
    ///   - folders: what makes the folders of HTML, which then is held until `closing`; nil for a list
    ///     without folders.
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

    /// What comes before the first link.
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

    /// Puts `bookmark` behind `result`.
    ///
    /// - Parameters:
    ///   - reference: by what others of the file name it.
    ///   - collections: the names of those that it is in, where folders are made of them.
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
        case .bibtex: BibTeXWriter.append(bookmark, to: &result)
        case .ris: RISWriter.append(bookmark, to: &result)
        case .csljson: CSLWriter.append(bookmark, isFirst: count == 0, to: &result)
        }
        count += 1
    }

    /// What comes after the last link.
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
