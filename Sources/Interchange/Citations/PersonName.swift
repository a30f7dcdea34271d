/// Converts a person's name from the sorted to the spoken form.
enum PersonName {
    /// `Knuth, Donald E.` becomes `Donald E. Knuth`, and `King, Martin Luther, Jr.` ends in `, Jr.`; a name without a
    /// comma is unchanged.
    static func spoken(_ sorted: String) -> String {
        let parts = sorted.split(separator: ",", maxSplits: 2).map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        guard let family = parts.first, parts.count > 1 else { return parts.first ?? "" }
        return parts[1] + " " + family + (parts.count > 2 ? ", " + parts[2] : "")
    }

    /// The maximum number of bytes read of one name.
    static let bytesMax = 512
}
