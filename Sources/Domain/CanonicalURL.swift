/// Computes the canonical address used to find duplicates: addresses that differ only in spelling become equal.
///
/// - Scheme and host are lower-cased, a host in another script becomes ASCII (`HostName`); the default port, an empty
///   query and an empty fragment are removed; an empty path becomes `/`, and dot segments are resolved.
/// - Percent-encoding: hex digits in upper case; unreserved characters decoded; everything outside ASCII and every
///   space, control character and quotation mark encoded.
/// - Of a fragment only the text directive (`:~:text=…`) is removed: the rest names a place in a page, and in many
///   applications the page itself.
/// - The parameters of `TrackingParameters` are removed; the others keep their order, because a server may depend on
///   it.
/// - `http` and `https` stay distinct, and `www.` stays: they may show different things (routers, laboratory devices,
///   intranets), and links merged by mistake are harder to separate than two links are to merge.
/// - `;` parameters are kept.
/// - Law: idempotent, total, and the result is at most three times as long as the argument (`CanonicalURLTests`).
/// - Source: RFC 3986 sections 5.2.4 and 6.2.2; UTS 46; URL Fragment Text Directives (WICG).
package enum CanonicalURL {
    /// Incremented whenever an address may give a different result; stored beside each result.
    package static let ruleVersion = 2

    /// Returns the canonical form of `url`. Text that is no address is returned without outer whitespace.
    package static func canonical(_ url: String) -> String {
        let bytes = cleaned(url)
        guard let colon = schemeEnd(bytes) else { return text(bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 8)
        for byte in bytes[..<colon] { result.append(lower(byte)) }
        let scheme = Array(result)
        result.append(Ascii.colon)
        let rest = bytes[(colon + 1)...]
        guard rest.starts(with: [Ascii.slash, Ascii.slash]) else {
            result += rest
            return text(result)
        }
        result += [Ascii.slash, Ascii.slash]
        appendHierarchy(rest.dropFirst(2), scheme: scheme, to: &result)
        return text(result)
    }

    /// Strips whitespace and control characters at the ends, and tabs and line ends everywhere, as browsers do.
    /// - Source: WHATWG URL, "basic URL parser", steps 1 to 3.
    static func cleaned(_ url: String) -> [UInt8] {
        var bytes = Array(url.utf8)
        bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
            let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return [] }
        return Array(bytes[first...last])
    }

    /// The index of the colon after the scheme; nil if there is no scheme.
    static func schemeEnd(_ bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, isLetter(first) else { return nil }
        guard let end = bytes.firstIndex(where: { !isSchemeByte($0) }) else { return nil }
        return bytes[end] == Ascii.colon ? end : nil
    }

    /// Appends what follows `//`: authority, path, query, fragment.
    private static func appendHierarchy(
        _ rest: ArraySlice<UInt8>, scheme: [UInt8], to result: inout [UInt8]
    ) {
        let ends: [UInt8] = [Ascii.slash, Ascii.question, Ascii.hash]
        let authorityEnd = rest.firstIndex { ends.contains($0) } ?? rest.endIndex
        appendAuthority(rest[..<authorityEnd], scheme: scheme, to: &result)

        let beforeHash = rest[authorityEnd...].firstIndex(of: Ascii.hash) ?? rest.endIndex
        let target = rest[authorityEnd..<beforeHash]
        let pathEnd = target.firstIndex(of: Ascii.question) ?? target.endIndex
        if pathEnd == target.startIndex {
            result.append(Ascii.slash)
        } else {
            var path: [UInt8] = []
            PercentEncoding.append(target[..<pathEnd], to: &path)
            DotSegments.append(path, to: &result)
        }
        appendQuery(target[pathEnd...].dropFirst(), to: &result)
        appendFragment(rest[beforeHash...].dropFirst(), to: &result)
    }

    private static func appendAuthority(
        _ authority: ArraySlice<UInt8>, scheme: [UInt8], to result: inout [UInt8]
    ) {
        var host = authority
        if let at = authority.lastIndex(of: Ascii.at) {
            PercentEncoding.append(authority[..<at], to: &result)
            result.append(Ascii.at)
            host = authority[(at + 1)...]
        }
        var port: ArraySlice<UInt8> = []
        // A colon inside the brackets of an IPv6 address does not begin a port. If an empty or default port is removed,
        // another may precede it.
        while port.isEmpty, let colon = host.lastIndex(of: Ascii.colon),
            host[(colon + 1)...].allSatisfy({ Ascii.digits.contains($0) })
        {
            let said = host[(colon + 1)...].drop { $0 == UInt8(ascii: "0") }
            if !said.elementsEqual(defaultPort(of: scheme)) { port = said }
            host = host[..<colon]
        }
        appendHost(host, to: &result)
        if !port.isEmpty {
            result.append(Ascii.colon)
            result += port
        }
    }

    private static func appendHost(_ host: ArraySlice<UInt8>, to result: inout [UInt8]) {
        result += SiteHost.canonical(String(decoding: host, as: UTF8.self)).utf8
    }

    private static func appendQuery(_ query: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var separator = Ascii.question
        for raw in query.split(separator: Ascii.ampersand, omittingEmptySubsequences: false) {
            var pair: [UInt8] = []
            PercentEncoding.append(raw, to: &pair)
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard !TrackingParameters.contains(name) else { continue }
            // No question mark remains of an empty query, or of one whose parameters were all removed.
            guard separator == Ascii.ampersand || !pair.isEmpty else { continue }
            result.append(separator)
            result += pair
            separator = Ascii.ampersand
        }
    }

    private static func appendFragment(_ fragment: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var text: [UInt8] = []
        PercentEncoding.append(fragment, to: &text)
        let mark = Array(":~:".utf8)
        let directive = text.indices.first { text[$0...].starts(with: mark) } ?? text.endIndex
        guard directive > 0 else { return }
        result.append(Ascii.hash)
        result += text[..<directive]
    }

    private static func defaultPort(of scheme: [UInt8]) -> [UInt8] {
        let known: [(String, String)] = [
            ("https", "443"), ("http", "80"), ("ftp", "21"), ("gemini", "1965"),
        ]
        let found = known.first { $0.0.utf8.elementsEqual(scheme) }
        return Array((found?.1 ?? "").utf8)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || Ascii.digits.contains(byte) || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

private enum Ascii {
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let question = UInt8(ascii: "?")
    static let hash = UInt8(ascii: "#")
    static let at = UInt8(ascii: "@")
    static let ampersand = UInt8(ascii: "&")
    static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
