import CRDT
package import Domain

/// A file that a thing has, and how much of it is here.
package struct BlobJSON: JSONShape {
    package var name = ""
    package var type = ""
    package var size = 0
    package var here = 0
    package var wanted = false
    package var things: [String] = []
    package var thumbnail: String?
    package var photo: String?
    package var title: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "name", &name, as: .key,
            "The name by which its bytes are asked for, 52 characters of base 32.")
        fields.member(
            "type", &type, as: .words(MediaType.self),
            "What it is, such as `image/jpeg`.")
        fields.member("size", &size, "How many bytes it has.")
        fields.member("here", &here, "How many of them are here.")
        fields.member("wanted", &wanted, "It is being got, or will be.")
        fields.member(
            "things", &things, as: .list(.id),
            "Ids of things that have it, the first of them.")
        fields.member(
            "thumbnail", &thumbnail, as: .key,
            "The name of its thumbnail; absent if it has none.")
        fields.member(
            "photo", &photo,
            "The reference that a thing takes; only where it was just put in.")
        fields.member("title", &title, "What a page that was just put in calls itself.")
    }

    /// A file as it stands here.
    package init(_ state: BlobState) {
        name = state.reference.nameText
        type = state.reference.type.rawValue
        size = state.reference.size
        here = state.bytesHere
        wanted = state.isWanted
        things = state.things.map(\.text)
        thumbnail = state.reference.thumbnailReference?.nameText
    }

    /// One that was just put in; a page with its title.
    package init(kept reference: BlobReference, title: String = "") {
        self.init(BlobState(reference: reference, bytesHere: reference.size, isWanted: false))
        photo = reference.text
        self.title = title.isEmpty ? nil : title
    }
}
