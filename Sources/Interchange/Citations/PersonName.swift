/// A person's name as a bibliography sorts it, and as people say it.
enum PersonName {
    /// `Knuth, Donald E.` is `Donald E. Knuth`, and `King, Martin Luther, Jr.` ends in `, Jr.`; a name
    /// without a comma stays.
    static func spoken(_ sorted: String) -> String {
        let parts = sorted.split(separator: ",", maxSplits: 2).map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { !$0.isEmpty }
        guard let family = parts.first, parts.count > 1 else { return parts.first ?? "" }
        return parts[1] + " " + family + (parts.count > 2 ? ", " + parts[2] : "")
    }

    /// At most so many bytes of one name are looked at.
    static let bytesMax = 512
}
