import Domain

/// Finds the title of a page.
package enum PageTitle {
    /// The number of leading bytes searched.
    package static let bytesWanted = 64 << 10

    /// Returns the text of the first `title` element, on one line and within the limit of titles; empty if there is
    /// none.
    ///
    /// - Parameter head: the first `bytesWanted` bytes of a page, or all of it.
    package static func of(_ head: [UInt8]) -> String {
        var scanner = HTMLScanner(FileBytes(Array(head.prefix(bytesWanted))))
        while let tag = scanner.nextTag() {
            // A picture within the page may have a title, too.
            if scanner.isNamed(tag.name, "body") || scanner.isNamed(tag.name, "svg") { return "" }
            guard !tag.isClosing else { continue }
            for (name, stop) in rawTexts where scanner.isNamed(tag.name, name) {
                _ = scanner.text(until: [stop])
            }
            guard scanner.isNamed(tag.name, "title") else { continue }
            let text = scanner.text(until: [Array("/title".utf8)])
            return text.stop == nil ? "" : inLine(scanner.bytes[text.range])
        }
        return ""
    }

    // Elements whose content contains no tags.
    private static let rawTexts = ["script", "style", "noscript"].map {
        ($0, Array("/\($0)".utf8))
    }

    private static func inLine(_ raw: ArraySlice<UInt8>) -> String {
        let text = HTMLEntities.decode(raw, bytesMax: RawText.titleMax).repaired().text
        let words = text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        return words.map { String($0) }.joined(separator: " ").cut(toBytes: Limits.titleBytesMax)
    }
}
