import CRDT
import Domain
import Primitives
import Store
import Testing

@testable import Sync

/// Tests that an observer of a node is told of renamed tags, invitations, and each reconciliation.
@Suite struct DeedNoticeTests {
    private func renamings(_ node: SyncNode) -> [Notice] {
        node.announced.filter { if case .tagRenamed = $0 { true } else { false } }
    }

    private func tagged(_ count: Int, _ tags: [String]) -> [BookmarkDraft] {
        (0..<count).map {
            BookmarkDraft(url: "https://\(tags.joined()).example/\($0)", tags: tags)
        }
    }

    @Test func `tags that became another one are told once, on how many things`() throws {
        let ana = try SyncNode(1, name: "Ana")
        try ana.keep(tagged(900, ["Craft"]), in: .private)
        try ana.keep(tagged(2, ["wood"]), in: .private)

        try ana.ask(.command(.renameTag(from: "Craft", to: "Making")))
        try ana.ask(.command(.mergeTags(["making", "Wood"], into: "work")))

        #expect(
            renamings(ana) == [
                .tagRenamed(from: ["craft"], to: "Making", count: 900),
                .tagRenamed(from: ["making", "wood"], to: "work", count: 902),
            ])
    }

    @Test func `what is counted only, refused, removed or taken back is no renaming`() throws {
        let ana = try SyncNode(1, name: "Ana")
        try ana.keep(tagged(3, ["a"]), in: .private)

        try ana.ask(.query(.preview(.renameTag(from: "a", to: "b"))))
        try ana.ask(.command(.renameTag(from: "nothing", to: "b")))
        try ana.ask(.command(.removeTag("a")))
        try ana.ask(.command(.undo(act: nil)))

        #expect(renamings(ana).isEmpty)
    }

    @Test func `each setting that changes is told by its name, and a refused change is not`() throws
    {
        let ana = try SyncNode(1, name: "Ana")

        try ana.ask(.command(.setDefaultAudience(.friends)))
        try ana.ask(.command(.setDiscovery(false)))
        try ana.ask(.command(.setWeb(nil)))
        try ana.ask(.command(.setPinboard(.public)))
        try ana.ask(.command(.blob(.setQuota(bytes: 5))))
        try ana.ask(.command(.blob(.setQuota(bytes: -1))))
        try ana.ask(.command(.blob(.setComing(.always))))
        try ana.ask(.command(.setAuthorQuota(bytes: 1)))
        try ana.ask(.command(.setAuthorQuota(bytes: Limits.authorBytesMin)))

        let told = ana.announced.compactMap { notice in
            if case .settingChanged(let setting, let audience) = notice {
                return "\(setting.rawValue) \(audience?.name ?? "")"
            }
            return nil
        }
        #expect(
            told == [
                "audience friends", "discovery ", "web ", "pinboard ", "files_quota_bytes ",
                "files_originals ", "author_quota_bytes ",
            ])
    }

    @Test func `each comparison begins, and ends before the next begins`() throws {
        let pair = try SyncPair()
        try pair.bob.keep(drafts(20, "bobs"), in: .friends)
        try pair.connect()
        try pair.pass(.seconds(5))

        try pair.ana.keep(drafts(1, "anas"), in: .friends)
        try pair.pass(.seconds(5))

        for node in [pair.ana, pair.bob] {
            let told = node.announced.compactMap { notice in
                switch notice {
                case .syncStarted: "begins"
                case .syncCompleted: "ends"
                default: nil
                }
            }
            #expect(told.count >= 2 && told.count.isMultiple(of: 2))
            #expect(
                told.enumerated().allSatisfy {
                    $0.element == ($0.offset.isMultiple(of: 2) ? "begins" : "ends")
                }, "\(told)")
        }
    }

    @Test func `an invitation is told where it is made, and where it is typed`() throws {
        let pair = try SyncPair(areFriends: false)
        pair.bob.engine.addresses = ["bob:1"]
        try pair.bob.ask(.command(.newGroup(name: "lab")))
        let answer = try pair.bob.ask(
            .command(.inviteToGroup("lab", role: .editor, uses: 1, seconds: 86_400)))
        guard case .invited(let made) = answer else { throw SyncNode.NotPaired() }
        // What exists when a node starts is no news.
        try pair.pass(.seconds(1))

        try pair.ana.ask(.command(.joinGroup(invitation: made.text, name: nil)))
        try pair.pass(.seconds(5))

        let founder = pair.bob.owner.person
        #expect(told(pair.bob, founder) == ["lab editor by me", "in lab"])
        #expect(told(pair.ana, founder) == ["lab  by another", "in lab"])
    }

    // Returns which invitations there were, and who joined beside the founder.
    private func told(_ node: SyncNode, _ founder: PersonID) -> [String] {
        node.announced.compactMap { notice in
            switch notice {
            case .groupInvited(let author, let group, let role):
                let who = author.isMe ? "me" : "another"
                return "\(group) \(role?.rawValue ?? "") by \(who)"
            case .groupJoined(let author, let group) where author.person != founder:
                return "in \(group)"
            default: return nil
            }
        }
    }
}
