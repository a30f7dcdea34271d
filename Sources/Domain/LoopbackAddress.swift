/// An address that nobody but this machine reaches, with a port: where the door for other programs
/// is, if there is one.
///
/// Read as a whole: what only begins so (`127.0.0.1.example.org`) is none, nor is any other number
/// of the network 127.
package struct LoopbackAddress: Hashable, Sendable {
    /// How it is named.
    package let host: Host
    /// 0 picks a free one when the door is opened.
    package let port: UInt16

    /// The names of this machine that are known everywhere.
    package enum Host: String, CaseIterable, Sendable {
        case ipv4 = "127.0.0.1"
        case name = "localhost"
        case ipv6 = "[::1]"

        /// What a socket is bound to, without brackets. The name is the older address: what
        /// somebody's resolver makes of it is not asked.
        package var bound: String { self == .ipv6 ? "::1" : Host.ipv4.rawValue }
    }

    /// Where the door is if its person names no place.
    package static let usual = LoopbackAddress(.ipv4, port: 7434)

    /// `port` of `host`.
    package init(_ host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Nil if `text` is anything else than one of the three names, a colon, and a port in digits.
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

    /// As people write it.
    package var text: String { "\(host.rawValue):\(port)" }

    /// Reads what somebody typed.
    package static func checked(_ text: String) -> Result<LoopbackAddress, Problem> {
        if let address = LoopbackAddress(text) { return .success(address) }
        return .failure(
            Problem(
                .invalidValue,
                "\(Problem.quote(text)) is not 127.0.0.1, localhost or [::1] with a port: other "
                    + "machines never reach the door",
                fix: "for example \(usual.text)"))
    }
}

/// What one of the tokens of the door on loopback is good for. Each is made of the first, so that
/// the address of a feed, which goes into another program's files, opens nothing but feeds.
package enum WebScope: String, CaseIterable, Sendable {
    case everything
    case pinboard
    case feeds
    /// Sending in saved pages, for a browser's extension.
    case saving
    /// Keeping the page that a browser shows, by a bookmark in it: the token stands in that.
    case keeping
    /// Keeping pages and changing what was kept so, for an extension that does more than send them in.
    case browser
}

/// What `shared=yes` of a Pinboard client means here.
package enum PinboardSharing: String, CaseIterable, Sendable {
    /// The default audience, as with everything that is kept without a word: many clients send it
    /// unasked.
    case normal = "default"
    /// The audience `public`, for who has said so.
    case `public`
}
