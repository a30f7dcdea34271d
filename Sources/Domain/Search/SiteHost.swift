import IDN

/// Hosts of addresses as `site:` compares them: lower case, without port and trailing dots, non-ASCII hosts in ASCII
/// form.
package enum SiteHost {
    /// The canonical spelling of a host: lower case, and non-ASCII hosts as written by `HostName`.
    static func canonical(_ host: String) -> String {
        let decoded = decoded(host)
        if decoded.utf8.contains(where: { $0 >= 0x80 }) {
            let folded = CanonicalComposition.compose(decoded.lowercased())
            if let ascii = HostName.ascii(decoded) ?? HostName.ascii(folded) { return ascii }
        }
        // The text is not decoded: an encoded character may have another meaning than the bare one.
        return CanonicalComposition.compose(host.lowercased())
    }

    /// All spellings in which a canonical host may occur in an address.
    package static func spellings(of host: String) -> [String] {
        guard host.hasPrefix("xn--") || host.contains(".xn--"), let read = HostName.unicode(host)
        else { return [host] }
        return read == host ? [host] : [host, read]
    }

    // Letters of other scripts may be percent-encoded; an encoded ASCII character has another meaning and is not
    // decoded.
    private static func decoded(_ host: String) -> String {
        guard host.utf8.contains(UInt8(ascii: "%")) else { return host }
        let bytes = PercentEncoding.decoded(host)
        guard let text = String(validating: bytes, as: UTF8.self),
            text.utf8.contains(where: { $0 >= 0x80 }), !text.contains("%")
        else { return host }
        return text
    }

    /// The host of `url`; nil if it has none, as with `mailto:`.
    package static func host(of url: String) -> String? {
        let scalars = url.lowercased().unicodeScalars
        guard let authority = afterScheme(scalars) else { return nil }
        return host(in: authority)
    }

    /// Whether `host` is `site` or a subdomain of it.
    package static func isHost(_ host: String, within site: String) -> Bool {
        let wanted = Array(site.utf8)
        let bytes = Array(host.utf8)
        guard bytes.count > wanted.count else { return bytes == wanted }
        return bytes.suffix(wanted.count) == wanted[...]
            && bytes[bytes.count - wanted.count - 1] == UInt8(ascii: ".")
    }

    /// Parses what a person typed after `site:`: a host, one with a `*.` prefix, or a whole address; nil if it contains
    /// no host.
    static func typed(_ text: String) -> String? {
        let scalars = text.lowercased().unicodeScalars
        return host(in: afterScheme(scalars) ?? scalars[...])
    }

    private typealias Scalars = Substring.UnicodeScalarView

    private static func afterScheme(_ scalars: String.UnicodeScalarView) -> Scalars? {
        guard let colon = scalars.firstIndex(of: ":"), colon != scalars.startIndex else {
            return nil
        }
        let rest = scalars[scalars.index(after: colon)...]
        return rest.starts(with: "//".unicodeScalars) ? rest.dropFirst(2) : nil
    }

    /// Returns the host of `user@host:port/path`.
    private static func host(in rest: Scalars) -> String? {
        var host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        if let at = host.lastIndex(of: "@") {
            host = host[host.index(after: at)...]
        }
        if host.first == "[", let close = host.firstIndex(of: "]") {
            host = host[...close]
        } else {
            host = host.prefix { $0 != ":" }
            while host.first == "." || host.first == "*" { host.removeFirst() }
            while host.last == "." { host.removeLast() }
        }
        guard !host.isEmpty, !host.contains(where: \.properties.isWhitespace) else { return nil }
        return canonical(String(String.UnicodeScalarView(host)))
    }
}
