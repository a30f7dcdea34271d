import Domain
import Primitives

/// Writes comma separated values: `url,title,note,tags,added,unread,size,placement`, lines
/// ending in CR LF, every value that needs it in quotation marks. - Source: RFC 4180.
///
/// - Tags are parted by commas; a comma, a bar or a backslash inside a tag has a backslash before
///   it.
/// - A spreadsheet would run `=cmd|…` out of a title that a friend wrote. So a value that begins
///   with `=`, `+`, `-`, `@`, tab or CR gets an apostrophe before it; one that begins with
///   apostrophes and then one of these gets one more, so that `CSVReader` can take exactly one off
///   and nothing is lost. - Source: OWASP, "CSV Injection".
enum CSVWriter {
    static let opening = Array("url,title,note,tags,added,unread,size,placement\r\n".utf8)

    /// Stands before what a spreadsheet would take for a formula.
    static let guardMark = UInt8(ascii: "'")

    static func append(_ bookmark: Bookmark, to result: inout [UInt8]) {
        let values = [
            bookmark.url, bookmark.title, bookmark.note, tags(bookmark.tags),
            Timestamps.format(bookmark.added), bookmark.isUnread ? "yes" : "no",
            bookmark.size.letter,
            bookmark.placement.isEmpty
                ? Audience.private.name
                : bookmark.placement.map(\.name).joined(separator: ","),
        ]
        for (index, value) in values.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ",")) }
            append(value, to: &result)
        }
        result += [0x0D, 0x0A]
    }

    /// Apostrophes, perhaps none, and then what a formula begins with.
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
