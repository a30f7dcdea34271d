import CRDT

/// A passage of a page that somebody marked.
///
/// It names the page by its address and the passage by its words, as a TextQuoteSelector does (W3C
/// Web Annotation Data Model, section 4.2.4): the name is the passage itself, `exact` there, and
/// what stands before and behind it tells two passages of the same words apart. So it means the
/// same to whoever sees it, whether he keeps the page or not.
package enum Highlight {
    /// By field.
    package static let details = [
        DetailForm(.prefix, Field(8), .text),
        DetailForm(.suffix, Field(9), .text),
        DetailForm(.color, Field(13), .text),
    ]
}

extension BookmarkDraft {
    /// A highlight with its passage on one line: how a page breaks its lines means nothing.
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
    /// The same of a change.
    package func withPassageInLine(of kind: Kind) -> BookmarkChange {
        var kept = self
        if kind.isPassage { kept.title = title.map(BookmarkDraft.inLine) }
        return kept
    }
}
