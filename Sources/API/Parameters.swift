/// The parameters behind the question mark, in their order; `+` is a blank.
package struct Parameters: Equatable, Sendable {
    private let pairs: [Pair]

    private struct Pair: Equatable, Sendable {
        let name: String
        let value: String
        /// No equals sign stands behind its name.
        let isBare: Bool
    }

    /// Reads `a=1&b=2`.
    ///
    /// - Throws: `bad_request` for a broken escape.
    package init(_ text: String) throws(ProblemJSON) {
        var pairs: [Pair] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentText.decode($0.replacing("+", with: " ")) }
            guard let name = halves[0], let value = halves.count > 1 ? halves[1] : "" else {
                throw ProblemJSON(
                    .badRequest, "the parameter \(part.prefix(80)) is not percent-encoded UTF-8")
            }
            pairs.append(Pair(name: name, value: value, isBare: halves.count == 1))
        }
        self.pairs = pairs
    }

    /// Every name, in the order in which they stand, as often as they do.
    package var names: [String] { pairs.map(\.name) }

    /// The number of parameters of this name.
    package func count(_ name: String) -> Int { pairs.count { $0.name == name } }

    /// It stands there without a value.
    package func isEmpty(_ name: String) -> Bool {
        pairs.contains { $0.name == name && $0.value.isEmpty && !$0.isBare }
    }

    /// It stands there without a value, and without an equals sign.
    package func isBare(_ name: String) -> Bool {
        pairs.contains { $0.name == name && $0.isBare }
    }

    /// The first value under this name; nil if there is none or it is empty.
    package func text(_ name: String) -> String? {
        let value = pairs.first { $0.name == name }?.value
        return value == "" ? nil : value
    }

    /// Every value under this name.
    package func texts(_ name: String) -> [String] {
        pairs.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// A whole number within `range`; nil if it is absent.
    package func number(
        _ name: String, in range: ClosedRange<Int>
    ) throws(ProblemJSON) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ProblemJSON(
                .badRequest, "\(name) is \(text.prefix(80))",
                fix: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// `true` or `1`, `false` or `0`; false if it is absent, and true if its name stands there alone.
    package func truth(_ name: String) throws(ProblemJSON) -> Bool {
        if isBare(name) { return true }
        guard let text = text(name) else { return false }
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        default:
            throw ProblemJSON(
                .badRequest, "\(name) is \(text.prefix(80))", fix: "true or false")
        }
    }
}
