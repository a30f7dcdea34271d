/// A loopback address with a port, reachable only from this computer: where the node listens for local programs.
///
/// It is matched as a whole: a mere prefix (`127.0.0.1.example.org`) is not a loopback address, nor is any other
/// address of the network 127.
package struct LoopbackAddress: Hashable, Sendable {
    /// The host name.
    package let host: Host
    /// The port; 0 picks a free one when the listener is opened.
    package let port: UInt16

    /// The well-known names of the loopback host.
    package enum Host: String, CaseIterable, Sendable {
        case ipv4 = "127.0.0.1"
        case name = "localhost"
        case ipv6 = "[::1]"

        /// The address to bind a socket to, without brackets. `localhost` binds the IPv4 address, without asking a
        /// resolver.
        package var bound: String { self == .ipv6 ? "::1" : Host.ipv4.rawValue }
    }

    /// The default address.
    package static let usual = LoopbackAddress(.ipv4, port: 7434)

    /// Creates the address `port` of `host`.
    package init(_ host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `text`; nil unless it is one of the three names, a colon, and a port in digits.
    package init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"),
            let host = Host(rawValue: text[..<colon].lowercased())
        else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let port = UInt16(digits)
        else { return nil }
        self.init(host, port: port)
    }

    /// The text as people write it.
    package var text: String { "\(host.rawValue):\(port)" }

    /// Parses what a person typed, or says what is wrong with it.
    package static func checked(_ text: String) -> Result<LoopbackAddress, Problem> {
        if let address = LoopbackAddress(text) { return .success(address) }
        return .failure(
            Problem(
                .invalidValue,
                "\(Problem.quote(text)) is not 127.0.0.1, localhost or [::1] with a port; "
                    + "the web address is for this computer only",
                fix: "use an address such as \(usual.text)"))
    }
}

/// The scope of a token for the loopback API. Scoped tokens are derived from the main one, so that a feed address
/// stored by another program gives access to feeds only.
package enum WebScope: String, CaseIterable, Sendable {
    case everything
    case pinboard
    case feeds
    /// Submitting saved pages, for a browser extension.
    case saving
    /// Adding the page shown in a browser, for a bookmarklet that contains the token.
    case keeping
    /// Adding pages and changing what was added that way, for an extension that does more than submit pages.
    case browser
}

/// The meaning of `shared=yes` from a Pinboard client.
package enum PinboardSharing: String, CaseIterable, Sendable {
    /// The default audience, as for anything added without naming one: many clients send it unasked.
    case normal = "default"
    /// The audience `public`, if the person has chosen so.
    case `public`
}
