import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, arranging and showing outfits.
@Suite struct OutfitTests {
    private static func dressed() throws -> (ana: WriteReplica, look: ObjectID, all: [ObjectID]) {
        let ana = try WriteReplica(1, name: "Ana")
        let all = [
            try ana.garment("Shirt"), try ana.garment("Jeans"), try ana.garment("Boots"),
        ]
        return (ana, try ana.combine(.outfit, "Sunday", all), all)
    }

    @Test func `an outfit has its garments where they are worn`() throws {
        let (ana, look, _) = try Self.dressed()

        let shown = try ana.show(look)

        #expect(shown.kind == .outfit)
        #expect(shown.worn == ["Shirt", "Jeans", "Boots"])
        #expect(shown.canvas.layers.map(\.y) == [-130, 90, 320])
        let listed = try ana.links(of: ana).first { $0.id == look }
        #expect(listed?.canvas == shown.canvas)
        #expect(listed?.parts.isEmpty == true, "in lists it is not looked for")
    }

    @Test func `a garment in the outfit is moved, and another is put in`() throws {
        let (ana, look, all) = try Self.dressed()
        let hat = try ana.garment("Hat")

        try ana.arrange(
            look,
            .put(all[0].text, PoseChange(x: 120, y: -40, scale: 800, turn: 5), isAgain: false),
            .put(hat.text, PoseChange(height: .bottom), isAgain: false))
        let shown = try ana.arrange(
            look, .put(all[2].text, PoseChange(height: .number(2)), isAgain: false))

        #expect(shown.worn == ["Hat", "Boots", "Shirt", "Jeans"])
        let shirt = shown.canvas.layers[2]
        #expect([shirt.x, shirt.y, shirt.scale, shirt.turn] == [120, -40, 800, 5])
    }

    @Test func `a garment lies there twice if it is wanted, and then a layer is named`() throws {
        let (ana, look, all) = try Self.dressed()

        let twice = try ana.arrange(look, .put(all[0].text, PoseChange(x: 9), isAgain: true))
        let problem = try ana.refusal(
            .arrange(.id(look.text), [.put(all[0].text, PoseChange(x: 5), isAgain: false)]))
        let layer = try #require(twice.canvas.layers.last)
        let moved = try ana.arrange(look, .put(layer.id.text, PoseChange(x: 7), isAgain: false))
        let gone = try ana.arrange(look, .take(all[0].text))

        #expect(twice.worn == ["Shirt", "Jeans", "Boots", "Shirt"])
        #expect(problem?.code == .ambiguous)
        #expect(problem?.fix.contains(layer.id.text) == true)
        #expect(moved.canvas[layer.id]?.x == 7)
        #expect(gone.worn == ["Jeans", "Boots"])
    }

    @Test func `everything is taken off, and undo brings it back as it lay`() throws {
        let (ana, look, all) = try Self.dressed()
        try ana.arrange(look, .put(all[1].text, PoseChange(x: 44, turn: 90), isAgain: false))
        let before = try ana.show(look)

        let cleared = try ana.arrange(look, .clear)
        try ana.perform(.undo(act: nil))
        let after = try ana.show(look)
        try ana.perform(.undo(act: nil))

        #expect(cleared.canvas.layers.isEmpty)
        #expect(after.canvas == before.canvas)
        #expect(try ana.show(look).canvas.layers[1].turn == 0)
    }

    @Test func `a change that cannot be made changes nothing, and says what to do`() throws {
        let (ana, look, all) = try Self.dressed()
        let other = try ana.combine(.outfit, "Other", [])
        let before = try ana.show(look)
        let good = LayoutChange.put(all[0].text, PoseChange(x: 1), isAgain: false)

        for (change, code) in [
            (LayoutChange.put(all[0].text, PoseChange(x: 10_001), isAgain: false), .invalidValue),
            (.put(all[0].text, PoseChange(scale: 20_001), isAgain: false), .invalidValue),
            (.put(all[0].text, PoseChange(turn: 360), isAgain: false), .invalidValue),
            (.put(other.text, PoseChange(), isAgain: false), .invalidValue),
            (.put("K3F9QH2M", PoseChange(), isAgain: false), .notFound),
            (.take("ffffffff"), .notFound),
            (.put("ffffffff", PoseChange(x: 1), isAgain: false), .notFound),
            (.take(other.text), .invalidValue),
        ] as [(LayoutChange, Problem.Code)] {
            let problem = try ana.refusal(.arrange(.id(look.text), [good, change]))
            #expect(problem?.code == code, "\(change)")
            #expect(problem?.fix.isEmpty == false)
        }
        let many = Array(repeating: good, count: 129)
        #expect(try ana.refusal(.arrange(.id(look.text), many))?.code == .tooMany)
        #expect(try ana.refusal(.arrange(.id(all[0].text), [good]))?.code == .notFound)
        #expect(try ana.show(look) == before)
    }

    @Test func `an outfit has at most 64 layers, however they come`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try ana.garment("Shirt")
        let many = Array(repeating: shirt, count: 65)

        let look = try ana.combine(.outfit, "Full", Array(many.prefix(63)))
        let full = try ana.arrange(look, .put(shirt.text, PoseChange(), isAgain: true))
        let problem = try ana.refusal(
            .arrange(.id(look.text), [.put(shirt.text, PoseChange(), isAgain: true)]))
        let draft = BookmarkDraft(url: "", title: "More", kind: .outfit)
        let more = try ana.refusal(.keep(draft, of: many.map { .id($0.text) }, to: nil))

        #expect(full.canvas.layers.count == 64)
        #expect(problem?.code == .tooMany)
        #expect(more?.code == .tooMany)
    }

    @Test func `of a garment that is not shared a friend learns that something is there`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shared = try ana.garment("Shirt", in: .friends)
        let secret = try ana.garment("Secret gown")
        let look = try ana.combine(.outfit, "Sunday", [shared, secret], in: .friends)
        try ana.sync(to: bob)
        let before = try bob.show(look)
        try ana.perform(.wardrobe(.wear(.id(look.text), on: "2026-01-31", isTakenBack: false)))

        try ana.perform(.share(.references([.id(secret.text)]), with: .friends, isLive: false))
        try ana.sync(to: bob)

        #expect(before.worn == ["Shirt", "-"])
        #expect(before.named.count == 2)
        #expect(try bob.show(look).worn == ["Shirt", "Secret gown"])
        #expect(try bob.show(look).canvas == before.canvas)
        #expect(try bob.show(look).details[.worn].isEmpty)
        #expect(try ana.show(look).details[.worn] == ["2026-01-31"])
    }

    @Test func `concurrent moves and turns on two devices all stay`() throws {
        let (laptop, look, all) = try Self.dressed()
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)
        let shirt = try #require(try laptop.show(look).canvas.layers.first?.id)

        try laptop.arrange(look, .put(shirt.text, PoseChange(x: 77), isAgain: false))
        try phone.arrange(look, .put(shirt.text, PoseChange(turn: 9), isAgain: false))
        try phone.arrange(look, .take(all[2].text))
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        #expect(try laptop.show(look).canvas == phone.show(look).canvas)
        let layer = try laptop.show(look).canvas[shirt]
        #expect([layer?.x, layer?.turn] == [77, 9])
        #expect(try laptop.show(look).worn == ["Shirt", "Jeans"])
    }

    @Test func `wearing an outfit marks only one's own garments in it as worn`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let theirs = try bob.garment("Bob's scarf", in: .friends)
        try bob.sync(to: ana)
        let shirt = try ana.garment("Shirt")
        let look = try ana.combine(.outfit, "Sunday", [shirt, theirs])

        try ana.perform(.wardrobe(.wear(.id(look.text), on: "2026-01-31", isTakenBack: false)))
        let worn = try [look, shirt, theirs].map { try ana.show($0).details[.worn] }
        try ana.perform(.undo(act: nil))

        #expect(worn == [["2026-01-31"], ["2026-01-31"], []])
        #expect(try ana.show(shirt).details[.worn].isEmpty)
        #expect(try ana.show(look).details[.worn].isEmpty)
        let problem = try ana.refusal(.wear(.id(look.text), on: "2026-02-30", isTakenBack: false))
        #expect(problem?.code == .invalidValue)
    }

    @Test func `a friend's outfit is cloned with what can be seen, of the same garments`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shared = try ana.garment("Shirt", in: .friends)
        let secret = try ana.garment("Secret gown")
        let look = try ana.combine(.outfit, "Sunday", [shared, secret], in: .friends)
        try ana.arrange(
            look, .put(shared.text, PoseChange(x: 5, scale: 500, turn: 3), isAgain: false))
        try ana.perform(.wardrobe(.wear(.id(look.text), on: "2026-01-31", isTakenBack: false)))
        try ana.sync(to: bob)

        let answer = try bob.perform(.wardrobe(.clone(.id(look.text), name: "Mine", to: nil)))
        guard case .kept(let report) = answer, case .added(let id)? = report.outcomes.first else {
            Issue.record("\(answer)")
            return
        }
        let mine = try bob.show(id)

        #expect(mine.author.isMe && mine.title == "Mine")
        #expect(mine.worn == ["Shirt"])
        #expect(mine.details[.worn].isEmpty)
        let layer = try #require(mine.canvas.layers.first)
        #expect([layer.x, layer.scale, layer.turn] == [5, 500, 3])
        #expect(mine.part(layer.garment)?.author.isMe == false)
        #expect(try bob.refusal(.arrange(.id(look.text), [.clear]))?.code == .notYours)
    }

    @Test func `a friend's garment is cloned without what belongs to the friend alone`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shirt = try ana.garment(
            "Shirt",
            [
                Detail(.brand, ["Acme"]), Detail(.color, ["blue", "red"]), Detail(.state, ["wash"]),
                Detail(.worn, ["2026-01-01"]),
            ], in: .friends)
        try ana.sync(to: bob)

        let answer = try bob.perform(.wardrobe(.clone(.id(shirt.text), name: nil, to: nil)))
        guard case .kept(let report) = answer, case .added(let id)? = report.outcomes.first else {
            Issue.record("\(answer)")
            return
        }

        #expect(id != shirt)
        #expect(
            try bob.show(id).details
                == [Detail(.brand, ["Acme"]), Detail(.color, ["blue", "red"])])
    }

    @Test func `history tells in words what became of the layers`() throws {
        let (ana, look, all) = try Self.dressed()
        let layer = try #require(try ana.show(look).canvas.layers.first?.id.text)
        try ana.arrange(look, .put(all[0].text, PoseChange(x: 1, y: 2, turn: 30), isAgain: false))
        try ana.arrange(look, .put(layer, PoseChange(scale: 1500, height: .top), isAgain: false))
        try ana.arrange(look, .take(layer))

        let told = try ana.step { (store) throws(StorageError) in
            guard case .success(let row) = try store.resolve(.id(look.text)) else { throw .corrupt }
            return try store.history(row: row).map(\.change)
        }

        for words in [
            "added layer \(layer), Shirt", "moved layer \(layer) to 1, 2",
            "turned layer \(layer) to 30°",
            "scaled layer \(layer) to 1.5", "moved layer \(layer) above or below others",
            "removed layer \(layer), Shirt",
        ] { #expect(told.count { $0 == words } == 1, "\(words)") }
        #expect(!told.contains { $0.contains("garment 1") })
    }

    @Test func `marks are found by no search`() throws {
        let (ana, look, _) = try Self.dressed()
        let layer = try #require(try ana.show(look).canvas.layers.first)
        for word in [layer.id.text, layer.garment.text, "garment", "at"] {
            let found = try ana.step { (store) throws(StorageError) in
                while try store.indexSome(1000) {}
                return try store.rows(
                    matching: SearchQuery(.term(.word(SearchText.folded(word), isPrefix: false))),
                    atMost: 9, now: ana.wall)
            }
            #expect(try found.get()?.isEmpty == true, "\(word)")
        }
    }

    @Test func `a peer's invalid layers are hidden and harm nothing`() throws {
        let (ana, look, _) = try Self.dressed()
        let before = try ana.show(look).canvas
        let bad = [
            "1f2e3d4c", "00000001 at 1 99999 0", "00000001 scale 1 0.0000001", "x",
            "00000001 z 1 00", String(repeating: "0", count: 1000),
        ]
        try ana.step { (store) throws(StorageError) in
            guard case .success(let number) = try store.resolve(.id(look.text)),
                let row = try store.object(row: number), let object = row.home
            else { throw .corrupt }
            let additions = bad.map {
                Operation.add(
                    ElementAddition(object: object, field: Field(45), element: Array($0.utf8)))
            }
            try store.author(additions, act: nil, at: ana.wall)
        }

        #expect(try ana.show(look).canvas == before)
        #expect(try ana.arrange(look, .clear).canvas.layers.isEmpty)
    }

    @Test func `layers from before references get their own`() throws {
        let (ana, look, _) = try Self.dressed()
        try ana.step { (store) throws(StorageError) in
            try store.database.run("DELETE FROM facets WHERE detail = ?", .integer(250))
            try store.database.run("DELETE FROM settings WHERE name = 'references'")
        }
        let lost = try ana.show(look).worn

        try ana.step { (store) throws(StorageError) in try store.learnReferences() }

        #expect(lost == ["-", "-", "-"])
        #expect(try ana.show(look).worn == ["Shirt", "Jeans", "Boots"])
    }

    @Test func `a trashed garment is reported, and one that is gone is a silhouette`() throws {
        let (ana, look, all) = try Self.dressed()

        try ana.perform(.remove(.references([.id(all[0].text)])))

        let shown = try ana.show(look)
        #expect(shown.parts.filter(\.thing.isTrashed).map(\.thing.title) == ["Shirt"])
        #expect(
            try ana.refusal(
                .arrange(.id(look.text), [.put(all[0].text, PoseChange(), isAgain: true)]))?.code
                == .notFound)
    }

    @Test func `outfit advice uses only the things in sight`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let top = [Detail(.category, ["shirts"])]
        _ = try bob.garment("Shared shirt", top, in: .friends)
        _ = try bob.garment("Secret shirt", top)
        try bob.sync(to: ana)
        _ = try ana.garment("Jeans")

        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(
                .wardrobe(.suggest(OutfitWish(season: "Summer", day: "2026-06-01"))), now: ana.wall)
        }

        guard case .advice(let advice)? = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(advice.pieces.map(\.garment.title) == ["Shared shirt", "Jeans"])
        #expect(advice.lacking == [.shoes])
    }
}
