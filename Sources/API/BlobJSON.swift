import CRDT
package import Domain
import Primitives

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

/// A file that is being put in, or bytes of one, which travel as they are and not in JSON.
package struct BlobStepJSON: JSONShape {
    /// The number of a file that is being put in.
    package var draft: Int?
    /// Where bytes that were read begin.
    package var start: Int?
    /// How many bytes were read.
    package var count: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("draft", &draft)
        fields.member("start", &start)
        fields.member("count", &count)
    }

    init(draft: Int? = nil, start: Int? = nil, count: Int? = nil) {
        (self.draft, self.start, self.count) = (draft, start, count)
    }
}

extension JSONText {
    static func encode(_ answer: BlobAnswer) throws(ProblemJSON) -> [UInt8] {
        switch answer {
        case .draft(let draft): return encode(BlobStepJSON(draft: Int(draft.number)))
        case .kept(let reference): return encode(BlobJSON(kept: reference))
        case .state(let state): return encode(BlobJSON(state))
        case .states(let states): return encode(PageJSON(items: states.map(BlobJSON.init)))
        case .page(let states, let last):
            return encode(
                PageJSON(
                    items: states.map(BlobJSON.init),
                    nextCursor: last.map { Base32.encode($0.bytes) }))
        case .part(let part):
            return encode(BlobStepJSON(start: part.start, count: part.bytes.count))
        }
    }
}
