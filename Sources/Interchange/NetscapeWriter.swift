import Domain
import Primitives

/// Writes Netscape bookmark HTML, which Firefox, Chromium and buku read, and which our import reads back without loss.
///
/// - A link has `PRIVATE="0"` only if it is in `public`; sharing with friends counts as private.
/// - What the format cannot express is in attributes that other programs ignore: `DATA-WEFT-AUDIENCE`,
///   `DATA-WEFT-SIZE`, and `DATA-WEFT-ADDED` if `ADD_DATE` cannot represent the time: it is no whole second, or its
///   number would be read as another date.
/// - A comma inside a tag is written as `&#44;`. Our reader splits before decoding, so the tag survives; other programs
///   see two tags.
/// - Whitespace at the ends of a title or note is written as references, because readers trim.
enum NetscapeWriter {
    static let opening = Array(
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>

        """.utf8)

    static let closing = Array("</DL><p>\n".utf8)

    /// Appends the link to `result`.
    ///
    /// - Parameter isAgain: whether the link is in the file already; less of it is then written.
    static func append(_ bookmark: Bookmark, isAgain: Bool = false, to result: inout [UInt8]) {
        result += "    <DT><A HREF=\"".utf8
        escape(bookmark.url, .attribute, to: &result)
        let seconds = String(bookmark.added.milliseconds / 1000)
        attribute("ADD_DATE", seconds, to: &result)
        attribute("LAST_MODIFIED", String(bookmark.updated.milliseconds / 1000), to: &result)
        attribute("PRIVATE", bookmark.placement.contains(.public) ? "0" : "1", to: &result)
        if bookmark.isUnread { attribute("TOREAD", "1", to: &result) }
        if !bookmark.tags.isEmpty {
            result += "\" TAGS=\"".utf8
            for (index, tag) in bookmark.tags.enumerated() {
                if index > 0 { result.append(UInt8(ascii: ",")) }
                escape(tag, .tag, to: &result)
            }
        }
        if !bookmark.placement.isEmpty {
            let names = bookmark.placement.map(\.name).joined(separator: ",")
            attribute("DATA-WEFT-AUDIENCE", names, to: &result)
        }
        if bookmark.size != .medium {
            attribute("DATA-WEFT-SIZE", bookmark.size.letter, to: &result)
        }
        if Timestamps.text(seconds.utf8) != bookmark.added {
            attribute("DATA-WEFT-ADDED", Timestamps.format(bookmark.added), to: &result)
        }
        if isAgain { attribute(NetscapeFolders.againMark, "1", to: &result) }
        result += "\">".utf8
        escape(bookmark.title, .title, to: &result)
        result += "</A>\n".utf8
        guard !bookmark.note.isEmpty, !isAgain else { return }
        result += "    <DD>".utf8
        escape(bookmark.note, .note, to: &result)
        result.append(0x0A)
    }

    /// Opens a marked folder, to be closed by `</DL><p>`.
    static func openFolder(
        _ name: String, mark: String, _ value: String, to result: inout [UInt8]
    ) {
        result += "    <DT><H3 \(mark)=\"\(value)\">".utf8
        escape(name, .title, to: &result)
        result += "</H3>\n    <DL><p>\n".utf8
    }

    /// The context of a text, which determines what must be escaped.
    private enum Place { case attribute, tag, title, note }

    /// Closes the previous attribute and opens this one.
    private static func attribute(_ name: String, _ value: String, to result: inout [UInt8]) {
        result += "\" \(name)=\"\(value)".utf8
    }

    private static func escape(_ text: String, _ place: Place, to result: inout [UInt8]) {
        let bytes = Array(text.utf8)
        let firstInk = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
        let lastInk = bytes.lastIndex { $0 > 0x20 } ?? -1
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): result += "&amp;".utf8
            case UInt8(ascii: "<"): result += "&lt;".utf8
            case UInt8(ascii: ">"): result += "&gt;".utf8
            case UInt8(ascii: "\""): result += "&quot;".utf8
            // Keeps our text from looking like linkding's marks.
            case UInt8(ascii: "["): result += place == .note ? Array("&#91;".utf8) : [byte]
            case UInt8(ascii: ","): result += place == .tag ? Array("&#44;".utf8) : [byte]
            case 0x0A where place == .note && firstInk < index && index < lastInk:
                result.append(byte)
            case 1..<0x20: result += "&#\(byte);".utf8
            case 0x20 where place != .attribute && !(firstInk < index && index < lastInk):
                result += "&#32;".utf8
            default: result.append(byte)
            }
        }
    }
}
