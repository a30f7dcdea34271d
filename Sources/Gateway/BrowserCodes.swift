import Sodium

/// Codes that open a session of a browser, each once and within a minute.
struct BrowserCodes {
    private struct Code {
        let text: [UInt8]
        let isTyped: Bool
        let until: ContinuousClock.Instant
    }

    private var codes: [Code] = []
    /// Wrong ones since the first of those to type that count.
    private var misses = 0

    /// Six letters for a person: 26^6 of them, of which five may be tried.
    static func letters() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
        return String((0..<6).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
    }

    /// One more counts; of too many the oldest goes.
    mutating func add(_ text: String, typed isTyped: Bool, at now: ContinuousClock.Instant) {
        codes.removeAll { $0.until <= now }
        if isTyped, !codes.contains(where: \.isTyped) { misses = 0 }
        codes.append(
            Code(
                text: Self.folded(text), isTyped: isTyped,
                until: now + GatewayLimits.browserCodeLife))
        codes.removeFirst(max(0, codes.count - GatewayLimits.browserCodesMax))
    }

    /// Whether this one counts; then it is used up. A few wrong ones end all that are typed.
    mutating func take(_ given: String, at now: ContinuousClock.Instant) -> Bool {
        codes.removeAll { $0.until <= now }
        let given = Self.folded(given)
        if let found = codes.firstIndex(where: { ConstantTime.equal($0.text, given) }) {
            codes.remove(at: found)
            return true
        }
        misses += 1
        if misses >= GatewayLimits.browserCodeMissesMax { codes.removeAll(where: \.isTyped) }
        return false
    }

    private static func folded(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }
}

/// Tickets, each for one address and for a minute.
struct BrowserTickets {
    private struct Ticket {
        let text: [UInt8]
        let target: String
        let until: ContinuousClock.Instant
    }

    private var tickets: [Ticket] = []

    /// One more counts; of too many the oldest goes.
    mutating func add(_ text: String, for target: String, at now: ContinuousClock.Instant) {
        tickets.removeAll { $0.until <= now }
        tickets.append(
            Ticket(
                text: Array(text.utf8), target: target, until: now + GatewayLimits.browserCodeLife))
        tickets.removeFirst(max(0, tickets.count - GatewayLimits.ticketsMax))
    }

    /// Whether one of them opens exactly this address.
    func open(
        _ target: String, with text: String, at now: ContinuousClock.Instant
    ) -> Bool {
        let text = Array(text.utf8)
        return tickets.contains {
            $0.until > now && $0.target == target && ConstantTime.equal($0.text, text)
        }
    }
}
