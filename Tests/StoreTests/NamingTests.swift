import CRDT
import Domain
import Laws
import Primitives
import Testing

@testable import Store

/// Tests that references to a thing are found, in feeds and with the thing.
@Suite struct NamingTests {
    private func feed(_ person: WriteReplica, _ scope: FeedScope = .following) throws -> [String]? {
        let answer = try person.step { (store) throws(StorageError) in
            try store.answer(.feeds(.feed(FeedRequest(scope))), now: person.wall)
        }
        guard let answer else { return nil }
        guard case .page(let page) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer)")
        }
        return page.items.map(\.title)
    }

    private func follow(_ id: ObjectID, at person: WriteReplica) throws {
        let answer = try person.perform(.feeds(.attend(.thing(.id(id.text)), .follow)))
        guard case .done = answer else { throw WriteReplica.Unexpected(what: "\(answer)") }
    }

    private func rows(_ person: WriteReplica) throws -> Int {
        try person.step { (store) throws(StorageError) in
            try store.database.row("SELECT count(*) FROM named") { Int($0.integer(0)) } ?? -1
        }
    }

    /// Returns, for everything present, the references in its rows and those it shows.
    private func named(_ person: WriteReplica) throws -> [(rows: [String], shown: [String])] {
        try person.step { (store) throws(StorageError) in
            let numbers = try store.database.rows(
                "SELECT object FROM bookmarks ORDER BY object"
            ) { (row) throws(StorageError) in row.integer(0) }
            var all: [(rows: [String], shown: [String])] = []
            for number in numbers {
                let rows = try store.database.rows(
                    "SELECT reference FROM named WHERE object = ? ORDER BY reference",
                    [.integer(number)]
                ) { (row) throws(StorageError) in row.text(0) }
                let thing = try store.bookmarks(rows: [number]).first
                all.append((rows, thing.map { $0.named.map(\.text).sorted() } ?? rows))
            }
            return all
        }
    }

    @Test func `a follower of a garment is shown what it is in, as far as they may see that`()
        throws
    {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.garment("Hat", in: .friends)
        let other = try bob.garment("Other", in: .friends)
        let sunday = try bob.combine(.outfit, "Sunday", [hat, other], in: .friends)
        _ = try bob.combine(.outfit, "Secret", [hat])
        _ = try bob.combine(.outfit, "Without", [other], in: .friends)
        let winter = try bob.combine(.closet, "Winter", [hat], in: .friends)
        try bob.sync(to: ana)
        _ = try ana.combine(.outfit, "Mine", [hat])

        try follow(hat, at: ana)

        #expect(try feed(ana) == ["Winter", "Sunday"])
        #expect(try feed(ana, .discover) == ["Without", "Other", "Hat"])
        #expect(try ana.show(hat).namedBy.map(\.title) == ["Mine", "Winter", "Sunday"])
        #expect(try bob.show(hat).namedBy.map(\.title) == ["Winter", "Secret", "Sunday"])
        #expect(try ana.show(sunday).namedBy.isEmpty)
        try bob.arrange(sunday, .take(hat.text))
        try bob.sync(to: ana)
        #expect(try feed(ana) == ["Winter"])
        try bob.perform(.unshare(.references([.id(winter.text)]), from: nil))
        try bob.sync(to: ana)
        #expect(try feed(ana) == [])
        #expect(try ana.show(hat).namedBy.map(\.title) == ["Mine"])
    }

    @Test func `a thing that is no longer followed brings nothing, and undo restores it`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try ana.garment("Hat", in: .friends)
        try ana.exchange(with: bob)
        _ = try bob.combine(.outfit, "Sunday", [hat], in: .friends)
        try ana.exchange(with: bob)

        try follow(hat, at: ana)
        let followed = try feed(ana)
        try ana.perform(.feeds(.leave("Hat", .follow)))
        let left = try feed(ana)
        try ana.perform(.undo(act: nil))

        #expect(followed == ["Sunday"])
        #expect(left == [])
        #expect(try feed(ana) == ["Sunday"])
    }

    @Test func `the things that name a hidden one are listed only if they are in sight`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let gown = try bob.garment("Gown")
        let ball = try bob.combine(.outfit, "Ball", [gown], in: .friends)
        _ = try bob.combine(.outfit, "Rehearsal", [gown])
        try bob.sync(to: ana)

        let shown = try ana.show(ball)

        #expect(shown.worn == ["-"])
        let answer = try ana.perform(.feeds(.attend(.thing(.id(gown.text)), .follow)))
        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .notFound)
        #expect(try feed(ana) == [])
        #expect(try rows(ana) == 1)
        // Bob finds both.
        #expect(try bob.show(gown).namedBy.map(\.title) == ["Rehearsal", "Ball"])
    }

    @Test func `of a link its page is followed, and what is marked there`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let page = "https://loom.example/weaving?utm_source=x"
        let link = try ana.keep(BookmarkDraft(url: page, title: "Loom"))[0]
        try bob.keep(
            BookmarkDraft(url: "https://loom.example/weaving", title: "over", kind: .highlight),
            BookmarkDraft(url: "https://loom.example/", title: "elsewhere", kind: .highlight),
            in: .friends)
        try bob.keep(
            BookmarkDraft(url: "https://loom.example/weaving", title: "mine", kind: .highlight))
        try bob.sync(to: ana)

        try follow(link, at: ana)

        #expect(try feed(ana) == ["over"])
        let follows = try ana.step { (store) throws(StorageError) in try store.follows(.follow) }
        #expect(follows.map(\.followed.form) == ["search"])
        #expect(follows.first?.name.contains("loom.example/weaving") == true)
    }

    @Test func `the list of things that name one is limited, the newest first`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let hat = try ana.garment("Hat")
        var counts: [Int] = []

        for number in 1...Bookmark.namedByMax + 1 {
            _ = try ana.combine(.outfit, "look \(number)", [hat])
            counts.append(try ana.show(hat).namedBy.count)
        }

        #expect(counts == Array(1...Bookmark.namedByMax) + [Bookmark.namedByMax])
        #expect(try ana.show(hat).namedBy.first?.title == "look \(Bookmark.namedByMax + 1)")
    }

    @Test(arguments: LawSeeds.seeds(5, soak: 16))
    func `the list is what shows, whatever is done`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let (ana, bob) = try WriteReplica.friends()
        var garments: [ObjectID] = []
        for number in 0..<4 { garments.append(try bob.garment("g\(number)", in: .friends)) }
        let outfits = try (0..<2).map {
            try bob.combine(.outfit, "o\($0)", [garments[$0]], in: .friends)
        }
        let closet = try bob.combine(.closet, "c", garments, in: .friends)

        for _ in 0..<30 {
            let garment = garments[dice.roll(below: garments.count)]
            let outfit = outfits[dice.roll(below: 2)]
            let things = [garment, outfit, closet]
            let thing = things[dice.roll(below: 3)]
            let deed: Command
            switch dice.roll(below: 8) {
            case 0, 1:
                deed = .wardrobe(
                    .arrange(
                        .id(outfit.text), [.put(garment.text, PoseChange(), isAgain: true)]))
            case 2: deed = .wardrobe(.arrange(.id(outfit.text), [.take(garment.text)]))
            case 3: deed = .wardrobe(.fill(.id(closet.text), add: [.id(garment.text)], remove: []))
            case 4: deed = .wardrobe(.fill(.id(closet.text), add: [], remove: [.id(garment.text)]))
            case 5: deed = .remove(.references([.id(thing.text)]))
            case 6: deed = .unshare(.references([.id(thing.text)]), from: nil)
            default: deed = .undo(act: nil)
            }
            try bob.perform(deed)
            try bob.sync(to: ana)
            for person in [ana, bob] {
                for entry in try named(person) { #expect(entry.rows == entry.shown) }
            }
        }
    }

    @Test func `an erased thing leaves no row`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let hat = try ana.garment("Hat")
        let look = try ana.combine(.outfit, "Sunday", [hat])
        let before = try rows(ana)

        try ana.step { (store) throws(StorageError) in
            try store.erase(look, author: try store.me, in: .private)
        }

        #expect(before == 1)
        #expect(try rows(ana) == 0)
        #expect(try ana.show(hat).namedBy.isEmpty)
    }

    @Test(arguments: [1, 2, 3, 7, 300])
    func `things from before the list are listed in slices, and none is missed`(
        budget: Int
    ) throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.garment("Hat", in: .friends)
        let coat = try bob.garment("Coat", in: .friends)
        for number in 0..<3 {
            _ = try bob.combine(.outfit, "o\(number)", [hat, coat], in: .friends)
        }
        _ = try bob.combine(.closet, "c", [hat], in: .friends)
        try bob.sync(to: ana)
        try follow(hat, at: ana)
        let all = try rows(ana)
        try ana.step { (store) throws(StorageError) in
            try store.database.run("DELETE FROM named")
            try store.database.run("DELETE FROM settings WHERE name = 'named'")
            store.memory = Memory()
            try store.beginNaming()
        }
        // What arrives meanwhile is indexed at once.
        _ = try bob.combine(.outfit, "late", [hat], in: .friends)
        try bob.sync(to: ana)

        var feeds: [[String]?] = [try feed(ana)]
        var isMore = true
        while isMore {
            isMore = try ana.step { (store) throws(StorageError) in try store.nameSome(budget) }
            if isMore { feeds.append(try feed(ana)) }
            #expect(feeds.count < 100)
            if feeds.count >= 100 { return }
        }

        #expect(feeds.allSatisfy { $0 == nil }, "nothing is shown that is not whole")
        #expect(feeds.count >= (budget < 7 ? 2 : 1))
        #expect(try rows(ana) == all + 1)
        #expect(try feed(ana) == ["late", "c", "o2", "o1", "o0"])
        #expect(
            try ana.step { (store) throws(StorageError) in try store.nameSome(budget) } == false)
    }
}
