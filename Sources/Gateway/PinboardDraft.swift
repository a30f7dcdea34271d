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

    /// Reads the parameters.
    init(_ parameters: Parameters) throws(Refusal) {
        guard let url = parameters.text("url") else { throw Refusal(code: "missing url") }
        self.url = url
        title = parameters.text("description") ?? ""
        note = parameters.text("extended") ?? ""
        tags = PinboardTag.names(in: parameters.text("tags") ?? "")
        if let text = parameters.text("dt") {
            guard let time = PinboardTime.time(text) else {
                throw Refusal(code: "dt is not a time: write it like 2026-11-21T04:06:43Z")
            }
            self.time = time
        } else {
            time = nil
        }
        isReplacing = try Self.truth("replace", parameters) ?? true
        isShared = try Self.truth("shared", parameters)
        isToRead = try Self.truth("toread", parameters) ?? false
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
        _ name: String, _ parameters: Parameters
    ) throws(Refusal) -> Bool? {
        switch parameters.text(name) {
        case nil: return nil
        case "yes": return true
        case "no": return false
        default: throw Refusal(code: "\(name) must be yes or no")
        }
    }
}
