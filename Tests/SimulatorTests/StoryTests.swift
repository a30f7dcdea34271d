import CRDT
import Domain
import Primitives
import Simulator
import Testing

/// Scenarios, each in a calm world of its own: ana is node 0, ben 1, cleo 2.
@Suite struct StoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2

    @Test func `two friends who share a tag and edit while cut off see each other's edits`() throws
    {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let anas = try world.cluster.keep(link("anas", tags: ["art"]), at: ana)
        let bens = try world.cluster.keep(link("bens", tags: ["art"]), at: ben)
        for node in [ana, ben] {
            try world.cluster.done(.share(.query("#art"), with: .friends, isLive: true), at: node)
        }
        try world.cluster.settle()

        world.cluster.cut(ana, ben)
        try world.cluster.done(edit(anas, "anas, edited"), at: ana)
        try world.cluster.done(edit(bens, "bens, edited"), at: ben)
        _ = try world.cluster.keep(link("new", tags: ["art"]), at: ana)
        try world.cluster.run(for: .seconds(200))
        #expect(try world.titles(of: ana, at: ben) == ["anas"])
        try world.cluster.heal()
        try world.cluster.settle()

        #expect(try world.titles(of: ana, at: ben) == ["anas, edited", "new"])
        #expect(try world.titles(of: ben, at: ana) == ["bens, edited"])
    }

    @Test func `a friend of a friend sees nothing`() throws {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        try world.cluster.befriend(ben, cleo)

        _ = try world.cluster.keep(link("for friends"), for: .friends, at: ana)
        try world.cluster.settle()
        try world.cluster.run(for: .seconds(120))

        #expect(try world.titles(of: ana, at: ben) == ["for friends"])
        #expect(try world.titles(of: ana, at: cleo).isEmpty)
        try world.cluster.checkEverything()
    }

    @Test func `nothing is seen before both have added the other`() throws {
        let world = try World(2)
        _ = try world.cluster.keep(link("for friends"), for: .friends, at: ana)

        try world.cluster.add(ben, at: ana)
        try world.cluster.run(for: .seconds(120))
        #expect(try world.titles(of: ana, at: ben).isEmpty)
        try world.cluster.add(ana, at: ben)
        try world.cluster.settle()

        #expect(try world.titles(of: ana, at: ben) == ["for friends"])
    }

    @Test(arguments: 1...8)
    func `a crash in the middle of an import loses nothing acknowledged`(moment: Int) throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        for batch in 0..<8 {
            let drafts = (0..<50).map { link("\(batch)-\($0)") }
            world.cluster.begin(
                .addBookmarks(drafts, to: .friends, onDuplicate: .skip, act: ActToken(7)), at: ana)
            if batch + 1 == moment {
                try world.cluster.run(for: .microseconds(50 * moment))
                try world.cluster.crash(ana, isSilent: moment % 2 == 0)
            } else {
                try world.cluster.run(for: .milliseconds(1))
            }
        }

        try world.cluster.start(ana)
        try world.cluster.settle()

        let kept = try world.cluster.links(of: ana, at: ana).count
        #expect(kept >= 50 * (moment - 1))
        #expect(try world.cluster.links(of: ana, at: ben).count == kept)
    }

    @Test func `what is unshared is withdrawn at the friend's`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let one = try world.cluster.keep(link("one"), for: .friends, at: ana)
        _ = try world.cluster.keep(link("two"), for: .friends, at: ana)
        try world.cluster.settle()

        let selection = Selection.references([.id(one.text)])
        try world.cluster.done(.unshare(selection, from: .friends), at: ana)
        try world.cluster.settle()

        #expect(try world.titles(of: ana, at: ben) == ["two"])
        #expect(try world.titles(of: ana, at: ana) == ["one", "two"])
    }

    @Test func `a private note never reaches a friend, nor a note from before it was shared`()
        throws
    {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let words = (0..<3).map { _ in world.cluster.canary(of: ana) }
        _ = try world.cluster.keep(link("secret", note: words[0]), for: .private, at: ana)
        let other = try world.cluster.keep(link("other", note: words[1]), at: ana)

        try world.cluster.done(
            .edit(.id(other.text), BookmarkChange(note: words[2])), at: ana)
        let selection = Selection.references([.id(other.text)])
        try world.cluster.done(.share(selection, with: .friends, isLive: false), at: ana)
        try world.cluster.settle()

        #expect(try world.cluster.links(of: ana, at: ben).map(\.note) == [words[2]])
    }

    @Test func `a late third friend gets the history`() throws {
        let world = try World(3)
        try world.cluster.befriend(ana, ben)
        for number in 1...3 {
            let id = try world.cluster.keep(link("old \(number)"), for: .friends, at: ana)
            try world.cluster.done(edit(id, "link \(number)"), at: ana)
        }
        try world.cluster.settle()

        try world.cluster.befriend(ana, cleo)
        try world.cluster.settle()

        #expect(try world.titles(of: ana, at: cleo) == ["link 1", "link 2", "link 3"])
    }

    @Test func `a live share takes in what comes to carry its tag by a rename or a merge`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        try world.cluster.done(.share(.query("#art"), with: .friends, isLive: true), at: ana)
        _ = try world.cluster.keep(link("renamed", tags: ["kunst"]), at: ana)
        _ = try world.cluster.keep(link("merged"), at: ana)

        try world.cluster.done(.renameTag(from: "kunst", to: "art"), at: ana)
        let twin = link("merged", tags: ["art"])
        try world.cluster.done(
            .addBookmarks([twin], to: nil, onDuplicate: .merge, act: nil), at: ana)
        try world.cluster.settle()

        #expect(try world.titles(of: ana, at: ben) == ["merged", "renamed"])
    }

    @Test func `undoing twice takes back both, also the same field of the same link`() throws {
        let world = try World(1)
        let id = try world.cluster.keep(link("first"), at: ana)
        try world.cluster.done(edit(id, "second"), at: ana)
        try world.cluster.done(edit(id, "third"), at: ana)

        try world.cluster.done(.undo(act: nil), at: ana)
        #expect(try world.titles(of: ana, at: ana) == ["second"])
        try world.cluster.done(.undo(act: nil), at: ana)

        #expect(try world.titles(of: ana, at: ana) == ["first"])
    }

    private func link(_ title: String, note: String = "", tags: [String] = []) -> BookmarkDraft {
        let path = title.split(separator: " ").joined(separator: "-")
        return BookmarkDraft(
            url: "https://example.org/\(path)", title: title, note: note, tags: tags)
    }

    private func edit(_ id: ObjectID, _ title: String) -> Command {
        .edit(.id(id.text), BookmarkChange(title: title))
    }
}
