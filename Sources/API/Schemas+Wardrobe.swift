import Domain

extension Schemas {
    static let wardrobe: [ObjectSchema] = [
        ObjectSchema("Outfit", of: shown(.outfit)), ObjectSchema("Closet", of: shown(.closet)),
        ObjectSchema("NewOutfit", of: new(.outfit) + [contents("Ids of garments that lie in it.")]),
        ObjectSchema("NewCloset", of: new(.closet) + [contents("Ids of what hangs in it.")]),
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

    private static func contents(_ about: String) -> Member {
        Member(name: "things", schema: .list(.string), isRequired: false, about: about)
    }
}
