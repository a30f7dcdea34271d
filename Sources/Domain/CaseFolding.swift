/// Unicode's default full case folding, by which texts are one in whatever case they are written: `ß` is
/// `ss`, `ς` is `σ`, the ligature `ﬁ` is `fi`.
///
/// The standard library does not offer it, but it knows what each scalar is in small and in capital letters:
/// what is small, made capital and small again, is folded. Two things are otherwise:
/// - The dotless `ı`, whose capital is `I`, stays as it is.
/// - Cherokee comes out in small letters. Unicode folds it to capitals, which came first, and the same texts
///   are one. So whatever is folded is in lower case, which is how earlier versions folded.
/// - Source: Unicode 14, chapter 3.13, `toCasefold`; CaseFolding.txt, lines C and F (`CaseFoldingTests`).
package enum CaseFolding {
    /// `text` folded, in normal form C. ASCII is made small, without a walk through the tables.
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
