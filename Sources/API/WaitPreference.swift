/// The preference that the answer to a change is held back until what was written is with others, or until some time
/// is over.
///
/// - Source: RFC 7240: `Prefer: wait=5, peers=2`. Section 2: what is not understood is passed over, and of
///   two of one name the first counts.
package struct WaitPreference: Equatable, Sendable {
    /// The timeout in seconds, at most `secondsMax`, even if the client asks for more.
    package let seconds: Int
    /// With so many others it should be.
    package let peers: Int

    /// A proxy, and who waits at a terminal, gives up after a minute or two.
    package static let secondsMax = 60
    /// One is enough where no number is named: then it is on more than one disk.
    package static let peersUsual = 1

    /// Reads the `Prefer` lines of a head; nil if there is no preference to wait.
    package init?(_ lines: [String]) {
        let preferences = lines.flatMap { Self.parts($0, at: ",") }.compactMap(Self.preference)
        let value = { (name: String) in
            preferences.first { $0.name == name }.flatMap { Self.number($0.value) }
        }
        guard let seconds = value("wait") else { return nil }
        self.seconds = min(seconds, Self.secondsMax)
        peers = value("peers").flatMap { $0 > 0 ? $0 : nil } ?? Self.peersUsual
    }

    /// As the answer says what was obeyed.
    package var applied: String {
        "wait=\(seconds)" + (peers == Self.peersUsual ? "" : ", peers=\(peers)")
    }

    // `name=value`, without the parameters that may stand behind a semicolon.
    private static func preference(_ text: String) -> (name: String, value: String)? {
        guard let first = parts(text, at: ";").first else { return nil }
        let halves = parts(first, at: "=")
        guard let name = halves.first, !name.isEmpty else { return nil }
        return (name.lowercased(), halves.count == 2 ? unquoted(halves[1]) : "")
    }

    // The parts between the marks that are not in quotes, without blanks around them.
    private static func parts(_ text: String, at mark: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            if character == mark, !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { part in
            let isBlank = { (character: Character) in character == " " || character == "\t" }
            let begin = part.drop(while: isBlank)
            return String(begin.reversed().drop(while: isBlank).reversed())
        }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }

    // Digits alone: a sign, or a fraction, is no number of seconds or of peers.
    private static func number(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}

extension Routes {
    static let prefer = Route.Parameter(
        name: "Prefer", schema: .string, place: .header,
        about:
            "wait=5, peers=2: answer once what was written is with two other devices, after five seconds "
            + "at most \(WaitPreference.secondsMax); one device unless you say so")

    /// The headers of an answer to a client that preferred to wait, and their meanings.
    static let preferHeaders: [(name: String, schema: Schema, about: String)] = [
        (
            "Preference-Applied", .string,
            "Of Prefer: that the answer was held back, and how long at most"
        ),
        (replicatedHeader, .count, "Of Prefer: devices that hold what was written"),
        (peersHeader, .count, "Of Prefer: devices that should hold it, those included"),
    ]

    /// With how many other devices it is, and with how many it should be.
    package static let replicatedHeader = "Weft-Replicated"
    package static let peersHeader = "Weft-Peers"
}

extension Route {
    /// The wait that these lines `Prefer` ask for; nil if they ask for none, and where nothing is written that others
    /// should have.
    package func waiting(_ lines: [String]) -> WaitPreference? {
        parameters.contains(Routes.prefer) ? WaitPreference(lines) : nil
    }
}
