/// The things that a person wants recommended.
package struct RecommendationWish: Equatable, Sendable {
    /// The kinds of things that can be recommended.
    package static let kinds = Kind.having(.recommended)

    /// One of `kinds`; nil for all of them.
    package var kind: Kind?
    /// One of `Garment.seasons`; nil for any.
    package var season: String?
    /// An occasion such as `work`; nil for any.
    package var occasion: String?
    /// The maximum number of results, 1...`Limits.pageMax`.
    package var limit: Int

    /// Creates a wish.
    package init(
        kind: Kind? = nil, season: String? = nil, occasion: String? = nil, limit: Int = 10
    ) {
        self.kind = kind
        self.season = season
        self.occasion = occasion
        self.limit = limit
    }

    /// The wish in canonical form, or what is wrong with it.
    package var checked: Result<RecommendationWish, Problem> {
        do throws(Problem) {
            var kept = self
            if let kind, !Self.kinds.contains(kind) {
                throw Problem(
                    .invalidValue, "\(kind.word)s cannot be recommended",
                    fix: "use " + Self.kinds.map(\.word).joined(separator: " or "))
            }
            guard (1...Limits.pageMax).contains(limit) else {
                throw Problem(
                    .invalidValue, "the limit is 1 to \(Limits.pageMax), not \(limit)",
                    fix: "ask for fewer")
            }
            kept.season = try season.map { (text) throws(Problem) in
                try DetailValue.choice(Garment.seasons).canonical(text, of: "season").get()
            }
            kept.occasion = try occasion.map { (text) throws(Problem) in
                try DetailValue.text.canonical(text, of: "occasion").get()
            }
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }
}

/// A thing that a person may like, with the reasons.
///
/// - Law: the same things give the same recommendations, whatever their order (`RecommendationTests`).
package struct Recommendation: Equatable, Sendable {
    /// The thing, which includes its author.
    package var thing: Bookmark
    /// The score, higher is better; above 0.
    package var score: Int
    /// A few words each, the most important first, at most `reasonsMax`.
    package var reasons: [String]

    /// Creates a value from all fields, in declaration order.
    package init(thing: Bookmark, score: Int, reasons: [String]) {
        self.thing = thing
        self.score = score
        self.reasons = reasons
    }

    /// The maximum number of reasons given for one thing.
    package static let reasonsMax = 3

    /// Returns the matching `candidates`, best first: things with a tag, color, season, occasion, style, category or
    /// brand that is liked more often than disliked, or that fit the wish.
    ///
    /// - Parameter wish: a checked wish (`RecommendationWish.checked`).
    /// - Parameter judged: the things liked or disliked (`reactions.own`).
    package static func of(
        _ candidates: [Bookmark], judged: [Bookmark], for wish: RecommendationWish
    ) -> [Recommendation] {
        let taste = Taste(judged)
        return
            candidates.compactMap { thing in
                guard fits(thing, wish) else { return nil }
                let reasons = taste.reasons(for: thing) + wishes(thing, wish)
                let score = reasons.reduce(0) { $0 + $1.score }
                guard score > 0 else { return nil }
                let told = reasons.filter { $0.score > 0 }
                    .sorted { ($1.score, $0.text) < ($0.score, $1.text) }
                return Recommendation(
                    thing: thing, score: score,
                    reasons: told.prefix(reasonsMax).map(\.text))
            }
            .sorted { left, right in
                if left.score != right.score { return left.score > right.score }
                if left.thing.id != right.thing.id { return left.thing.id > right.thing.id }
                return left.thing.author.person < right.thing.author.person
            }
    }

    // Things for another season are excluded; things without a season stay.
    private static func fits(_ thing: Bookmark, _ wish: RecommendationWish) -> Bool {
        guard !thing.isTrashed, thing.reactions.own == nil,
            RecommendationWish.kinds.contains(thing.kind)
        else { return false }
        if let kind = wish.kind, thing.kind != kind { return false }
        let seasons = thing.details[.season]
        guard let season = wish.season, !seasons.isEmpty else { return true }
        return seasons.contains(season)
    }

    private static func wishes(_ thing: Bookmark, _ wish: RecommendationWish) -> [Reason] {
        var reasons: [Reason] = []
        if let season = wish.season, thing.details[.season].contains(season) {
            reasons.append(Reason(score: 4, text: "is for \(season)"))
        }
        if let occasion = wish.occasion {
            let wanted = SearchText.folded(occasion)
            let texts = thing.details[.occasion] + thing.details[.style] + thing.tags
            if texts.contains(where: { SearchText.folded($0) == wanted }) {
                reasons.append(Reason(score: 6, text: "is for \(occasion)"))
            }
        }
        return reasons
    }

    fileprivate struct Reason {
        let score: Int
        let text: String
    }
}

/// A person's likes and dislikes, by features of things.
private struct Taste {
    /// Likes minus dislikes, by feature.
    private var weights: [Feature: Int] = [:]

    init(_ judged: [Bookmark]) {
        for thing in judged {
            guard let reaction = thing.reactions.own else { continue }
            for feature in Feature.all(of: thing) {
                weights[feature.key, default: 0] += reaction == .like ? 1 : -1
            }
        }
    }

    // The maximum weight of a feature, so that one tag does not dominate the rest.
    private static let weightMax = 5

    func reasons(for thing: Bookmark) -> [Recommendation.Reason] {
        Feature.all(of: thing).compactMap { feature in
            guard let weight = weights[feature.key], weight != 0 else { return nil }
            let bound = max(-Self.weightMax, min(Self.weightMax, weight))
            return Recommendation.Reason(
                score: bound * feature.key.name.importance, text: feature.told)
        }
    }

    struct Feature: Hashable {
        let name: Name
        /// The folded value.
        let value: String

        enum Name: Int, CaseIterable {
            case tag, category, color, style, season, occasion, brand

            var importance: Int {
                switch self {
                case .tag, .category, .style: return 3
                case .occasion, .brand: return 2
                case .color, .season: return 1
                }
            }
        }

        /// Returns each feature of a thing once, in the order of names and values; for an outfit, those of its garments
        /// as well.
        static func all(of thing: Bookmark) -> [(key: Feature, told: String)] {
            var features: [(key: Feature, told: String)] = []
            var seen: Set<Feature> = []
            for name in Name.allCases {
                for (value, folded) in values(name, of: thing) {
                    let key = Feature(name: name, value: folded)
                    guard seen.insert(key).inserted else { continue }
                    features.append((key, told(name, value)))
                }
            }
            return features
        }

        private static func values(
            _ name: Name, of thing: Bookmark
        ) -> [(value: String, folded: String)] {
            let things = [thing] + thing.parts.map(\.thing)
            return things.flatMap { thing -> [(value: String, folded: String)] in
                switch name {
                case .tag: return thing.tags.map { ($0, TagName.fold($0)) }
                case .category: return thing.details[.category].map { ($0, TagName.fold($0)) }
                case .color: return texts(thing.details[.color])
                case .style: return texts(thing.details[.style])
                case .season: return texts(thing.details[.season])
                case .occasion: return texts(thing.details[.occasion])
                case .brand: return texts(thing.details[.brand])
                }
            }
        }

        private static func texts(_ values: [String]) -> [(value: String, folded: String)] {
            values.map { ($0, SearchText.folded($0)) }
        }

        private static func told(_ name: Name, _ value: String) -> String {
            switch name {
            case .tag: return "you like #\(value)"
            case .category, .color, .style, .brand: return "you like \(value)"
            case .season: return "you like things for \(value)"
            case .occasion: return "you like things for \(value)"
            }
        }
    }
}
