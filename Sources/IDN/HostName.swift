import CIDN

/// Names of hosts in the two spellings that mean one host: what people read, and what is asked of the net.
///
/// - Source: UTS 46, non-transitional, by libidn2 (IDNA 2008). Names of ASCII alone are left to whoever asks:
///   browsers take many that no rule allows, such as `a_b.example`.
package enum HostName {
    /// The ASCII spelling of a host, in small letters: `bücher.example` is `xn--bcher-kva.example`. Wide
    /// letters and wide full stops are ASCII ones.
    ///
    /// - Returns: nil if it is no name of a host, or longer than one can be.
    package static func ascii(_ host: String) -> String? {
        guard let folded = converted(host, { idn2_to_ascii_8z($0, $1, $2) }) else { return nil }
        // The wide form of a slash is no letter of a name, whatever it is the form of.
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

    /// What people read of a host: `xn--bcher-kva.example` is `bücher.example`.
    ///
    /// - Returns: nil if it is no name of a host, or longer than one can be.
    package static func unicode(_ host: String) -> String? {
        converted(host, { idn2_to_unicode_8z8z($0, $1, $2) })
    }

    /// A name has 253 letters in ASCII; none is made of more than so many bytes here.
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
