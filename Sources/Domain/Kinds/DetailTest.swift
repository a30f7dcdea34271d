/// A condition on a detail in a search. Its texts are already folded (`DetailValue.folded`).
package enum DetailTest: Hashable, Sendable {
    /// One of the values equals this.
    case equals(String)
    /// One of the values is this path, or below it.
    case within(String)
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
                if form.value == .seconds {
                    return form.value.amount($0).map { bound.holds($0, edge) } ?? false
                }
                guard case .success(let price) = Price.parse($0) else { return false }
                return bound.holds(price.thousandths, edge)
                    && (currency == nil || price.currency == currency)
            }
        case .count(let bound, let edge): return bound.holds(Int64(values.count), edge)
        }
    }
}

extension DetailName {
    /// The form of its values, the same in every kind that has it.
    package var value: DetailValue { form.value }

    /// Whether it has several values at a time, in every kind that has it.
    package var isList: Bool { form.isList }

    private var form: DetailForm {
        for kind in Kind.allCases {
            if let form = kind.form(of: self) { return form }
        }
        preconditionFailure("a detail that no kind has")
    }

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
        case .day, .photo, .page:
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
        case .place: return .equals(try name(value))
        case .mark, .reference, .position, .hours, .film:
            throw .search(
                "\(word): cannot be searched", column: value.column, fix: "try \(example)")
        case .text, .choice, .barcode, .theme:
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

    /// An example of its use in a search.
    package var example: String {
        switch self {
        case .category: return "category:clothes/shirts"
        case .brand: return "brand:(acme,\"blue fox\")"
        case .price: return "price:<=50EUR"
        case .barcode: return "barcode:4006381333931"
        case .state: return "state:wash"
        case .color: return "color:blue"
        case .wearer: return "for:women"
        case .fit: return "fit:38"
        case .fabric: return "fabric:wool"
        case .style: return "style:casual"
        case .season: return "season:winter"
        case .worn: return "worn:<3"
        case .photo: return "photo:0"
        case .occasion: return "occasion:work"
        case .layers: return "type:outfit"
        case .things: return "type:closet"
        case .prefix: return "prefix:\"as was said\""
        case .suffix: return "suffix:\"and so on\""
        case .categories: return "category:food/cafe"
        case .position: return "near:52.52,13.405,5"
        case .address: return "type:place street"
        case .hours: return "type:place"
        case .contact: return "type:place"
        case .place: return "place:\"Corner Shop\""
        case .film: return "type:clip"
        case .duration: return "duration:<=10"
        case .theme: return "theme:opening"
        case .thumbnail: return "thumbnail:1"
        case .snapshot: return "snapshot:>0"
        }
    }

    /// A short explanation of a search by it, for the help text.
    package var meaning: String {
        switch self {
        case .category: return "has this category or one below it"
        case .brand: return "has this brand"
        case .price: return "costs this, or < <= > >= this; in any currency if none is given"
        case .barcode: return "has this barcode"
        case .state: return Garment.states.joined(separator: ", ")
        case .color: return "has this color"
        case .wearer: return "is made for: " + Garment.wearers.joined(separator: ", ")
        case .fit: return "has this size on its label"
        case .fabric: return "is made of this fabric"
        case .style: return "has this style"
        case .season: return Garment.seasons.joined(separator: ", ")
        case .worn: return "was worn on this many days: 0, <3, >=10"
        case .photo: return "has this many photos: 0, >0"
        case .occasion: return "is for this occasion"
        case .layers: return "the garments of an outfit"
        case .things: return "the garments in a closet"
        case .prefix: return "the text before a marked passage"
        case .suffix: return "the text after a marked passage"
        case .categories: return "what kind of place it is; category: finds it, too"
        case .position: return "where a place is"
        case .address: return "how to get to a place"
        case .hours: return "when a place is open"
        case .contact: return "how to reach a place"
        case .place: return "is sold at a place with this name, or was filmed there"
        case .film: return "the video of a clip"
        case .duration: return "lasts this many seconds, or < <= > >="
        case .theme: return "is a clip with this theme"
        case .thumbnail: return "has a thumbnail of its page: 1, or 0"
        case .snapshot: return "has this many saved copies of its page: 0, >0"
        }
    }
}
