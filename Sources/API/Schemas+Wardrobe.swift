import Domain

extension Schemas {
    static let wardrobe: [ObjectSchema] = [
        ObjectSchema("Outfit", of: shown(.outfit)), ObjectSchema("Closet", of: shown(.closet)),
        ObjectSchema("NewOutfit", of: new(.outfit) + contents),
        ObjectSchema("NewCloset", of: new(.closet) + contents),
        ObjectSchema("EditOutfit", of: edit(.outfit)),
        ObjectSchema("EditCloset", of: edit(.closet)),
        ObjectSchema(LayerJSON.self),
        ObjectSchema(ClosetThingJSON.self),
        ObjectSchema(PartJSON.self),
        ObjectSchema(LayoutRequest.self),
        ObjectSchema(LayoutRequest.ChangeJSON.self),
        ObjectSchema(WearRequest.self),
        ObjectSchema(CloneRequest.self),
        ObjectSchema(FillRequest.self),
        ObjectSchema(AdviceJSON.self),
        ObjectSchema(AdviceJSON.Piece.self),
        ObjectSchema(ClosetStatsJSON.self),
        ObjectSchema(ClosetStatsJSON.WorthJSON.self),
    ]

    private static let contents = [
        Member(name: "things", schema: .list(.string), isRequired: false)
    ]
}
