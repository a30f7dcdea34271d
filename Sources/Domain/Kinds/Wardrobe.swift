/// What a person does with outfits and closets beside keeping and editing them.
package enum WardrobeCommand: Equatable, Sendable {
    /// Keep an outfit or a closet with these things in it.
    case keep(BookmarkDraft, of: [Reference], to: Audience?)
    /// Change what lies where in an outfit, all of it or nothing.
    case arrange(Reference, [LayoutChange])
    /// Put things into a closet, and take things out.
    case fill(Reference, add: [Reference], remove: [Reference])
    /// Note a day on which a garment was worn, or an outfit with one's own garments in it; or take it
    /// out again.
    case wear(Reference, on: String, isTakenBack: Bool)
    /// Keep one's own of a garment or an outfit that can be seen: of an outfit with those garments in
    /// it that can be seen, which stay whose they are.
    case clone(Reference, name: String?, to: Audience?)
}

/// What a person does to the layers of an outfit.
package enum LayoutChange: Equatable, Sendable {
    /// Lays a garment down, or moves it if it lies there; again even then, if `isAgain`. The text is
    /// the name of a layer, or names a garment as `Reference` does.
    case put(String, PoseChange, isAgain: Bool)
    /// Takes a layer off, or all those of a garment.
    case take(String)
    /// Takes all layers off.
    case clear
}

/// What a person asks about what he has to wear.
package enum WardrobeQuery: Equatable, Sendable {
    /// What goes together.
    case suggest(OutfitWish)
    /// What the garments in a closet are worth and how they are worn; nil: all of one's own.
    case stats(Reference?)
}

/// For what somebody looks for something to wear.
package struct OutfitWish: Equatable, Sendable {
    /// Such as `work`; nil for any.
    package var occasion: String?
    /// One of `Garment.seasons`; nil for any.
    package var season: String?
    /// The day for which it is: `2026-01-31`.
    package var day: String

    /// A wish for `day`.
    package init(occasion: String? = nil, season: String? = nil, day: String) {
        self.occasion = occasion
        self.season = season
        self.day = day
    }

    /// The wish in its one way of writing, or what is wrong with it.
    package var checked: Result<OutfitWish, Problem> {
        do throws(Problem) {
            var kept = self
            kept.occasion = try occasion.map { (text) throws(Problem) in
                try DetailValue.text.canonical(text, of: "occasion").get()
            }
            kept.season = try season.map { (text) throws(Problem) in
                try DetailValue.choice(Garment.seasons).canonical(text, of: "season").get()
            }
            kept.day = try DetailValue.day.canonical(day, of: "day").get()
            return .success(kept)
        } catch {
            return .failure(error)
        }
    }
}
