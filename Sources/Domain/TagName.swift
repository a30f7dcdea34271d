/// The canonical form of tag names, and their comparison.
package enum TagName {
    /// Returns the canonical form of `raw`, and the folded form used for comparison.
    ///
    /// - Whitespace at the ends is removed, inner whitespace becomes one space; leading `#` are removed, also after
    ///   leading whitespace and `/`, so that the result is canonical itself.
    /// - `/` nests: whitespace around it and empty parts are removed (`a//b/` is `a/b`).
    /// - Everything else is kept, even commas: a comma-separated list must escape them.
    /// - `name` is in Unicode normalisation form C; `folded` is its `CaseFolding`, in that form again. It is computed
    ///   where needed; on the wire only follows contain it.
    /// - Fails for an empty name, for control characters, and over `Limits.tagBytesMax` bytes.
    package static func normalise(
        _ raw: String
    ) -> Result<(name: String, folded: String), Problem> {
        if isPlain(raw) { return .success((raw, raw)) }
        // A name of any size is refused before the tables are used: one this much longer than the limit is not worth
        // reading for whitespace that would be removed.
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
                    .invalidValue, "\(Problem.quote(raw)) is not a tag: it has no name",
                    fix: "use at least one letter or digit"))
        }
        guard !name.hasControlCharacters else {
            return .failure(
                Problem(
                    .invalidValue, "the tag \(Problem.quote(name)) contains control characters",
                    fix: "remove them"))
        }
        guard name.utf8.count <= Limits.tagBytesMax else { return .failure(tooLong(name)) }
        return .success((name, fold(name)))
    }

    /// Returns the folded form of a canonical name.
    package static func fold(_ name: String) -> String {
        CaseFolding.folded(name)
    }

    /// Whether the name has only lower-case letters, digits, `-` and `_`, as most tags do: nothing is to be done then.
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
            fix: "shorten it, or use the note")
    }
}
