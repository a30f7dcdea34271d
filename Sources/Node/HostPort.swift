/// An address as people write it: `127.0.0.1:7433`, `[::1]:7433`, `host:7433`.
package struct HostPort: Equatable, Sendable {
    /// A name or literal; an IPv6 address without its brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `host:port`; nil for anything else, including IPv6 without brackets, where the colon before the
    /// port is ambiguous.
    package init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        self.init(host: String(host), port: port)
    }

    /// The address as people write it.
    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
