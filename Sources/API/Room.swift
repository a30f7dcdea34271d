/// Routes that belong together: what OpenAPI calls a tag.
package struct Room: Equatable, Sendable {
    package let name: String
    /// What they are about, in a sentence.
    package let about: String
    package let routes: [Route]

    private init(_ name: String, _ about: String, _ routes: [[Route]]) {
        self.name = name
        self.about = about
        self.routes = routes.flatMap { $0 }
    }

    /// Every one, in the order of OpenAPI.
    static let all: [Room] = [
        Room(
            "node", "The node itself: status, settings and events.",
            [Routes.node, Routes.settings]),
        Room(
            "bookmarks", "Links, and saved copies of their pages.",
            [Routes.bookmarks, Routes.snapshots]),
        Room("things", "Things of every kind.", [Routes.things]),
        Room(
            "wardrobe", "Garments, outfits and closets.",
            [Routes.named(Garments.self), Routes.outfits, Routes.closets]),
        Room("places", "Places, and clips of them.", [Routes.places, Routes.named(Clips.self)]),
        Room("highlights", "Highlighted passages of pages.", [Routes.named(Highlights.self)]),
        Room(
            "objects", "One thing: its page, history and visibility.",
            [Routes.objects]),
        Room("reactions", "Likes, comments and reports.", [Routes.reactions]),
        Room("tags", "Tags, and completions for searches.", [Routes.tags]),
        Room("order", "Duplicates, and rules that add tags.", [Routes.order]),
        Room("collections", "Collections, filled by hand or by a search.", [Routes.collections]),
        Room("sharing", "Sharing and audiences.", [Routes.sharing]),
        Room(
            "people", "Friends, friend requests, and short codes.",
            [Routes.people, Routes.codes]),
        Room("groups", "Groups, their members, and invitations.", [Routes.groups]),
        Room(
            "devices", "Devices of one person, and links to other nodes.",
            [Routes.devices, Routes.links]),
        Room("attention", "What you follow and mute, and what others share.", [Routes.attention]),
        Room(
            "carriage", "Sync through files, directories and mailboxes.",
            [Routes.bundles]),
        Room("transfer", "Import and export of bookmarks.", [Routes.transfer]),
        Room("files", "Photos, films and saved pages.", [Routes.blobs]),
        Room("acts", "Undo and redo.", [Routes.acts]),
        Room("feeds", "Searches as feeds for a feed reader.", [Routes.feeds]),
        Room(
            "pinboard", "The interface of Pinboard, version 1, for its clients.",
            [Routes.pinboard]),
        Room("saving", "The form that the bookmarklet opens.", [Routes.saving]),
    ]
}
