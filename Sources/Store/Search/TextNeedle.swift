import Domain

/// A word or phrase that is looked for in the text itself, where the index would give too many
/// rows to gather.
struct TextNeedle: Equatable {
    /// A tag is looked into for one word; a phrase goes through none.
    let looksInTags: Bool
    // Words with a blank before each, and behind the last if it must end there.
    private let bytes: [UInt8]

    /// What `term` looks for; nil if it is not one of text.
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

    /// It stands in this text, as it is stored.
    func stands(in text: UnsafeRawBufferPointer) -> Bool {
        stands(in: String(decoding: text, as: UTF8.self))
    }

    /// It stands in this text.
    func stands(in text: String) -> Bool {
        let words = Array((" " + FoldedBytes.words(text) + " ").utf8)
        return words.withUnsafeBytes { FoldedBytes.contains($0, folded: bytes) }
    }

    private static func bytes(_ words: [String], _ isPrefix: Bool) -> [UInt8] {
        let units = words.flatMap { SearchText.units(of: $0) }
        return Array((" " + units.joined(separator: " ") + (isPrefix ? "" : " ")).utf8)
    }
}
