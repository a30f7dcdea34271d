import CRDT

extension Kind {
    /// A passage of a page that somebody marked.
    package static let highlight = Kind(
        KindDescriptor(
            number: 18, word: "highlight", plural: "highlights", noun: "hl",
            details: Highlight.details, traits: [.usual, .passage],
            first: .init("highlight a passage", "weft hl add URL --exact \"…\""),
            ownCopy: .add("weft hl add")))
}

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

extension DetailName {
    package static let prefix = DetailName(
        90, "prefix", search: .by("prefix:\"as was said\""),
        meaning: "the text before a marked passage",
        about: "The text before the passage.")
    package static let suffix = DetailName(
        91, "suffix", search: .by("suffix:\"and so on\""),
        meaning: "the text after a marked passage",
        about: "The text after the passage.")
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

extension Problem {
    /// The problem reported for a passage without the address of its page.
    static func noPage(_ kind: Kind) -> Problem {
        Problem(
            .invalidValue, "\(kind.named) needs a page",
            fix: "give the address of the page, or one of your links")
    }

    /// The problem reported for a passage without its words.
    static func noPassage(_ kind: Kind) -> Problem {
        Problem(
            .invalidValue, "\(kind.named) needs text",
            fix: "give the words of the page to highlight")
    }
}
