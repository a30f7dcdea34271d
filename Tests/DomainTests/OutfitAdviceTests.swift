import Domain
import Primitives
import Testing

/// Tests which garments go together, and why.
@Suite struct OutfitAdviceTests {
    private static func piece(
        _ number: Int, _ category: String, _ details: Detail..., tags: [String] = [],
        of author: Author = WardrobeSamples.me
    ) -> Bookmark {
        WardrobeSamples.garment(
            number, "\(category) \(number)", [Detail(.category, ["clothes/\(category)"])] + details,
            tags: tags, of: author)
    }

    private static func advice(
        _ garments: [Bookmark], occasion: String? = nil, season: String? = nil
    ) -> OutfitAdvice {
        OutfitAdvice(
            for: OutfitWish(occasion: occasion, season: season, day: "2026-06-15"), of: garments)
    }

    @Test(arguments: [
        ("clothes/shirts", "x", GarmentSlot.top), ("Shoes/Sneakers", "x", .shoes),
        ("clothes", "My winter coat", .outer), ("", "Jeans", .bottom), ("", "thing", .other),
        ("summer/dress", "shirt", .dress), ("accessories/hats", "", .hat), ("", "T-Shirt", .top),
    ])
    func `a garment's slot comes from its category, else from its name`(
        category: String, name: String, slot: GarmentSlot
    ) {
        let details = category.isEmpty ? [] : [Detail(.category, [category])]

        #expect(GarmentSlot(WardrobeSamples.garment(1, name, details)) == slot)
    }

    @Test func `one of each is taken, from head to feet, and each has its reasons`() {
        let advice = Self.advice([
            Self.piece(1, "shoes"), Self.piece(2, "jeans"), Self.piece(3, "shirts"),
            Self.piece(4, "shirts", Detail(.worn, ["2026-06-14"])),
        ])

        #expect(advice.pieces.map(\.slot) == [.top, .bottom, .shoes])
        #expect(advice.pieces.map(\.garment.title) == ["shirts 3", "jeans 2", "shoes 1"])
        #expect(advice.pieces.allSatisfy { !$0.reasons.isEmpty })
        #expect(advice.lacking.isEmpty)
    }

    @Test func `the occasion weighs more than anything else`() {
        let advice = Self.advice(
            [
                Self.piece(1, "shirts"), Self.piece(2, "shirts", Detail(.style, ["Work"])),
                Self.piece(3, "jeans", tags: ["work"]), Self.piece(4, "jeans"),
            ], occasion: "work")

        #expect(advice.pieces.map(\.garment.title) == ["shirts 2", "jeans 3"])
        #expect(advice.pieces[0].reasons.first == "is for work")
        #expect(advice.lacking == [.shoes])
    }

    @Test func `garments in the wash, gone or of another season are not suggested`() {
        let advice = Self.advice(
            [
                Self.piece(1, "shirts", Detail(.state, ["wash"])),
                Self.piece(2, "jeans", Detail(.season, ["winter"])),
                Self.piece(3, "shoes", Detail(.state, ["gone"])),
            ], season: "summer")

        #expect(advice.pieces.isEmpty)
        #expect(advice.lacking == [.top, .bottom, .shoes])
    }

    @Test func `in the cold a coat comes with it`() {
        let coat = Self.piece(1, "coats", Detail(.season, ["winter"]))

        #expect(Self.advice([coat], season: "winter").pieces.map(\.slot) == [.outer])
        #expect(Self.advice([coat], season: "summer").pieces.isEmpty)
        #expect(Self.advice([], season: "autumn").lacking.contains(.outer))
    }

    @Test func `a dress makes up for two`() {
        let dress = Self.piece(1, "dress", Detail(.style, ["party"]))
        let two = [Self.piece(2, "shirts"), Self.piece(3, "skirts")]

        #expect(Self.advice([dress] + two, occasion: "party").pieces.map(\.slot) == [.dress])
        #expect(Self.advice([dress] + two, occasion: "work").pieces.map(\.slot) == [.top, .bottom])
        #expect(Self.advice([dress, two[0]]).pieces.map(\.slot) == [.dress])
    }

    @Test func `own garments come before those of a friend`() {
        let advice = Self.advice([
            Self.piece(1, "shirts", of: WardrobeSamples.ben), Self.piece(2, "shirts"),
            Self.piece(3, "shoes", of: WardrobeSamples.ben),
        ])

        #expect(advice.pieces.map(\.garment.title) == ["shirts 2", "shoes 3"])
        #expect(advice.pieces[1].reasons.contains("belongs to ben"))
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `the same garments give the same advice in any order`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let kinds = ["shirts", "jeans", "shoes", "dress", "coats", "hats", "things"]
        let garments = (1...30).map { number in
            Self.piece(
                number, kinds[dice.roll(below: kinds.count)],
                Detail(.color, [["red", "navy", "white"][dice.roll(below: 3)]]),
                Detail(.style, [["work", "casual"][dice.roll(below: 2)]]))
        }

        let advice = Self.advice(garments, occasion: "work", season: "winter")

        #expect(Self.advice(dice.shuffle(garments), occasion: "work", season: "winter") == advice)
        #expect(Set(advice.pieces.map(\.slot)).count == advice.pieces.count)
    }

    @Test func `a wish is checked before anything is looked for`() {
        let wishes = [
            OutfitWish(season: "monsoon", day: "2026-01-01"), OutfitWish(day: "tomorrow"),
            OutfitWish(occasion: " ", day: "2026-01-01"),
        ]

        for wish in wishes {
            guard case .failure(let problem) = wish.checked else {
                Issue.record("taken: \(wish)")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
        let kept = OutfitWish(occasion: " Night  out ", season: "Winter", day: "2026-01-01").checked
        #expect(
            kept == .success(OutfitWish(occasion: "Night out", season: "winter", day: "2026-01-01"))
        )
    }
}
