import CRDT
package import Domain
import Primitives

/// A file that a thing has, and how much of it is here.
package struct BlobJSON: Codable, Equatable, Sendable {
    /// By which its bytes are asked for, 52 characters of base 32.
    package var name: String
    /// As browsers call what it is: `image/jpeg`.
    package var type: String
    package var size: Int
    /// Bytes of it that are here.
    package var here: Int
    /// It is being got, or will be when somebody who has it is met.
    package var wanted: Bool
    /// Ids of things that have it, the first of them.
    package var things: [String]
    /// The name of its thumbnail, a file of its own; absent if it has none.
    package var thumbnail: String?
    /// What to put among the photos of a thing, or the saved copies of a link; of one that was just put
    /// in.
    package var photo: String?
    /// What a page that was just put in calls itself; absent if it does not, and of other files.
    package var title: String?

    private enum CodingKeys: String, CodingKey {
        case name, type, size, here, wanted, things, thumbnail, photo, title
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
package struct BlobStepJSON: Codable, Equatable, Sendable {
    /// Of a file that is being put in: its number.
    package var draft: Int64?
    /// Of bytes that were read: where they begin, and how many there are.
    package var start: Int?
    package var count: Int?
}

extension JSONText {
    static func encode(_ answer: BlobAnswer) throws(ProblemJSON) -> [UInt8] {
        switch answer {
        case .draft(let draft): return try encode(BlobStepJSON(draft: draft.number))
        case .kept(let reference): return try encode(BlobJSON(kept: reference))
        case .state(let state): return try encode(BlobJSON(state))
        case .states(let states): return try encode(PageJSON(items: states.map(BlobJSON.init)))
        case .page(let states, let last):
            return try encode(
                PageJSON(
                    items: states.map(BlobJSON.init),
                    nextCursor: last.map { Base32.encode($0.bytes) }))
        case .part(let part):
            return try encode(BlobStepJSON(start: part.start, count: part.bytes.count))
        }
    }
}
