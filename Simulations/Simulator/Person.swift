import Domain
import Primitives
import Sync

/// What one person does, and what he was told was done: the model that his node is held to.
final class Person {
    let number: Int
    var dice: Dice
    /// Links that were acknowledged as kept, by address, in their order; false once removed.
    private(set) var kept: [(url: String, isThere: Bool)] = []
    private var made = 0
    /// Titles as last acknowledged, by place in `kept`.
    private(set) var titles: [String: String] = [:]

    init(number: Int, dice: Dice) {
        self.number = number
        self.dice = dice
    }

    /// A private thing carries this; it must never be seen elsewhere.
    static let canary = "canary-7f3a91c2e5d846b0"

    private static let tags = ["crdt", "crdt/paper", "wool", "quilts", "reading list", "ünicode"]

    /// Something he does now, and what he learns from the answer.
    func act() -> (request: Request, learn: (Answer) -> Void, name: String) {
        switch dice.roll(below: 20) {
        case 0...6: return keep(count: 1)
        case 7: return keep(count: 20 + dice.roll(below: 200))
        case 8...10: return edit()
        case 11: return remove()
        case 12: return secret()
        case 13, 14: return share()
        case 15:
            return (
                .command(.unshare(.query("#\(tag())"), from: nil)), { _ in }, "unshare")
        case 16:
            return (
                .command(.renameTag(from: tag(), to: tag() + "/old")), { _ in }, "rename tag")
        case 17: return (.command(.sync), { _ in }, "sync")
        case 18:
            return (.query(.list(ListRequest(query: "#\(tag()) or wool"))), { _ in }, "search")
        default: return (.query(.status), { _ in }, "status")
        }
    }

    /// His node came back from a crash: what was not acknowledged may or may not have happened.
    func restarted() {}

    private func tag() -> String { Self.tags[dice.roll(below: Self.tags.count - 1)] }

    private func draft() -> BookmarkDraft {
        made += 1
        return BookmarkDraft(
            url: "https://person\(number).example/\(made)", title: "Link \(made) of \(number)",
            note: dice.roll(below: 3) == 0 ? "A note of some length on link \(made)." : "",
            tags: [tag(), tag()], isUnread: dice.roll(below: 5) == 0)
    }

    private func keep(count: Int) -> (Request, (Answer) -> Void, String) {
        let drafts = (0..<count).map { _ in draft() }
        let request = Request.command(
            .addBookmarks(drafts, to: nil, onDuplicate: .skip, act: nil))
        return (request, { [unowned self] in learn($0, of: drafts) }, "keep")
    }

    private func secret() -> (Request, (Answer) -> Void, String) {
        made += 1
        let draft = BookmarkDraft(
            url: "https://person\(number).example/\(Self.canary)/\(made)", title: "Mine alone",
            note: Self.canary, tags: ["secret"])
        let request = Request.command(
            .addBookmarks([draft], to: .private, onDuplicate: .skip, act: nil))
        return (request, { [unowned self] in learn($0, of: [draft]) }, "keep secret")
    }

    private func learn(_ answer: Answer, of drafts: [BookmarkDraft]) {
        guard case .kept(let report) = answer else { return }
        for (draft, outcome) in zip(drafts, report.outcomes) {
            if case .added = outcome { kept.append((draft.url, true)) }
        }
    }

    private func edit() -> (Request, (Answer) -> Void, String) {
        guard let url = someURL() else { return keep(count: 1) }
        made += 1
        let title = "Edited \(made) by \(number)"
        let request = Request.command(
            .edit(.url(url), BookmarkChange(title: title, addTags: [tag()])))
        return (
            request,
            { [unowned self] answer in
                if case .bookmark(let bookmark) = answer { titles[bookmark.url] = bookmark.title }
            }, "edit"
        )
    }

    private func remove() -> (Request, (Answer) -> Void, String) {
        guard let url = someURL(), let place = kept.firstIndex(where: { $0.url == url }) else {
            return keep(count: 1)
        }
        // From now on it may be gone, whether or not the answer comes.
        kept[place].isThere = false
        return (.command(.remove(.references([.url(url)]))), { _ in }, "remove")
    }

    private func share() -> (Request, (Answer) -> Void, String) {
        let audience: Audience = dice.roll(below: 4) == 0 ? .public : .friends
        let isLive = dice.roll(below: 2) == 0
        return (
            .command(.share(.query("#\(tag())"), with: audience, isLive: isLive)), { _ in },
            isLive ? "share live" : "share"
        )
    }

    private func someURL() -> String? {
        let there = kept.filter { $0.isThere && !$0.url.contains(Self.canary) }
        return there.isEmpty ? nil : there[dice.roll(below: there.count)].url
    }
}
