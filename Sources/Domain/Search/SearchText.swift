/// How searches see text: folded, and cut into words. Whoever asks and the index of words must agree: the
/// index is of `words` joined by blanks, which its tokenizer cuts nowhere else.
///
/// - A word is a run of letters, numbers and private-use scalars, and the marks behind them.
/// - Of a script that is written without blanks (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) each
///   letter is a word, with the marks on it: `東京` is found in `東京都の天気予報` as two words side by side.
/// - Folding is Unicode's full case folding, as of tags, and leaves out the marks without which the same is
///   read: those on Latin letters, the vowel signs of Arabic and Hebrew, and variation selectors. Wide forms of
///   ASCII are ASCII.
/// - Source: the categories are those of FTS5's `unicode61` (sqlite.org/fts5.html), which cuts at marks; to
///   take the letters of such scripts one by one is what Lucene's and ICU's analyzers fall back to.
package enum SearchText {
    /// `text` in small letters and without the marks that are not looked for; all else as it is.
    package static func folded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.lowercased() }
        var narrow = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { narrow.append(ScriptTable.narrow(scalar)) }
        var result = String.UnicodeScalarView()
        for scalar in CaseFolding.folded(String(narrow)).unicodeScalars
        where !ScriptTable.isLeftOut(scalar) {
            result.append(LatinLetters.plain(scalar))
        }
        return String(result)
    }

    /// The words of `text`, folded, in their order.
    package static func words(in text: String) -> [String] {
        runs(in: text).flatMap { units(of: $0) }
    }

    /// What stands between blanks, punctuation and signs in `text`, folded, in its order: what a person types
    /// as one word.
    package static func runs(in text: String) -> [String] {
        var runs: [String] = []
        var run = String.UnicodeScalarView()
        for scalar in folded(text).unicodeScalars {
            if isWordScalar(scalar) || (!run.isEmpty && isMark(scalar)) {
                run.append(scalar)
            } else if !run.isEmpty {
                runs.append(String(run))
                run = String.UnicodeScalarView()
            }
        }
        if !run.isEmpty { runs.append(String(run)) }
        return runs
    }

    /// The words of one of `runs`: itself, or one for each letter of a script without blanks.
    package static func units(of run: String) -> [String] {
        guard run.unicodeScalars.contains(where: standsAlone) else { return [run] }
        var units: [String] = []
        var unit = String.UnicodeScalarView()
        for scalar in run.unicodeScalars {
            let isBehindOne = unit.first.map(standsAlone) == true && !isMark(scalar)
            if standsAlone(scalar) || isBehindOne, !unit.isEmpty {
                units.append(String(unit))
                unit = String.UnicodeScalarView()
            }
            unit.append(scalar)
        }
        units.append(String(unit))
        return units
    }

    /// A letter that is a word by itself.
    package static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        guard ScriptTable.isWithoutBlanks(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .letterNumber: return true
        default: return false
        }
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

    /// Begins a word: general categories L*, N* and Co.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            return true
        default:
            return false
        }
    }

    /// Belongs to the word before it, as the vowel signs of India's scripts do.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
