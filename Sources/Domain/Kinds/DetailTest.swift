/// A condition on a detail in a search. Its texts are already folded (`DetailValue.folded`).
package enum DetailTest: Hashable, Sendable {
    /// One of the values equals this.
    case equals(String)
    /// One of the values is this path, or below it.
    case within(String)
    /// One of the names in a list is this, or has it before its comma.
    case name(String)
    /// The amount compares so with this many thousandths, in this currency if one is named.
    case amount(Bound, Int64, currency: String?)
    /// The number of values compares so with this.
    case count(Bound, Int64)

    /// A numeric comparison. The raw value is what people type before the number.
    package enum Bound: String, CaseIterable, Sendable {
        // Longer signs come first, because parsing tries them in this order.
        case atMost = "<="
        case atLeast = ">="
        case under = "<"
        case over = ">"
        case equal = "="

        /// Whether `number` compares so with `edge`.
        package func holds(_ number: Int64, _ edge: Int64) -> Bool {
            switch self {
            case .atMost: return number <= edge
            case .atLeast: return number >= edge
            case .under: return number < edge
            case .over: return number > edge
            case .equal: return number == edge
            }
        }

        /// Splits the sign off the beginning of `text`; without a sign the comparison is equality.
        static func leading(_ text: String) -> (DetailTest.Bound, String) {
            for bound in allCases where text.hasPrefix(bound.rawValue) {
                return (bound, String(text.dropFirst(bound.rawValue.count)))
            }
            return (.equal, text)
        }
    }

    /// Whether the values of a detail, in the canonical form of `form`, satisfy the condition.
    package func holds(for values: [String], of form: DetailForm) -> Bool {
        switch self {
        case .equals(let wanted): return values.contains { form.value.folded($0) == wanted }
        case .within(let path):
            return values.contains {
                let folded = form.value.folded($0)
                return folded == path || folded.utf8.starts(with: (path + "/").utf8)
            }
        case .amount(let bound, let edge, let currency):
            return values.contains {
                if form.value != .price {
                    return form.value.amount($0).map { bound.holds($0, edge) } ?? false
                }
                guard case .success(let price) = Price.parse($0) else { return false }
                return bound.holds(price.thousandths, edge)
                    && (currency == nil || price.currency == currency)
            }
        case .name(let wanted):
            return values.contains { Self.names(form.value.folded($0), contain: wanted) }
        case .count(let bound, let edge): return bound.holds(Int64(values.count), edge)
        }
    }
}

extension DetailName {
    // The noun for what is counted.
    private var counted: String {
        switch value {
        case .day: return "days"
        case .page: return "saved pages"
        default: return "\(word)s"
        }
    }

    /// Parses the value that follows `word:` in a search.
    func test(_ value: SearchValue) throws(Problem) -> DetailTest {
        switch self.value {
        case .day, .photo, .page, .document:
            let (bound, rest) = Self.bound(value)
            guard let count = Int64(rest),
                (0...Int64(Limits.detailDaysMax)).contains(count)
            else {
                throw .search(
                    "\(Problem.quote(value.plain)) is not a number of \(counted)",
                    column: value.column,
                    fix: "try \(example)")
            }
            return .count(bound, count)
        case .price:
            let (bound, rest) = Self.bound(value)
            if let amount = Price.amount(rest) { return .amount(bound, amount, currency: nil) }
            if case .success(let price) = Price.parse(rest) {
                return .amount(bound, price.thousandths, currency: price.currency)
            }
        case .path:
            return .within(self.value.folded(try canonical(value)))
        case .seconds:
            let (bound, rest) = Self.bound(value)
            if let amount = Price.amount(rest) { return .amount(bound, amount, currency: nil) }
            throw .search(
                "\(Problem.quote(value.plain)) is not a number of seconds", column: value.column,
                fix: "try \(example)")
        case .year:
            let (bound, rest) = Self.bound(value)
            guard case .success(let year) = self.value.canonical(rest, of: word),
                let edge = self.value.amount(year)
            else {
                throw .search(
                    "\(Problem.quote(value.plain)) is not a year", column: value.column,
                    fix: "try \(example)")
            }
            return .amount(bound, edge, currency: nil)
        case .names: return .name(try name(value))
        case .place: return .equals(try name(value))
        case .mark, .reference, .position, .hours, .film:
            throw .search(
                "\(word): cannot be searched", column: value.column, fix: "try \(example)")
        case .text, .choice, .barcode, .theme, .doi, .citationKey:
            return .equals(self.value.folded(try canonical(value)))
        }
        throw .search(
            "\(Problem.quote(value.plain)) is not a price", column: value.column,
            fix: "try \(example)")
    }

    private func canonical(_ value: SearchValue) throws(Problem) -> String {
        // The value is folded first, so that a query that was spelled out once is parsed again alike: lower-casing may
        // lengthen it.
        switch self.value.canonical(self.value.folded(value.plain), of: word) {
        case .success(let text): return text
        case .failure(let problem):
            throw .search(problem.detail, column: value.column, fix: problem.fix)
        }
    }

    // Parses the name of a place.
    private func name(_ value: SearchValue) throws(Problem) -> String {
        let name = SearchText.folded(value.plain)
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw .search(
                "\(Problem.quote(value.plain)) is not a name", column: value.column,
                fix: "try \(example)")
        }
        return name
    }

    private static func bound(_ value: SearchValue) -> (DetailTest.Bound, String) {
        DetailTest.Bound.leading(value.plain)
    }
}
