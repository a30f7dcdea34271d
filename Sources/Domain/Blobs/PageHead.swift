/// Detects whether a file is an HTML page from its first bytes.
///
/// It skips what may precede the first tag: a byte order mark, whitespace, comments, and the XML declaration of XHTML.
/// Then there must be an HTML doctype, or one of the elements with which a page begins.
/// - Source: mimesniff.spec.whatwg.org, section 7.1, without the tags that any HTML fragment may begin with.
package enum PageHead {
    /// The number of leading bytes examined; a longer comment before the first tag hides the page.
    package static let bytesWanted = 4096

    /// Returns whether `bytes`, the first `bytesWanted` or the whole file, begin a page.
    package static func isPage(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.prefix(bytesWanted)
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        while true {
            rest = rest.drop { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
            if begins(rest, "<!--") {
                guard let end = end(of: "-->", in: rest.dropFirst(4)) else { return false }
                rest = rest[end...]
            } else if begins(rest, "<?xml") {
                guard let end = end(of: "?>", in: rest.dropFirst(5)) else { return false }
                rest = rest[end...]
            } else {
                return isFirstTag(rest)
            }
        }
    }

    private static func isFirstTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        for word in ["<!doctype html", "<html", "<head", "<body", "<meta", "<title"]
        where begins(bytes, word) {
            guard let next = bytes.dropFirst(word.utf8.count).first else { return false }
            // A longer name is a different element.
            return [0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(
                next)
        }
        return false
    }

    private static func begins(_ bytes: ArraySlice<UInt8>, _ word: String) -> Bool {
        let head = bytes.prefix(word.utf8.count).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return head.elementsEqual(word.utf8)
    }

    // Returns the index after the first occurrence of `word`; nil if there is none.
    private static func end(of word: String, in bytes: ArraySlice<UInt8>) -> Int? {
        var place = bytes.startIndex
        while place + word.utf8.count <= bytes.endIndex {
            if bytes[place...].starts(with: word.utf8) { return place + word.utf8.count }
            place += 1
        }
        return nil
    }
}
