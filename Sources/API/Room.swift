/// Routes that belong together: what OpenAPI calls a tag.
package struct Room: Equatable, Sendable {
    package let name: String
    /// What they are about, in a sentence.
    package let about: String
    package let routes: [Route]

    private init(_ name: String, _ about: String, _ endpoints: [any ServedEndpoint.Type]) {
        self.name = name
        self.about = about
        routes = endpoints.map { $0.line }
    }

    /// Every one, in the order of OpenAPI.
    static let all: [Room] = [
        Room(
            "node", "The node itself: status, settings and events.",
            Endpoints.node + Endpoints.settings),
        Room(
            "bookmarks", "Links, and saved copies of their pages.",
            Endpoints.bookmarks + Endpoints.snapshots),
        Room("things", "Things of every kind.", Endpoints.things),
        Room(
            "wardrobe", "Garments, outfits and closets.",
            Endpoints.named(Garments.self) + Endpoints.named(Outfits.self) + Endpoints.outfits
                + Endpoints.named(Closets.self) + Endpoints.closets),
        Room(
            "places", "Places, and clips of them.",
            Endpoints.named(Places.self) + [ShowReel.self] + Endpoints.named(Clips.self)),
        Room("highlights", "Highlighted passages of pages.", Endpoints.named(Highlights.self)),
        Room(
            "papers", "Papers, with what a bibliography says of them.", Endpoints.named(Papers.self)
        ),
        Room(
            "objects", "One thing: its page, history and visibility.",
            Endpoints.objects),
        Room("reactions", "Likes, comments and reports.", Endpoints.reactions),
        Room("tags", "Tags, and completions for searches.", Endpoints.tags),
        Room("order", "Duplicates, and rules that add tags.", Endpoints.order),
        Room("collections", "Collections, filled by hand or by a search.", Endpoints.collections),
        Room("sharing", "Sharing and audiences.", Endpoints.sharing),
        Room(
            "people", "Friends, friend requests, and short codes.",
            Endpoints.people + Endpoints.codes),
        Room("groups", "Groups, their members, and invitations.", Endpoints.groups),
        Room(
            "devices", "Devices of one person, and links to other nodes.",
            Endpoints.devices + Endpoints.links),
        Room("attention", "What you follow and mute, and what others share.", Endpoints.attention),
        Room(
            "carriage", "Sync through files, directories and mailboxes.",
            Endpoints.bundles),
        Room("transfer", "Import and export of bookmarks.", Endpoints.transfer),
        Room("files", "Photos, films and saved pages.", Endpoints.blobs),
        Room("acts", "Undo and redo.", Endpoints.acts),
        Room("feeds", "Searches as feeds for a feed reader.", Endpoints.feeds),
        Room(
            "pinboard", "The interface of Pinboard, version 1, for its clients.",
            Endpoints.pinboard),
        Room("saving", "The form that the bookmarklet opens.", Endpoints.saving),
    ]
}
