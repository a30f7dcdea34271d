/// A DOI, the registered name of a work, such as `10.1000/182`.
///
/// - Source: ISO 26324; the DOI handbook (doi.org), sections 2.2 and 3.8.
struct DOI: Equatable {
    /// The name, without `doi:` and without the address of a resolver.
    let name: [UInt8]

    /// Parses a DOI: alone, after `doi:`, or after the address of a resolver.
    ///
    /// - Returns: nil if `text` is none.
    init?(_ text: some Sequence<UInt8>) {
        var rest = Array(text.drop { $0 <= 0x20 })[...]
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        let folded = rest.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        let prefix = Self.prefixes.first { folded.starts(with: $0.utf8) } ?? ""
        rest = rest.dropFirst(prefix.utf8.count).drop { $0 <= 0x20 }
        guard rest.starts(with: "10.".utf8), rest.contains(UInt8(ascii: "/")), rest.count <= 1024,
            rest.allSatisfy({ $0 > 0x20 })
        else { return nil }
        name = Array(rest)
    }

    /// The address of the work: the name after the resolver's, with characters that an address cannot contain
    /// percent-encoded.
    var address: [UInt8] {
        var result = Array("https://doi.org/".utf8)
        for byte in name {
            if Self.isEscaped(byte) {
                let digits = Array("0123456789ABCDEF".utf8)
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return result
    }

    private static let prefixes = [
        "https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/",
        "https://www.doi.org/", "http://www.doi.org/", "doi.org/", "dx.doi.org/", "doi:",
    ]

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte >= 0x7F || "\"#%<>?[\\]^`{|}".utf8.contains(byte)
    }
}
