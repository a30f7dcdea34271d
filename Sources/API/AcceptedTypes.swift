/// The media types that a client takes, and how much it likes each (RFC 9110, section 12.5.1).
package struct AcceptedTypes: Equatable, Sendable {
    /// One of the ranges: a type, all of one kind (`text/*`), or all.
    private struct Range: Equatable, Sendable {
        let type: Substring
        let weight: Double

        /// The closeness with which it names `type`: 3 the type itself, 2 its kind, 1 all; 0 if it does not.
        func closeness(to type: String) -> Int {
            if self.type == type { return 3 }
            if self.type == "*/*" { return 1 }
            guard self.type.hasSuffix("/*") else { return 0 }
            return type.hasPrefix(self.type.dropLast()) ? 2 : 0
        }
    }

    private let ranges: [Range]

    /// Reads the fields `Accept`. A range that cannot be read counts as not said; a parameter other than the weight is
    /// not looked at.
    package init(_ fields: [String]) {
        ranges = fields.flatMap { $0.lowercased().split(separator: ",") }.compactMap { text in
            let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let type = parts.first, type.contains("/") else { return nil }
            var weight = 1.0
            for part in parts.dropFirst() where part.hasPrefix("q=") {
                guard let said = Double(part.dropFirst(2)), (0...1).contains(said) else {
                    return nil
                }
                weight = said
            }
            return Range(type: Substring(type), weight: weight)
        }
    }

    /// The one of these that is liked most; of two that are liked alike the one named more closely, then the
    /// first.
    ///
    /// - Returns: the first as well if none is taken: an answer of another type beats none.
    package func best(of offers: [String]) -> String? {
        var best: (offer: String, weight: Double, closeness: Int)?
        for offer in offers {
            let found = ranges.map { (weight: $0.weight, closeness: $0.closeness(to: offer)) }
                .filter { $0.closeness > 0 }.max { $0.closeness < $1.closeness }
            guard let found, found.weight > 0 else { continue }
            if let best, (best.weight, best.closeness) >= (found.weight, found.closeness) {
                continue
            }
            best = (offer, found.weight, found.closeness)
        }
        return best?.offer ?? offers.first
    }
}
