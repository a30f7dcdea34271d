/// How the name of a tag is written, and how two of them are compared.
package enum TagName {
    /// The one way to write `raw`, and the form under which it is compared.
    ///
    /// - White space at the ends goes, inside it becomes one space; leading `#` go, also behind
    ///   leading white space and `/`, so that the result is written as itself.
    /// - `/` nests: white space around it goes, and so do empty parts (`a//b/` is `a/b`).
    /// - Everything else stays, a comma too: where tags stand in a list with commas, the list
    ///   has to escape it.
    /// - `name` is in Unicode normalisation form C; `folded` is what `CaseFolding` makes of it, in
    ///   that form again. It is derived where it is needed; of messages it stands in what is
    ///   followed alone.
    /// - Fails for an empty name, for control characters, and over `Limits.tagBytesMax` bytes.
    package static func normalise(
        _ raw: String
    ) -> Result<(name: String, folded: String), Problem> {
        if isPlain(raw) { return .success((raw, raw)) }
        // An endless name is refused before any table is asked: what is so much longer than its
        // limit is not worth reading for the blanks that would go.
        guard raw.utf8.count <= 16 * Limits.tagBytesMax else { return .failure(tooLong(raw)) }
        let parts = CanonicalComposition.compose(raw).unicodeScalars
            .drop { $0 == "#" || $0 == "/" || $0.properties.isWhitespace }
            .split(separator: "/")
            .map { part in
                part.split { $0.properties.isWhitespace }.map { String($0) }.joined(separator: " ")
            }
            .filter { !$0.isEmpty }
        let name = parts.joined(separator: "/")
        guard !name.isEmpty else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is no tag: nothing is left of it",
                    fix: "give it at least one letter or digit"))
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            return .failure(
                Problem(
                    .invalidValue, "the tag \(Problem.quote(name)) holds control characters",
                    fix: "type it without them"))
        }
        guard name.utf8.count <= Limits.tagBytesMax else { return .failure(tooLong(name)) }
        return .success((name, fold(name)))
    }

    /// The form under which `name`, already normalised, is compared.
    package static func fold(_ name: String) -> String {
        CaseFolding.folded(name)
    }

    /// Lower case letters, digits, `-` and `_` alone: nothing is to be done, and most tags are so.
    private static func isPlain(_ name: String) -> Bool {
        let bytes = name.utf8
        return !bytes.isEmpty && bytes.count <= Limits.tagBytesMax
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    return true
                default:
                    return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                }
            }
    }

    private static func tooLong(_ name: String) -> Problem {
        Problem(
            .invalidValue,
            "the tag \(Problem.quote(name)) is longer than \(Limits.tagBytesMax) bytes",
            fix: "shorten it, or put the text into the note")
    }
}
