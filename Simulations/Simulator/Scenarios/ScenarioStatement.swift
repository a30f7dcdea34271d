/// A statement of a scenario.
package struct ScenarioStatement: Equatable, Sendable {
    /// The value of a placeholder.
    enum Value: Equatable, Sendable {
        /// A name, or one of a few keywords.
        case word(String)
        /// Several words, or names as written: `n1..n5`, `everybody`.
        case words([String])
        case text(String)
        case number(UInt64)
        case time(Duration)
        case chance(UInt64)
    }

    /// The prefix of a statement.
    enum Condition: Equatable, Sendable {
        /// The node must refuse it.
        case refused
        /// It may take until then to hold.
        case within(Duration)
    }

    package let verb: Verb
    var condition: Condition?
    var values: [String: Value]

    init(_ verb: Verb, _ values: [String: Value] = [:], condition: Condition? = nil) {
        self.verb = verb
        self.values = values
        self.condition = condition
    }

    // MARK: Values

    /// Returns one word; empty if it was left out.
    func word(_ label: String) -> String {
        switch values[label] {
        case .word(let word), .text(let word): return word
        default: return ""
        }
    }

    /// Returns one word or text; nil if it was left out.
    func optional(_ label: String) -> String? {
        values[label] == nil ? nil : word(label)
    }

    func words(_ label: String) -> [String] {
        if case .words(let words) = values[label] { return words }
        return []
    }

    func number(_ label: String = "number") -> UInt64 {
        switch values[label] {
        case .number(let number), .chance(let number): return number
        default: return 0
        }
    }

    func time(_ label: String = "time") -> Duration {
        if case .time(let time) = values[label] { return time }
        return .zero
    }

    // MARK: Text

    /// The line as the parser reads it.
    package var text: String {
        let body = Self.text(Phrase.of(verb).elements, values)
        switch condition {
        case nil: return body
        case .refused: return "refused: \(body)"
        case .within(let time): return "within \(ScenarioTime.text(time)): \(body)"
        }
    }

    private static func text(_ elements: [Phrase.Element], _ values: [String: Value]) -> String {
        elements.compactMap { element in
            switch element {
            case .literal(let word): return word
            case .slot(let label, _): return values[label].map(text)
            case .optional(let inner):
                return isFilled(inner, values) ? text(inner, values) : nil
            }
        }.joined(separator: " ")
    }

    private static func isFilled(
        _ elements: [Phrase.Element], _ values: [String: Value]
    ) -> Bool {
        elements.contains { element in
            if case .slot(let label, _) = element { return values[label] != nil }
            return false
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .word(let word): return word
        case .words(let words): return words.joined(separator: " ")
        case .text(let text): return ScenarioTokens.quoted(text)
        case .number(let number): return "\(number)"
        case .time(let time): return ScenarioTime.text(time)
        case .chance(let bits):
            let digits = String(bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
