/// The value of a constant's expression: a number, a time, or several of one sort.
indirect enum LimitValue: Equatable {
    case number(Double)
    case milliseconds(Double)
    case several([LimitValue], with: String)

    var isTime: Bool {
        switch self {
        case .number: return false
        case .milliseconds: return true
        case .several(let values, _): return values.allSatisfy(\.isTime)
        }
    }

    /// Evaluates an expression of numbers, durations and other constants; nil if it is anything else.
    ///
    /// - Parameters:
    ///   - type: the type whose constants need no name in front.
    ///   - constants: expressions by names such as `Limits.tagBytesMax`.
    init?(_ expression: String, in type: String, knowing constants: [String: String]) {
        var reader = Reader(
            tokens: expression.matches(
                of: #/[A-Za-z_][A-Za-z_.0-9]*|\.[a-z]\w*|[0-9][0-9_.e-]*[0-9]|[0-9]|<<|\.\.\.|\S/#
            )
            .map { String($0.output) }, type: type, constants: constants)
        guard let value = reader.range(), reader.tokens.isEmpty else { return nil }
        self = value
    }

    /// It as people write it: 64 KiB, 90 s, 1,000.
    func text(of unit: String) -> String {
        switch self {
        case .several(let values, let word):
            return values.map { $0.text(of: unit) }.joined(separator: word)
        case .milliseconds(let time): return Self.time(time)
        case .number(let number):
            if unit == "seconds" { return Self.time(number * 1000) }
            if unit == "milliseconds" { return Self.time(number) }
            if unit == "bytes" {
                for (size, name) in [(30.0, "GiB"), (20, "MiB"), (10, "KiB")] {
                    let part = number / Double(1 << Int(size))
                    if part >= 1, part * 4 == (part * 4).rounded() {
                        return "\(Self.plain(part)) \(name)"
                    }
                }
            }
            return Self.plain(number)
        }
    }

    private static func time(_ milliseconds: Double) -> String {
        let units = [(86_400_000.0, "days"), (3_600_000, "h"), (60_000, "min"), (1000, "s")]
        for (size, name) in units where milliseconds >= 2 * size || milliseconds == size {
            let part = milliseconds / size
            if part == part.rounded() {
                return "\(plain(part)) \(part == 1 && name == "days" ? "day" : name)"
            }
        }
        return "\(plain(milliseconds)) ms"
    }

    private static func plain(_ number: Double) -> String {
        guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
        var digits = String(Int(number))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}

/// Reads one expression; operators bind as in Swift, where a shift binds closest.
private struct Reader {
    var tokens: [String]
    let type: String
    let constants: [String: String]

    private mutating func take(_ token: String) -> Bool {
        guard tokens.first == token else { return false }
        tokens.removeFirst()
        return true
    }

    mutating func range() -> LimitValue? {
        guard let first = sum() else { return nil }
        guard take("...") else { return first }
        return sum().map { .several([first, $0], with: " to ") }
    }

    private mutating func sum() -> LimitValue? {
        binary(["+": { $0 + $1 }, "-": { $0 - $1 }]) { $0.product() }
    }

    private mutating func product() -> LimitValue? {
        binary(["*": { $0 * $1 }, "/": { ($0 / $1).rounded(.down) }]) { $0.shift() }
    }

    private mutating func shift() -> LimitValue? {
        binary(["<<": { $0 * Double(1 << Int($1)) }]) { $0.single() }
    }

    private mutating func binary(
        _ operations: [String: (Double, Double) -> Double], _ next: (inout Reader) -> LimitValue?
    ) -> LimitValue? {
        guard var left = next(&self) else { return nil }
        while let sign = tokens.first, let operation = operations[sign] {
            tokens.removeFirst()
            guard case .number(let first) = left, case .number(let second)? = next(&self) else {
                return nil
            }
            left = .number(operation(first, second))
        }
        return left
    }

    private mutating func single() -> LimitValue? {
        guard !tokens.isEmpty else { return nil }
        let token = tokens.removeFirst()
        if token == "(" { return list(until: ")", with: " to ") }
        if token == "[" { return list(until: "]", with: ", ") }
        if let number = Double(token.filter { $0 != "_" }) { return .number(number) }
        if token == "Int" || token == "Double", take("(") {
            guard let value = sum(), take(")") else { return nil }
            return value
        }
        let word = token.split(separator: ".").last.map(String.init) ?? ""
        if word == "zero" { return .milliseconds(0) }
        if let size = ["seconds": 1000.0, "milliseconds": 1][word], take("(") {
            guard case .number(let number)? = sum(), take(")") else { return nil }
            return .milliseconds(number * size)
        }
        let name = token.contains(".") ? token : "\(type).\(token)"
        let owner = name.split(separator: ".").dropLast().joined(separator: ".")
        return constants[name].flatMap { LimitValue($0, in: owner, knowing: constants) }
    }

    private mutating func list(until end: String, with word: String) -> LimitValue? {
        var values: [LimitValue] = []
        while !take(end) {
            guard let value = range() else { return nil }
            values.append(value)
            _ = take(",")
        }
        return values.count == 1 ? values[0] : .several(values, with: word)
    }
}
