extension Problem {
    /// Quotes `text` for `detail`: cut after 80 scalars, with control characters as U+FFFD. The cost does not depend on
    /// the length of the text.
    package static func quote(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(81).map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: scalars.prefix(80))
        return "'" + String(shown) + (scalars.count > 80 ? "…" : "") + "'"
    }
}
