/// How searches see text: folded, and cut into words. The product and SQLite's FTS5 must agree.
///
/// The rule is that of FTS5's tokenizer `unicode61 remove_diacritics 2` (sqlite.org/fts5.html): a
/// word is a run of letters, numbers and private-use scalars, in lower case, Latin letters without
/// their marks. Compared scalar by scalar with SQLite 3.40, it differs where
/// - SQLite's tables are of Unicode 6.1 and take every scalar without a meaning there for a letter:
///   later emoji and marks stick to the word beside them there, and separate words here; letters
///   that came later are in no lower case there;
/// - a combining mark of U+0300...U+036F never separates words here; there the rare ones do;
/// - 21 letters (New Tai Lue, Vedic) separate words there.
/// An index of `words` joined by blanks, not of the text itself, leaves only the last of these.
package enum SearchText {
    /// `text` in lower case and without Latin marks; all other scalars as they are.
    package static func folded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars where !isMark(scalar) {
            result.append(LatinLetters.plain(scalar))
        }
        return String(result)
    }

    /// The words of `text`, folded, in their order.
    package static func words(in text: String) -> [String] {
        folded(text).unicodeScalars.split { !isWordScalar($0) }.map { String($0) }
    }

    /// Both folded; compared scalar by scalar, so that `needle` may end within a character.
    static func contains(_ haystack: String, _ needle: String) -> Bool {
        let wanted = Array(needle.utf8)
        let bytes = Array(haystack.utf8)
        guard wanted.count <= bytes.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start...].starts(with: wanted)
        }
    }

    /// Part of a word: general categories L*, N* and Co.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            return true
        default:
            return false
        }
    }

    /// A combining diacritical mark.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        (0x0300...0x036F).contains(scalar.value)
    }
}
