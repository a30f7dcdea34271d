import API
import CRDT
import Domain
import Gateway
import Primitives

/// A node that takes files, and has one link.
actor SnapshotShelf {
    static let id = ObjectID(Bytes16(high: 1 << 60, low: 2))
    static let name = Bytes32(words: (1, 2, 3, 4))
    let page: [UInt8]
    let isKnown: Bool
    let isMine: Bool
    private(set) var isNamed = false
    private(set) var put: [UInt8] = []
    private(set) var largestSlice = 0
    private(set) var isDropped = false
    private(set) var isBegun = false
    private(set) var kept: [BookmarkDraft] = []
    private(set) var changes: [BookmarkChange] = []

    init(_ page: [UInt8] = [], isKnown: Bool = false, isMine: Bool = true) {
        self.page = page
        self.isKnown = isKnown
        self.isMine = isMine
    }

    static func reference(_ size: Int, _ number: UInt8 = 1) -> BlobReference {
        BlobReference(
            place: [number], type: .html, size: size, name: name,
            key: Bytes32(words: (9, 9, 9, 9)))
    }

    func answer(_ request: Request) -> Answer {
        switch request {
        case .command(.blob(let command)): return take(command)
        case .query(.blob(let query)): return tell(query)
        case .query(.settings):
            return .settings(Settings(defaultAudience: .private, problem: nil))
        case .query(.known): return .check(AddressCheck("", isKnown ? link : nil))
        case .query(.show(.id(Self.id.text), _)): return .bookmark(link)
        case .command(.addBookmarks(let drafts, to: nil, onDuplicate: .skip, act: nil, _)):
            kept += drafts
            let outcome: AdditionReport.Outcome = isKnown ? .skipped(Self.id) : .added(Self.id)
            return .kept(AdditionReport(outcomes: [outcome], act: 1, placed: [:]))
        case .command(.edit(.id(Self.id.text), let change, _)):
            changes.append(change)
            return .bookmark(link)
        default: return .rejected(Problem(.notFound, "there is no such thing", fix: "none"))
        }
    }

    private var link: Bookmark {
        Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: isMine), id: Self.id,
            url: "https://a.example/", canonicalURL: "https://a.example/", title: "A", note: "",
            tags: [], size: .medium, isUnread: false, added: WallTime(milliseconds: 0),
            updated: WallTime(milliseconds: 5), placement: [], isTrashed: false, conflicts: [],
            details: page.isEmpty
                ? []
                : [Detail(.snapshot, [1, 2].map { Self.reference(page.count, $0).text })])
    }

    private func take(_ command: BlobCommand) -> Answer {
        switch command {
        case .begin:
            isBegun = true
            return .blob(.draft(BlobDraft(7)))
        case .put(let bytes, BlobDraft(7), _):
            put += bytes
            largestSlice = max(largestSlice, bytes.count)
            return .blob(.draft(BlobDraft(7)))
        case .end(BlobDraft(7), as: .snapshot, _):
            isNamed = true
            return .blob(.kept(Self.reference(put.count)))
        case .drop(BlobDraft(7), _):
            isDropped = true
            return .done(DoneReport(count: 1, act: nil, summary: ""))
        default: return .rejected(Problem(.notFound, "there is no such thing"))
        }
    }

    private func tell(_ query: BlobQuery) -> Answer {
        switch query {
        case .about(Self.name, _, _):
            return .blob(
                .state(
                    BlobState(
                        reference: Self.reference(page.count), bytesHere: page.count,
                        isWanted: false)))
        case .read(Self.name, let start, let count, _, _):
            return .blob(
                .part(
                    BlobPart(
                        reference: Self.reference(page.count), start: start,
                        bytes: Array(page[start..<min(page.count, start + count)]))))
        default: return .rejected(Problem(.notFound, "nothing you can see has such a file"))
        }
    }

    nonisolated var door: NodeDoor {
        NodeDoor(
            ask: { await self.answer($0) }, notices: { _ in .none },
            backup: { _ in .rejected(Problem(.notFound, "no")) }, keys: .spelled)
    }
}
