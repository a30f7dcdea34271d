import API
import Domain
import Interchange
import Primitives

/// What `posts/add` asks for.
struct PinboardDraft: Equatable, Sendable {
    let url: String
    let title: String
    let note: String
    /// As the client spelled them.
    let tags: [String]
    /// When it was saved; nil if nothing is said.
    let time: WallTime?
    /// Whether what is there is changed; else it stays, and the client is told so.
    let isReplacing: Bool
    /// Nil if nothing is said.
    let isShared: Bool?
    let isToRead: Bool

    /// Why a draft cannot be read, as Pinboard's `code`.
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

    /// Where a new one goes; nil: to the default audience. What is not to be shared is for oneself.
    func audience(_ sharing: PinboardSharing) -> Audience? {
        guard isShared != false else { return .private }
        return isShared == true && sharing == .public ? .public : nil
    }

    /// What makes of a link that is there what the client says. A tag that it spells as it was told
    /// stays as it is.
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
