/// Prepares text for searches: folds it and splits it into words. Queries and the full-text index must agree: the index
/// stores `words` joined by spaces, where its tokenizer splits them and nowhere else.
///
/// - A word is a run of letters, numbers and private-use scalars, with the marks after them.
/// - In a script written without spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) each letter is a word,
///   with its marks: `東京` is found in `東京都の天気予報` as two consecutive words.
/// - Folding is Unicode's full case folding, as for tags, and also removes marks that do not change the reading: those
///   on Latin letters, the vowel signs of Arabic and Hebrew, and variation selectors. Full-width ASCII becomes ASCII.
/// - Source: the categories are those of FTS5's `unicode61` (sqlite.org/fts5.html), which splits at marks; single
///   letters of such scripts are also the fallback of Lucene's and ICU's analyzers.
package enum SearchText {
    /// Returns `text` folded to lower case, without the marks that searches ignore; everything else is unchanged.
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

    /// Returns the folded words of `text`, in order.
    package static func words(in text: String) -> [String] {
        runs(in: text).flatMap { units(of: $0) }
    }

    /// Returns the folded text between whitespace, punctuation and symbols, in order: each is what a person types as
    /// one word.
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

    /// Returns the words of one of `runs`: the run itself, or single letters of a script without spaces.
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

    /// Whether the letter is a word by itself.
    package static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        guard ScriptTable.isWithoutBlanks(scalar) else { return false }
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .letterNumber: return true
        default: return false
        }
    }

    /// Whether the folded `haystack` contains the folded `needle`; compared by bytes, so a match may end within a
    /// character.
    static func contains(_ haystack: String, _ needle: String) -> Bool {
        let wanted = Array(needle.utf8)
        let bytes = Array(haystack.utf8)
        guard wanted.count <= bytes.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start...].starts(with: wanted)
        }
    }

    /// Whether the scalar can begin a word: general categories L*, N* and Co.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .privateUse:
            return true
        default:
            return false
        }
    }

    /// Whether the mark belongs to the word before it, like the vowel signs of Indian scripts.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
