import Domain
import Primitives

/// Writes comma-separated values, with lines ending in CR LF and quotation marks where needed:
/// `url,title,note,tags,added,unread,size,placement,thumbnail,snapshots`. - Source: RFC 4180.
///
/// Things other than links have `type,name,url,note,tags,added,placement` and then their details by name; the layers of
/// an outfit and the things in a closet have no column. The place named by a garment or clip is written as a reference,
/// which resolves where that place exists.
///
/// - Files are written as references (`BlobReference`), as in JSON; several are separated like tags.
/// - Tags are separated by commas; a comma, bar or backslash inside a tag is escaped by a backslash.
/// - A spreadsheet would run `=cmd|…` from a title that a friend wrote. A value that begins with `=`, `+`, `-`, `@`,
///   tab or CR therefore gets an apostrophe before it; one that begins with apostrophes followed by one of these gets
///   one more, so that `CSVReader` can remove exactly one without loss. - Source: OWASP, "CSV Injection".
enum CSVWriter {
    static func opening(_ kind: Kind) -> [UInt8] {
        let columns =
            kind == .link
            ? [
                "url", "title", "note", "tags", "added", "unread", "size", "placement",
                "thumbnail", "snapshots",
            ]
            : ["type", "name", "url", "note", "tags", "added", "placement"]
                + columns(of: kind).map(\.name.word)
        return Array((columns.joined(separator: ",") + "\r\n").utf8)
    }

    private static func columns(of kind: Kind) -> [DetailForm] {
        kind.details.filter(\.value.isTyped)
    }

    /// The mark before a value that a spreadsheet would take for a formula.
    static let guardMark = UInt8(ascii: "'")

    static func append(_ bookmark: Bookmark, of kind: Kind, to result: inout [UInt8]) {
        let placement =
            bookmark.placement.isEmpty
            ? Audience.private.name : bookmark.placement.map(\.name).joined(separator: ",")
        let added = Timestamps.format(bookmark.added)
        let values =
            kind == .link
            ? [
                bookmark.url, bookmark.title, bookmark.note, tags(bookmark.tags), added,
                bookmark.isUnread ? "yes" : "no", bookmark.size.letter, placement,
                bookmark.details[.thumbnail].first ?? "", tags(bookmark.details[.snapshot]),
            ]
            : [
                kind.word, bookmark.title, bookmark.url, bookmark.note, tags(bookmark.tags), added,
                placement,
            ]
                + columns(of: kind).map { form in
                    let values = bookmark.details[form.name]
                    return form.isList ? tags(values) : values.first ?? ""
                }
        for (index, value) in values.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ",")) }
            append(value, to: &result)
        }
        result += [0x0D, 0x0A]
    }

    /// Whether the value begins with any number of apostrophes, followed by the beginning of a formula.
    static func looksLikeFormula(_ bytes: some Sequence<UInt8>) -> Bool {
        guard let first = bytes.first(where: { $0 != guardMark }) else { return false }
        return [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D].contains(first)
    }

    private static func append(_ value: String, to result: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let special: [UInt8] = [quote, UInt8(ascii: ","), 0x0A, 0x0D]
        let needsQuotes = value.utf8.contains { special.contains($0) }
        if needsQuotes { result.append(quote) }
        if looksLikeFormula(value.utf8) { result.append(guardMark) }
        for byte in value.utf8 {
            if byte == quote { result.append(quote) }
            result.append(byte)
        }
        if needsQuotes { result.append(quote) }
    }

    private static func tags(_ names: [String]) -> String {
        names.map { name in
            var escaped = ""
            for scalar in name.unicodeScalars {
                if [",", "|", "\\"].contains(scalar) { escaped += "\\" }
                escaped.unicodeScalars.append(scalar)
            }
            return escaped
        }.joined(separator: ",")
    }
}
