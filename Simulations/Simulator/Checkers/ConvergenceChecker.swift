import CRDT
import Domain
import Primitives

/// What one person shares is exactly what each of his friends sees of him; strangers see nothing.
enum ConvergenceChecker {
    /// One link as it must look on both sides.
    struct Shown: Equatable {
        let id: ObjectID
        let url: String
        let title: String
        let note: String
        let tags: [String]

        init(_ bookmark: Bookmark) {
            id = bookmark.id
            url = bookmark.url
            title = bookmark.title
            note = bookmark.note
            tags = bookmark.tags.map(TagName.fold).sorted()
        }
    }

    /// What is different between what `author` shares and what `viewer` sees of him; nil if nothing.
    static func difference(
        shared: [Bookmark], seen: [Bookmark], areFriends: Bool
    ) -> String? {
        let expected = areFriends ? shared.map(Shown.init).sorted { $0.id < $1.id } : []
        let found = seen.map(Shown.init).sorted { $0.id < $1.id }
        guard expected != found else { return nil }
        for (left, right) in zip(expected, found) where left != right {
            return "shared \(left), seen \(right)"
        }
        return "\(expected.count) shared, \(found.count) seen"
    }
}
