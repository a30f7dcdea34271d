/// An amount of money in one currency.
package struct Price: Hashable, Sendable {
    /// The amount in thousandths, which some currencies have; never negative, below 10^15.
    package let thousandths: Int64
    /// Three capital letters (ISO 4217); not checked against the list of currencies.
    package let currency: String

    /// The canonical text form: `49 EUR`, `49.90 EUR`, `1.125 KWD`.
    package var text: String { "\(Self.spelled(thousandths)) \(currency)" }

    /// Parses `49.90EUR`, `49,90 EUR`, `eur 49.9`.
    package static func parse(_ raw: String) -> Result<Price, Problem> {
        let scalars = raw.unicodeScalars.filter { !$0.properties.isWhitespace }
        let isLetter = { (scalar: Unicode.Scalar) in
            scalar.isASCII && scalar.properties.isAlphabetic
        }
        let head = scalars.prefix(while: isLetter)
        let tail = scalars.reversed().prefix(while: isLetter).reversed()
        let rest = String(
            String.UnicodeScalarView(scalars.dropFirst(head.count).dropLast(tail.count)))
        guard let amount = amount(rest) else {
            return .failure(
                Problem(
                    .invalidValue, "\(Problem.quote(raw)) is not a price",
                    fix: "write it as 49.90EUR: at most 12 digits and 3 decimals"))
        }
        let letters = head.isEmpty ? Array(tail) : tail.isEmpty ? Array(head) : []
        guard letters.count == 3 else {
            return .failure(
                Problem(
                    .invalidValue, "the price \(Problem.quote(raw)) has no currency",
                    fix: "add its three letters: \(spelled(amount))EUR"))
        }
        let currency = String(String.UnicodeScalarView(letters)).uppercased()
        return .success(Price(thousandths: amount, currency: currency))
    }

    /// Parses digits with a decimal point or comma as thousandths; nil if `text` is no amount.
    static func amount(_ text: String) -> Int64? {
        let parts = text.utf8.split(
            omittingEmptySubsequences: false,
            whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        guard (1...2).contains(parts.count), (1...12).contains(parts[0].count),
            parts.count == 1 || (1...3).contains(parts[1].count),
            parts.allSatisfy({ $0.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let number = { (digits: [UInt8]) in digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) } }
        var behind = parts.count == 1 ? [] : Array(parts[1])
        while behind.count < 3 { behind.append(48) }
        return number(Array(parts[0])) * 1000 + number(behind)
    }

    /// Formats thousandths without trailing zeros.
    package static func spelled(trimming thousandths: Int) -> String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(String(1000 + rest).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    /// Formats thousandths without decimals if the amount is whole, else with two or three.
    static func spelled(_ thousandths: Int64) -> String {
        let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(whole)" }
        let digits = String(String(1000 + rest).dropFirst())
        return "\(whole).\(digits.hasSuffix("0") ? String(digits.dropLast()) : digits)"
    }
}
