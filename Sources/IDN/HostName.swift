import CIDN

/// Converts host names between Unicode, which people read, and ASCII, which is looked up on the network.
///
/// - Source: UTS 46, non-transitional, by libidn2 (IDNA 2008). Callers handle names of ASCII alone: browsers
///   accept many that no rule allows, such as `a_b.example`.
package enum HostName {
    /// The lower-case ASCII form of a host: `bücher.example` is `xn--bcher-kva.example`. Full-width letters
    /// and full stops become ASCII ones.
    ///
    /// - Returns: nil if it is not a host name, or is too long for one.
    package static func ascii(_ host: String) -> String? {
        guard let folded = converted(host, { idn2_to_ascii_8z($0, $1, $2) }) else { return nil }
        // A character that maps to one outside names, such as the full-width slash, is refused.
        let small = folded.lowercased()
        return small.utf8.allSatisfy(isOfName) ? small : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }

    /// The Unicode form of a host: `xn--bcher-kva.example` is `bücher.example`.
    ///
    /// - Returns: nil if it is not a host name, or is too long for one.
    package static func unicode(_ host: String) -> String? {
        converted(host, { idn2_to_unicode_8z8z($0, $1, $2) })
    }

    /// The most bytes of an input; a name has at most 253 characters in ASCII.
    private static let bytesMax = 1024

    private static func converted(
        _ host: String,
        _ convert: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, Int32)
            -> Int32
    ) -> String? {
        guard host.utf8.count <= bytesMax, !host.utf8.contains(0) else { return nil }
        var made: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NONTRANSITIONAL.rawValue)
        guard convert(host, &made, flags) == Int32(IDN2_OK.rawValue), let made else { return nil }
        defer { idn2_free(made) }
        let text = String(cString: made)
        return text.isEmpty ? nil : text
    }
}
