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
            "node", "The node itself: how it is, what it is set to, what happens.",
            [Routes.node, Routes.settings]),
        Room(
            "bookmarks", "Links, and saved copies of their pages.",
            [Routes.bookmarks, Routes.snapshots]),
        Room("things", "Things of every kind.", [Routes.things]),
        Room(
            "wardrobe", "Garments, outfits and closets.",
            [Routes.garments, Routes.outfits, Routes.closets]),
        Room("places", "Places, and clips of them.", [Routes.places, Routes.clips]),
        Room("highlights", "Marked passages of pages.", [Routes.highlights]),
        Room(
            "objects", "What is known of one thing: its page, its history, who may see it.",
            [Routes.objects]),
        Room("reactions", "Likes, comments and reports.", [Routes.reactions]),
        Room("tags", "Tags, and what may be typed on in a search.", [Routes.tags]),
        Room("order", "Duplicates, and rules that put tags on.", [Routes.order]),
        Room("collections", "Collections, filled by hand or by a search.", [Routes.collections]),
        Room("sharing", "Who sees what.", [Routes.sharing]),
        Room(
            "people", "Friends, whoever asks to be one, and short codes to meet.",
            [Routes.people, Routes.codes]),
        Room("groups", "Groups, their members, and invitations.", [Routes.groups]),
        Room(
            "devices", "Devices of one person, and links to other nodes.",
            [Routes.devices, Routes.links]),
        Room("attention", "What one follows and mutes, and what others have.", [Routes.attention]),
        Room(
            "carriage", "Changes that travel in files, directories and mailboxes.",
            [Routes.bundles]),
        Room("transfer", "Files of bookmarks that come in and go out.", [Routes.transfer]),
        Room("files", "Photos, films and saved pages.", [Routes.blobs]),
        Room("acts", "Commands that can be undone.", [Routes.acts]),
        Room("feeds", "Searches as feeds for a feed reader.", [Routes.feeds]),
        Room(
            "pinboard", "The interface of Pinboard, version 1, for its clients.",
            [Routes.pinboard]),
        Room("saving", "The form that a bookmark in the browser opens.", [Routes.saving]),
    ]
}
