import API
import Domain
import Interchange
import Primitives

/// The parameters of `posts/add`.
struct PinboardDraft: Equatable, Sendable {
    let url: String
    let title: String
    let note: String
    /// As the client spelled them.
    let tags: [String]
    /// The time when it was saved; nil if nothing is said.
    let time: WallTime?
    /// Whether an existing link is changed; else it stays, and the response says so.
    let isReplacing: Bool
    /// Nil if nothing is said.
    let isShared: Bool?
    let isToRead: Bool

    /// The reason why a draft cannot be read, as Pinboard's `code`.
    struct Refusal: Error, Equatable, Sendable {
        let code: String
    }

    /// Reads what the client sent.
    init(_ add: PinboardAdd) throws(Refusal) {
        guard let url = add.url else { throw Refusal(code: "missing url") }
        self.url = url
        title = add.description ?? ""
        note = add.extended ?? ""
        tags = PinboardTag.names(in: add.tags ?? "")
        if let text = add.dt {
            guard let time = PinboardTime.time(text) else {
                throw Refusal(code: "dt is not a time: write it like 2026-11-21T04:06:43Z")
            }
            self.time = time
        } else {
            time = nil
        }
        isReplacing = try Self.truth("replace", add.replace) ?? true
        isShared = try Self.truth("shared", add.shared)
        isToRead = try Self.truth("toread", add.toread) ?? false
    }

    /// A link that is new here.
    var fresh: BookmarkDraft {
        BookmarkDraft(
            url: url, title: title, note: note, tags: tags, isUnread: isToRead, added: time)
    }

    /// The audience of a new link; nil for the default one. A link that is not shared is private.
    func audience(_ sharing: PinboardSharing) -> Audience? {
        guard isShared != false else { return .private }
        return isShared == true && sharing == .public ? .public : nil
    }

    /// Returns the change that makes an existing link what the client says. A tag spelled as the node spelled it stays
    /// as it is.
    func change(of link: Bookmark) -> BookmarkChange {
        let wanted = tags.map(PinboardTag.folded)
        let known = link.tags.map(PinboardTag.folded)
        return BookmarkChange(
            title: title, note: note, isUnread: isToRead, added: time,
            addTags: tags.filter { !known.contains(PinboardTag.folded($0)) },
            removeTags: link.tags.filter { !wanted.contains(PinboardTag.folded($0)) })
    }

    private static func truth(
        _ name: String, _ word: String?
    ) throws(Refusal) -> Bool? {
        switch word {
        case nil: return nil
        case "yes": return true
        case "no": return false
        default: throw Refusal(code: "\(name) must be yes or no")
        }
    }
}
