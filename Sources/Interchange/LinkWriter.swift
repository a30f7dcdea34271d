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

    /// An import reads it back, so that nothing is lost on the way; a feed is for readers.
    package var isReadBack: Bool {
        switch self {
        case .html, .json, .csv: return true
        case .atom, .jsonfeed: return false
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
    private var isFirst = true

    /// A writer of one file.
    ///
    /// - Parameters:
    ///   - exported: stands in the JSON; the same links then give the same bytes.
    ///   - kind: what is written, if it is of one kind: a table has the columns of that.
    ///   - person: whose it is, if it is all of his: JSON says so, and an `EntryWriter` goes on behind
    ///     the last thing instead of `closing`.
    package init(
        _ format: ExportFormat, exported: WallTime, of kind: Kind = .link,
        by person: PersonID? = nil
    ) {
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
        case .atom: return AtomWriter.opening(.file(exported))
        case .jsonfeed: return JSONFeedWriter.opening(.file(exported))
        }
    }

    /// Puts `bookmark` behind `result`.
    ///
    /// - Parameter reference: by what others of the file name it.
    package mutating func append(
        _ bookmark: Bookmark, named reference: ThingReference? = nil, to result: inout [UInt8]
    ) {
        switch format {
        case .html: NetscapeWriter.append(bookmark, to: &result)
        case .json:
            result += (isFirst ? "\n" : ",\n").utf8
            JSONWriter.append(bookmark, named: reference, to: &result)
        case .csv: CSVWriter.append(bookmark, of: kind, to: &result)
        case .atom: AtomWriter.append(bookmark, to: &result)
        case .jsonfeed: JSONFeedWriter.append(bookmark, isFirst: isFirst, to: &result)
        }
        isFirst = false
    }

    /// What comes after the last link.
    package var closing: [UInt8] {
        switch format {
        case .html: return NetscapeWriter.closing
        case .json: return JSONWriter.closing
        case .csv: return []
        case .atom: return AtomWriter.closing
        case .jsonfeed: return JSONFeedWriter.closing
        }
    }
}
