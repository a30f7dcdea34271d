import CRDT

/// A passage of a page that somebody marked.
///
/// It names the page by its address and the passage by its words, like a TextQuoteSelector (W3C Web Annotation Data
/// Model, section 4.2.4): the title is the passage (`exact` there), and the text before and after it tells two passages
/// with the same words apart. A highlight thus means the same to everyone who sees it, whether or not they have the
/// page.
package enum Highlight {
    /// The details, by field number.
    package static let details = [
        DetailForm(.prefix, Field(8), .text),
        DetailForm(.suffix, Field(9), .text),
        DetailForm(.color, Field(13), .text),
    ]
}

extension BookmarkDraft {
    /// The draft with a highlight's passage on one line: line breaks of a page have no meaning.
    package var withPassageInLine: BookmarkDraft {
        var kept = self
        if kind.isPassage { kept.title = Self.inLine(title) }
        return kept
    }

    fileprivate static func inLine(_ text: String) -> String {
        text.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
            .joined(separator: " ")
    }
}

extension BookmarkChange {
    /// The change with a highlight's passage on one line.
    package func withPassageInLine(of kind: Kind) -> BookmarkChange {
        var kept = self
        if kind.isPassage { kept.title = title.map(BookmarkDraft.inLine) }
        return kept
    }
}
