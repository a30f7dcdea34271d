import Domain

extension Schemas {
    static let wardrobe: [ObjectSchema] = [
        ObjectSchema("Outfit", of: shown(.outfit)), ObjectSchema("Closet", of: shown(.closet)),
        ObjectSchema("NewOutfit", of: new(.outfit) + contents),
        ObjectSchema("NewCloset", of: new(.closet) + contents),
        ObjectSchema("EditOutfit", of: edit(.outfit)),
        ObjectSchema("EditCloset", of: edit(.closet)),
        ObjectSchema(
            "Layer",
            [
                "layer": .string, "garment": .string, "x": place, "y": place, "scale": .fraction,
                "rotation": .integer(Canvas.turnRange), "z": .count, "thing?": .named("Part"),
            ]),
        ObjectSchema("ClosetThing", ["reference": .string, "thing?": .named("Part")]),
        ObjectSchema(
            "Part",
            [
                "id": .id, "short_id": .string,
                "type": .word(Kind.allCases.map(\.word)), "name": .string, "category?": .string,
                "colors": .list(.string), "author": .named("Author"), "trashed": .boolean,
            ]),
        ObjectSchema("Layout", ["changes": .list(.named("LayoutChange"))]),
        ObjectSchema(
            "LayoutChange",
            [
                "put?": .string, "take?": .string, "clear?": .boolean, "x?": place, "y?": place,
                "scale?": .fraction, "rotation?": .integer(Canvas.turnRange),
                "z?": .integer(1...Int.max), "again?": .boolean,
            ]),
        ObjectSchema("Wear", ["day": .string, "remove?": .boolean]),
        ObjectSchema("Clone", ["name?": .string, "audience?": Routes.audience]),
        ObjectSchema("Fill", ["add?": .list(.string), "remove?": .list(.string)]),
        ObjectSchema(
            "Advice",
            [
                "pieces": .list(.named("AdvisedPiece")),
                "lacking": .list(.word(GarmentSlot.allCases.map(\.rawValue))),
            ]),
        ObjectSchema(
            "AdvisedPiece",
            [
                "slot": .word(GarmentSlot.allCases.map(\.rawValue)), "thing": .named("Part"),
                "reasons": .list(.string),
            ]),
        ObjectSchema(
            "ClosetStats",
            [
                "garments": .count, "of_others": .count, "hidden": .count, "unpriced": .count,
                "value": .list(.string), "best": .list(.named("Worth")),
                "worst": .list(.named("Worth")), "never_worn": .list(.named("Part")),
                "never_worn_count": .count,
            ]),
        ObjectSchema(
            "Worth", ["thing": .named("Part"), "cost_per_wear": .string, "days": .count]),
    ]

    private static let place = Schema.integer(Canvas.placeRange)

    private static let contents = [
        Member(name: "things", schema: .list(.string), isRequired: false)
    ]
}
