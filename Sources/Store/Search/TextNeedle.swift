import Domain

/// A word or phrase that is searched for in the text itself, when the index would return too many rows to gather.
struct TextNeedle: Equatable {
    /// Whether tags are searched too; a word may match in a tag, a phrase may not.
    let looksInTags: Bool
    // The words, each preceded by a space; a space follows the last unless it is a prefix.
    private let bytes: [UInt8]

    /// Creates the needle of `term`; nil if it is not a text term.
    init?(_ term: SearchTerm) {
        switch term {
        case .word(let word, let isPrefix):
            looksInTags = true
            bytes = Self.bytes([word], isPrefix)
        case .phrase(let words, let isPrefix):
            looksInTags = false
            bytes = Self.bytes(words, isPrefix)
        case .tag, .text, .site, .page, .by, .inCollection, .isState, .after, .before, .age, .size,
            .kind, .detail, .costPerWear, .reactions, .comment, .near:
            return nil
        }
    }

    /// Whether it occurs in this text, given as stored bytes.
    func stands(in text: UnsafeRawBufferPointer) -> Bool {
        stands(in: String(decoding: text, as: UTF8.self))
    }

    /// Whether it occurs in this text.
    func stands(in text: String) -> Bool {
        let words = Array((" " + FoldedBytes.words(text) + " ").utf8)
        return words.withUnsafeBytes { FoldedBytes.contains($0, folded: bytes) }
    }

    private static func bytes(_ words: [String], _ isPrefix: Bool) -> [UInt8] {
        let units = words.flatMap { SearchText.units(of: $0) }
        return Array((" " + units.joined(separator: " ") + (isPrefix ? "" : " ")).utf8)
    }
}
