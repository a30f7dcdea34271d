/// Maps letters to those that a search treats as equal: Latin letters with diacritics to the bare letter, Greek
/// variants to the usual form.
///
/// - Source: the mapping of FTS5 in SQLite 3.40 with `unicode61 remove_diacritics 2`, read from its vocabulary table;
///   letters with a stroke (ø, ł, đ) and ligatures are not mapped.
enum LatinLetters {
    /// Returns the letter that stands for the lower-case `scalar`, or `scalar` itself.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.isASCII ? scalar : plainLetters[scalar] ?? scalar
    }

    private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
        var result: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (letter, marked) in rows {
            for scalar in marked.unicodeScalars {
                result[scalar] = letter
            }
        }
        return result
    }()

    private static let rows: [(Unicode.Scalar, String)] = [
        ("a", "àáâãäåāăąǎǟǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
        ("b", "ḃḅḇ"),
        ("c", "çćĉċčḉ"),
        ("d", "ďḋḍḏḑḓ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
        ("f", "ḟ"),
        ("g", "ĝğġģǧǵḡ"),
        ("h", "ĥȟḣḥḧḩḫẖ"),
        ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
        ("j", "ĵǰ"),
        ("k", "ķǩḱḳḵ"),
        ("l", "ĺļľḷḹḻḽ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňǹṅṇṉṋ"),
        ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
        ("p", "ṕṗ"),
        ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšſșṡṣṥṧṩẛ"),
        ("t", "ţťțṫṭṯṱẗ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
        ("v", "ṽṿ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷȳẏẙỳỵỷỹ"),
        ("z", "źżžẑẓẕ"),
        ("β", "ϐ"), ("ε", "ϵ"), ("θ", "ϑ"), ("ι", "\u{1FBE}"), ("κ", "ϰ"), ("μ", "\u{B5}"),
        ("π", "ϖ"), ("ρ", "ϱ"), ("σ", "ς"), ("φ", "ϕ"),
    ]
}
