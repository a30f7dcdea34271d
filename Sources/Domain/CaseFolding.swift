/// Unicode's default full case folding, which makes texts equal regardless of case: `ß` is `ss`, `ς` is `σ`, the
/// ligature `ﬁ` is `fi`.
///
/// The standard library does not offer it, but knows each scalar's lower and upper case: lower, then upper, then lower
/// case again is the folded form. There are two exceptions:
/// - The dotless `ı`, whose capital is `I`, is unchanged.
/// - Cherokee folds to lower case. Unicode folds it to capitals, which came first; the same texts are equal either way.
///   So folded text is always lower case, which is how earlier versions folded.
/// - Source: Unicode 14, chapter 3.13, `toCasefold`; CaseFolding.txt, lines C and F (`CaseFoldingTests`).
package enum CaseFolding {
    /// Returns `text` folded, in normal form C. ASCII is lower-cased without a table lookup.
    package static func folded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.lowercased() }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return CanonicalComposition.compose(String(result))
    }

    private static func append(
        _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
    ) {
        switch scalar {
        case "A"..."Z": result.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
        case "\u{0}"..."\u{7F}", dotless: result.append(scalar)
        default:
            guard scalar.properties.changesWhenCaseMapped else {
                result.append(scalar)
                return
            }
            for small in scalar.properties.lowercaseMapping.unicodeScalars {
                for capital in small.properties.uppercaseMapping.unicodeScalars {
                    result.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
    }

    private static let dotless: Unicode.Scalar = "\u{131}"
}
