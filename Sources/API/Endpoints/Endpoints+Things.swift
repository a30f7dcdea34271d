import Domain

// The endpoints of things, in the order of OpenAPI.
extension Endpoints {
    static let bookmarks: [any ServedEndpoint.Type] = [
        ListThings<Links>.self, AddLink.self, AddBatch.self, RemoveThings.self,
        CheckAddress.self, ShowThing<Links>.self, EditLink.self, RemoveThing<Links>.self,
    ]
    static let things: [any ServedEndpoint.Type] = [
        ListThings<Things>.self, ShowIndex.self, ShowThing<Things>.self, RemoveThing<Things>.self,
    ]
    /// The endpoints that only outfits have, and copies of garments.
    static let outfits: [any ServedEndpoint.Type] = [
        SuggestOutfit.self, ArrangeOutfit.self, WearOutfit.self, CloneThing<Outfits>.self,
        CloneThing<Garments>.self,
    ]
    /// The endpoints that only closets have.
    static let closets: [any ServedEndpoint.Type] = [
        FillCloset.self, ShowStats.self, ShowClosetStats.self,
    ]
    static let objects: [any ServedEndpoint.Type] = [
        ShowPage.self, ShowHistory.self, ShowVisibility.self,
    ]

    /// Those of a kind whose things have a name.
    static func named<Paths: KindPaths>(_ paths: Paths.Type) -> [any ServedEndpoint.Type] {
        [
            ListThings<Paths>.self, AddThing<Paths>.self, ShowThing<Paths>.self,
            EditThing<Paths>.self, RemoveThing<Paths>.self,
        ]
    }
}
