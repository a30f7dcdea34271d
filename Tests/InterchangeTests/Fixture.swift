import CRDT
import Domain
import FoundationEssentials
import Interchange
import Primitives
import Testing

/// The files in `Fixtures`, written by the programs in their names.
enum Fixture: String, CaseIterable {
    case firefoxHTML = "firefox-esr-153-export.html"
    case firefoxJSON = "firefox-esr-153-backup.json"
    case chromiumHTML = "bookmarks-converter-chrome.html"
    case chromiumJSON = "chromium-156-Bookmarks.json"
    case bukuHTML = "buku-5.1-export.html"
    case ours = "our-netscape-export-candidate.html"

    var bytes: [UInt8] { Self.bytes(named: rawValue) }

    static func bytes(named name: String) -> [UInt8] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let path = "/\(folder)/Fixtures/\(name)"
        return FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    }
}

extension Importer {
    /// Reads a file given as text in a test.
    static func read(
        _ text: String, format: Format? = nil, options: ImportOptions = ImportOptions()
    ) throws -> Reading {
        try read(Array(text.utf8), format: format, options: options)
    }

    /// Returns the first and only link of a bookmark file with this body.
    static func link(_ body: String) throws -> ImportedLink {
        let reading = try read("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n\(body)\n</DL><p>\n")
        return try #require(reading.entries.first)
    }
}

extension Bookmark {
    /// Creates what a node holds after importing the link.
    init(_ link: ImportedLink) {
        let draft = link.draft
        let author = Author(person: PersonID(.zero), name: "ana", isMe: true)
        let added = draft.added ?? WallTime(milliseconds: 0)
        let placement = draft.wasShared == true ? [Audience.public] : []
        self.init(
            author: author, id: ObjectID(.zero), url: draft.url,
            canonicalURL: CanonicalURL.canonical(draft.url), title: draft.title,
            note: draft.note, tags: draft.tags, size: draft.size, isUnread: draft.isUnread,
            added: added, updated: added,
            placement: link.placement.isEmpty ? placement : link.placement, isTrashed: false,
            conflicts: [], kind: draft.kind, details: draft.details)
    }
}

/// Returns a whole file of these links.
func exported(
    _ bookmarks: [Bookmark], as format: ExportFormat, of kind: Kind = .link
) -> [UInt8] {
    var writer = LinkWriter(
        format, exported: WallTime(milliseconds: 1_700_000_000_000), of: kind)
    var bytes = writer.opening
    for bookmark in bookmarks { writer.append(bookmark, to: &bytes) }
    return bytes + writer.closing
}
