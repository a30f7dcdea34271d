/// A command about outfits and closets other than adding and editing them.
package enum WardrobeCommand: Equatable, Sendable {
    /// Add an outfit or a closet with these things in it.
    case keep(
        BookmarkDraft, of: [Reference], to: Audience?, AnswerType<AdditionReport> = AnswerType())
    /// Change the layers of an outfit, all changes or none.
    case arrange(Reference, [LayoutChange], AnswerType<Bookmark> = AnswerType())
    /// Add things to a closet, and remove things from it.
    case fill(Reference, add: [Reference], remove: [Reference], AnswerType<Bookmark> = AnswerType())
    /// Record a day on which a garment was worn, or an outfit with the own garments in it; or remove that record.
    case wear(Reference, on: String, isTakenBack: Bool, AnswerType<Bookmark> = AnswerType())
    /// Add one's own copy of a visible garment or outfit: an outfit is copied with its visible garments, which keep
    /// their authors.
    case clone(Reference, name: String?, to: Audience?, AnswerType<AdditionReport> = AnswerType())
}

/// A change to the layers of an outfit.
package enum LayoutChange: Equatable, Sendable {
    /// Adds a garment, or moves it if it is there; `isAgain` adds it a second time. The text is the name of a layer, or
    /// names a garment as `Reference` does.
    case put(String, PoseChange, isAgain: Bool)
    /// Removes a layer, or all layers of a garment.
    case take(String)
    /// Removes all layers.
    case clear
}

/// A query about the own wardrobe.
package enum WardrobeQuery: Equatable, Sendable {
    /// A suggestion of garments that go together.
    case suggest(OutfitWish, AnswerType<OutfitAdvice> = AnswerType())
    /// Statistics of the garments in a closet; nil for all own garments.
    case stats(Reference?, AnswerType<ClosetStats> = AnswerType())
}

/// The occasion, season and day that a person wants an outfit for.
package struct OutfitWish: Equatable, Sendable {
    /// An occasion such as `work`; nil for any.
    package var occasion: String?
    /// One of `Garment.seasons`; nil for any.
    package var season: String?
    /// The day on which it is to be worn: `2026-01-31`.
    package var day: String

    /// Creates a wish for `day`.
    package init(occasion: String? = nil, season: String? = nil, day: String) {
        self.occasion = occasion
        self.season = season
        self.day = day
    }

    /// The wish in canonical form, or what is wrong with it.
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
