import Primitives

/// A suggested outfit with reasons: one garment for each slot that needs one.
///
/// - Law: the same garments give the same advice, whatever their order (`OutfitAdviceTests`).
package struct OutfitAdvice: Equatable, Sendable {
    /// The garments, from head to feet.
    package var pieces: [Piece]
    /// The slots for which nothing fits.
    package var lacking: [GarmentSlot]

    /// One garment, and why it was chosen.
    package struct Piece: Equatable, Sendable {
        package var slot: GarmentSlot
        package var garment: Bookmark
        /// A few words each, the most important first.
        package var reasons: [String]
    }

    /// Chooses an outfit from `garments`.
    ///
    /// - Parameter wish: a checked wish (`OutfitWish.checked`).
    package init(for wish: OutfitWish, of garments: [Bookmark]) {
        let wearable = garments.filter { Self.isWearable($0, wish) }.sorted { $0.id < $1.id }
        pieces = []
        lacking = []
        func best(_ slot: GarmentSlot) -> (piece: Piece, score: Int)? {
            var found: (piece: Piece, score: Int)?
            for garment in wearable where GarmentSlot(garment) == slot {
                let weighed = Self.weigh(garment, wish, beside: pieces.map(\.garment))
                guard weighed.score > found?.score ?? .min else { continue }
                found = (
                    Piece(slot: slot, garment: garment, reasons: weighed.reasons), weighed.score
                )
            }
            return found
        }
        let dress = best(.dress)
        let (top, bottom) = (best(.top), best(.bottom))
        // A dress replaces top and bottom; it is chosen if it scores better than their average, or if one of them is
        // lacking.
        let isInTwo = dress.map { dress in
            guard let top, let bottom else { return false }
            return top.score + bottom.score >= 2 * dress.score
        }
        if let dress, isInTwo == false {
            pieces.append(dress.piece)
        } else {
            for slot in [GarmentSlot.top, .bottom] { take(best(slot)?.piece, slot) }
        }
        take(best(.shoes)?.piece, .shoes)
        let isCold = wish.season == "winter" || wish.season == "autumn"
        if isCold { take(best(.outer)?.piece, .outer) }
        for slot in [GarmentSlot.hat, .bag] {
            // These are optional, so only those that fit well are suggested.
            if let found = best(slot), found.score >= Self.worthAWord { pieces.append(found.piece) }
        }
        let order = GarmentSlot.allCases
        pieces.sort { left, right in
            (order.firstIndex(of: left.slot) ?? 0) < (order.firstIndex(of: right.slot) ?? 0)
        }
    }

    private mutating func take(_ piece: Piece?, _ slot: GarmentSlot) {
        guard let piece else {
            lacking.append(slot)
            return
        }
        pieces.append(piece)
    }

    private static let worthAWord = 5

    // Garments that are being washed, no longer available or for another season are not wearable.
    private static func isWearable(_ garment: Bookmark, _ wish: OutfitWish) -> Bool {
        guard garment.kind == .garment, !garment.isTrashed,
            ["", "clean"].contains(garment.details[.state].first ?? "")
        else { return false }
        let seasons = garment.details[.season]
        guard let season = wish.season, !seasons.isEmpty else { return true }
        return seasons.contains(season)
    }

    private static func weigh(
        _ garment: Bookmark, _ wish: OutfitWish, beside others: [Bookmark]
    ) -> (score: Int, reasons: [String]) {
        var reasons: [(score: Int, text: String)] = []
        if let occasion = wish.occasion {
            let wanted = SearchText.folded(occasion)
            let texts = (garment.details[.style] + garment.tags).map(SearchText.folded)
            if texts.contains(wanted) { reasons.append((6, "is for \(occasion)")) }
        }
        if let season = wish.season, garment.details[.season].contains(season) {
            reasons.append((4, "is for \(season)"))
        }
        if let other = others.first(where: { sharesStyle($0, garment) }) {
            reasons.append((3, "matches the style of \(other.title)"))
        }
        if let harmony = harmony(of: garment, with: others) { reasons.append(harmony) }
        reasons.append(contentsOf: wearing(garment, wish.day))
        if garment.author.isMe {
            reasons.append((2, "is yours"))
        } else {
            reasons.append((0, "belongs to \(garment.author.name)"))
        }
        if garment.details[.state].first == "clean" { reasons.append((1, "is clean")) }
        let told = reasons.enumerated().sorted { left, right in
            (right.element.score, left.offset) < (left.element.score, right.offset)
        }
        return (reasons.reduce(0) { $0 + $1.score }, told.map(\.element.text))
    }

    private static func sharesStyle(_ one: Bookmark, _ other: Bookmark) -> Bool {
        let styles = one.details[.style].map(SearchText.folded)
        return other.details[.style].contains { styles.contains(SearchText.folded($0)) }
    }

    // Returns a score for matching colors, or for colors that go with any; two bright ones together are a bold choice.
    private static func harmony(
        of garment: Bookmark, with others: [Bookmark]
    ) -> (score: Int, text: String)? {
        let colors = garment.details[.color]
        let known = colors.compactMap { ColorName($0) }
        guard !known.isEmpty, !others.isEmpty else { return nil }
        if known.allSatisfy(\.isNeutral) { return (2, "\(colors[0]) goes with everything") }
        let names = colors.map(SearchText.folded)
        for other in others {
            let shared = other.details[.color].first { names.contains(SearchText.folded($0)) }
            if let shared { return (3, "is \(shared) like \(other.title)") }
        }
        let isBold = others.contains { other in
            other.details[.color].compactMap { ColorName($0) }.contains { !$0.isNeutral }
        }
        return isBold ? (-2, "is a bold color next to the others") : nil
    }

    // The longer a garment was not worn, the higher its score. Other people's days of wear are unknown here.
    private static func wearing(
        _ garment: Bookmark, _ day: String
    ) -> [(score: Int, text: String)] {
        guard garment.author.isMe else { return [] }
        let worn = garment.details[.worn].filter { $0 <= day }
        guard let last = worn.max(), let then = SearchDay.start(of: last),
            let now = SearchDay.start(of: day)
        else { return [(2, "was never worn")] }
        let days = Int((now.milliseconds - min(then.milliseconds, now.milliseconds)) / 86_400_000)
        switch days {
        case 0: return [(-6, "is already worn that day")]
        case 1...2: return [(-4, "was worn \(Counted.words(days, "day")) earlier")]
        case 3...6: return []
        default: return [(min(days / 7, 4), "was not worn for \(Counted.words(days, "day"))")]
        }
    }
}
