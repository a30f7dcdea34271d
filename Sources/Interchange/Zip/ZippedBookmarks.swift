/// The bookmark file in an archive of Safari or Readeck. Other files, such as passwords, history and server accounts,
/// are never unpacked, and their names are not reported.
///
///     Bookmarks.html, Passwords.csv, History.json …   Safari; names are in the language of the device
///     data.json, bookmarks/ID/info.json …             Readeck
///
/// - Source: Apple, "Importing data exported from Safari"; Readeck's `readeck export`.
struct ZippedBookmarks {
    let format: Format
    /// The text of the file; for Readeck a list of all its files, one on a line.
    let text: FileBytes
    /// The notice about the archive; nil if there is none.
    private(set) var notice: String?

    /// The maximum number of pages examined to find the list of bookmarks.
    private static let pagesMax = 16

    init(
        _ bytes: FileBytes, in folder: String? = nil,
        unpackedBytesMax: Int = ZipArchive.unpackedBytesMax
    ) throws(InterchangeError) {
        var archive = try ZipArchive(bytes, unpackedBytesMax: unpackedBytesMax)
        if archive.entries.contains(where: { $0.name == "data.json" }) {
            let kept = archive.entries.filter(Self.isReadecks)
            guard kept.isEmpty else {
                format = .readeck
                text = try Self.list(kept, of: &archive, in: folder)
                return
            }
        }
        let pages = archive.entries.filter(Self.isPage)
        for entry in pages.prefix(Self.pagesMax) {
            var page = try DecodedText(in: folder)
            try archive.unpack(entry, to: &page)
            let unpacked = try page.finished()
            guard Self.isBookmarkFile(unpacked) else { continue }
            format = .netscape
            text = unpacked
            if pages.count > 1 { notice = "of the pages in the archive one was read" }
            return
        }
        throw .noBookmarksInArchive
    }

    private static func isReadecks(_ entry: ZipArchive.Entry) -> Bool {
        entry.name.hasPrefix("bookmarks/") && entry.name.hasSuffix("/info.json")
    }

    private static func isPage(_ entry: ZipArchive.Entry) -> Bool {
        let name = entry.name.lowercased()
        return (name.hasSuffix(".html") || name.hasSuffix(".htm")) && !name.hasPrefix("__macosx/")
    }

    private static func isBookmarkFile(_ bytes: FileBytes) -> Bool {
        String(decoding: bytes.prefix(4096), as: UTF8.self).lowercased()
            .contains("netscape-bookmark")
    }

    /// The maximum size of one bookmark's file; its text and pictures are separate files.
    private static let objectBytesMax = 8 << 20

    // A damaged one becomes `null`, so that the others can be read.
    private static func list(
        _ entries: [ZipArchive.Entry], of archive: inout ZipArchive, in folder: String?
    ) throws(InterchangeError) -> FileBytes {
        var list = try DecodedText(in: folder)
        list.append(UInt8(ascii: "["))
        for (number, entry) in entries.enumerated() {
            var object = try DecodedText(in: nil)
            var isThere = true
            do throws(InterchangeError) {
                try archive.unpack(entry, to: &object, bytesMax: objectBytesMax)
            } catch {
                guard error == .damagedArchive else { throw error }
                isThere = false
            }
            let bytes = try object.finished()
            if number > 0 { list.append(",\n".utf8) }
            // JSON texts contain no bare line ends.
            if isThere, isWhole(bytes) {
                for place in 0..<bytes.count { list.append(max(bytes[place], 0x20)) }
            } else {
                list.append("null".utf8)
            }
        }
        list.append("\n]".utf8)
        return try list.finished()
    }

    private static func isWhole(_ object: FileBytes) -> Bool {
        var scanner = JSONScanner(object)
        guard (try? scanner.peek()) == UInt8(ascii: "{"), (try? scanner.skip()) != nil else {
            return false
        }
        return object.firstIndex(from: scanner.position) { $0 > 0x20 } == nil
    }
}
