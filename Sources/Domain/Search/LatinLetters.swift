/// Letters that a search takes for another: Latin ones for the bare letter, Greek forms for the
/// usual one.
///
/// - Source: what FTS5 of SQLite 3.40 makes of each scalar with `unicode61 remove_diacritics 2`,
///   taken from its vocabulary table; letters with a stroke (ø, ł, đ) and ligatures stay.
enum LatinLetters {
    /// The letter that stands for `scalar`, which is in lower case; itself if none does.
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
