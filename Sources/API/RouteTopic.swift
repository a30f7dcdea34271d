/// Routes that belong together: what OpenAPI calls a tag.
package struct RouteTopic: Equatable, Sendable {
    package let name: String
    /// Their subject, in a sentence.
    package let about: String
    package let routes: [Route]

    private init(_ name: String, _ about: String, _ endpoints: [any ServedEndpoint.Type]) {
        self.name = name
        self.about = about
        routes = endpoints.map { $0.line }
    }

    /// Every one, in the order of OpenAPI.
    static let all: [RouteTopic] = [
        RouteTopic(
            "node", "The node itself: status, settings and events.",
            Endpoints.node + Endpoints.settings),
        RouteTopic(
            "bookmarks", "Links, and saved copies of their pages.",
            Endpoints.bookmarks + Endpoints.snapshots),
        RouteTopic("things", "Things of every kind.", Endpoints.things),
        RouteTopic(
            "wardrobe", "Garments, outfits and closets.",
            Endpoints.named(Garments.self) + Endpoints.named(Outfits.self) + Endpoints.outfits
                + Endpoints.named(Closets.self) + Endpoints.closets),
        RouteTopic(
            "places", "Places, and clips of them.",
            Endpoints.named(Places.self) + [ShowReel.self] + Endpoints.named(Clips.self)),
        RouteTopic(
            "highlights", "Highlighted passages of pages.", Endpoints.named(Highlights.self)),
        RouteTopic(
            "papers", "Papers, with what a bibliography says of them.", Endpoints.named(Papers.self)
        ),
        RouteTopic(
            "objects", "One thing: its page, history and visibility.",
            Endpoints.objects),
        RouteTopic("reactions", "Likes, comments and reports.", Endpoints.reactions),
        RouteTopic("tags", "Tags, and completions for searches.", Endpoints.tags),
        RouteTopic("order", "Duplicates, and rules that add tags.", Endpoints.order),
        RouteTopic(
            "collections", "Collections, filled by hand or by a search.", Endpoints.collections),
        RouteTopic("sharing", "Sharing and audiences.", Endpoints.sharing),
        RouteTopic(
            "people", "Friends, friend requests, and short codes.",
            Endpoints.people + Endpoints.codes),
        RouteTopic("groups", "Groups, their members, and invitations.", Endpoints.groups),
        RouteTopic(
            "devices", "Devices of one person, and links to other nodes.",
            Endpoints.devices + Endpoints.links),
        RouteTopic(
            "attention", "Follows and mutes, and the things others share.", Endpoints.attention),
        RouteTopic(
            "carriage", "Sync through files, directories and mailboxes.",
            Endpoints.bundles),
        RouteTopic("transfer", "Import and export of bookmarks.", Endpoints.transfer),
        RouteTopic("files", "Photos, films and saved pages.", Endpoints.blobs),
        RouteTopic("acts", "Undo and redo.", Endpoints.acts),
        RouteTopic("feeds", "Searches as feeds for a feed reader.", Endpoints.feeds),
        RouteTopic(
            "pinboard", "The interface of Pinboard, version 1, for its clients.",
            Endpoints.pinboard),
        RouteTopic(
            "browsers", "The page that the node serves: codes, sessions and tickets.",
            Endpoints.browsers),
        RouteTopic("saving", "The form that the bookmarklet opens.", Endpoints.saving),
    ]
}
