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
            "The media type, such as `image/jpeg`.")
        fields.member("size", &size, "Its size in bytes.")
        fields.member("here", &here, "The number of them that are here.")
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
        fields.member("title", &title, "The title of a page that was just put in.")
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
