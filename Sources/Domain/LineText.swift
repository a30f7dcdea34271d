extension String {
    /// The text in normal form C, without whitespace at its ends and with one space for each run of it inside.
    var withSingleSpaces: String {
        CanonicalComposition.compose(self).unicodeScalars
            .split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
    }

    /// Whether the text contains control characters, which no name, tag or detail may have.
    var hasControlCharacters: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
