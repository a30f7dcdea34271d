import Domain

extension Schemas {
    static let wardrobe: [ObjectSchema] = [
        ObjectSchema(LayerJSON.self),
        ObjectSchema(ClosetThingJSON.self),
        ObjectSchema(PartJSON.self),
        ArrangeOutfit.bodySchema,
        ObjectSchema(LayoutChangeJSON.self),
        WearOutfit.bodySchema,
        CloneThing<Outfits>.bodySchema,
        FillCloset.bodySchema,
        ObjectSchema(AdviceJSON.self),
        ObjectSchema(AdviceJSON.Piece.self),
        ObjectSchema(ClosetStatsJSON.self),
        ObjectSchema(ClosetStatsJSON.WorthJSON.self),
    ]
}
