import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, filling and showing closets.
@Suite struct ClosetTests {
    @Test func `garments and outfits hang in a closet, and go again`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let (shirt, hat) = (try ana.garment("Shirt"), try ana.garment("Hat"))
        let look = try ana.combine(.outfit, "Sunday", [shirt])
        let closet = try ana.combine(.closet, "Winter", [shirt])

        try ana.perform(
            .wardrobe(.fill(.id(closet.text), add: [.id(hat.text), .id(look.text)], remove: [])))
        let full = try ana.show(closet).hanging
        try ana.perform(.wardrobe(.fill(.id(closet.text), add: [], remove: [.id(shirt.text)])))
        let less = try ana.show(closet).hanging
        try ana.perform(.undo(act: nil))

        #expect(full == ["Hat", "Shirt", "Sunday"])
        #expect(less == ["Hat", "Sunday"])
        #expect(try ana.show(closet).hanging == full)
    }

    @Test func `the contents of a closet are found by its name`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try ana.garment("Shirt")
        _ = try ana.garment("Hat")
        _ = try ana.combine(.closet, "Winter Things", [shirt])
        func found(_ query: String) throws -> [String] {
            let outcome = try ana.step { (store) throws(StorageError) in
                try store.list(ListRequest(query: query), now: ana.wall)
            }
            guard case .page(let page) = outcome else { throw StorageError.corrupt }
            return page.items.map(\.title)
        }

        #expect(try found("in:\"winter things\"") == ["Shirt"])
        #expect(try found("type:garment -in:\"Winter Things\"") == ["Hat"])
        #expect(try found("type:closet") == ["Winter Things"])
    }

    @Test func `a friend sees in it what they may see`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shared = try ana.garment("Shirt", in: .friends)
        let secret = try ana.garment("Secret gown")
        let closet = try ana.combine(.closet, "Winter", [shared, secret], in: .friends)

        try ana.sync(to: bob)

        #expect(try bob.show(closet).hanging == ["-", "Shirt"])
        #expect(try ana.show(closet).hanging == ["Secret gown", "Shirt"])
    }

    private func changes(_ id: ObjectID, at replica: WriteReplica) throws -> [String] {
        let told = try replica.step { (store) throws(StorageError) in
            try store.answer(.history(.id(id.text)), now: replica.wall)
        }
        guard case .history(let history)? = told else {
            throw WriteReplica.Unexpected(what: "\(told as Any)")
        }
        #expect(history.subject == .thing)
        return history.entries.map(\.change)
    }

    @Test func `history calls what was put in by its name, for those who see it`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shared = try ana.garment("Shirt", in: .friends)
        let secret = try ana.garment("Secret gown")
        let closet = try ana.combine(.closet, "Winter", [shared, secret], in: .friends)
        try ana.perform(.wardrobe(.fill(.id(closet.text), add: [], remove: [.id(secret.text)])))
        try ana.sync(to: bob)

        let (atAna, atBob) = (try changes(closet, at: ana), try changes(closet, at: bob))

        #expect(
            Set(["added Shirt", "added Secret gown", "removed Secret gown"]).isSubset(of: atAna))
        #expect(!atBob.contains { $0.contains("gown") })
    }

    @Test func `history calls the place of a garment by its name`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shop = try ana.place("Shop", "1,2")
        let other = try ana.place("Market", "1,3")
        let hat = try ana.garment("Hat", [Detail(.place, [shop.text])])
        try ana.perform(
            .edit(
                .id(hat.text),
                BookmarkChange(details: [DetailChange(.place, values: [other.text])])))

        let told = try changes(hat, at: ana)

        #expect(told.contains("place: Shop") && told.contains("place: Market"))
    }

    @Test func `a thing out of sight is taken out by its reference`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shared = try ana.garment("Shirt", in: .friends)
        try ana.sync(to: bob)
        let closet = try bob.combine(.closet, "Wishes", [shared])
        let name = try #require(try bob.show(closet).contents.first)
        try ana.perform(.unshare(.references([.id(shared.text)]), from: nil))
        try ana.sync(to: bob)
        let before = try bob.show(closet).hanging

        try bob.perform(.wardrobe(.fill(.id(closet.text), add: [], remove: [.id(name.text)])))

        #expect(before == ["-"])
        #expect(try bob.show(closet).hanging.isEmpty)
    }

    @Test func `things added by two devices at once are all there`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let things = [
            try laptop.garment("Shirt"), try laptop.garment("Hat"), try laptop.garment("Scarf"),
        ]
        let closet = try laptop.combine(.closet, "Winter", [things[0]])
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for (device, thing) in [(laptop, things[1]), (phone, things[2])] {
            try device.perform(
                .wardrobe(.fill(.id(closet.text), add: [.id(thing.text)], remove: [])))
        }
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for device in [laptop, phone] {
            #expect(try device.show(closet).hanging == ["Hat", "Scarf", "Shirt"])
        }
    }

    @Test func `a closet ends at its limit, and so does one command`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let drafts = (0..<501).map { BookmarkDraft(url: "", title: "g\($0)", kind: .garment) }
        var ids: [ObjectID] = []
        for start in stride(from: 0, to: drafts.count, by: 100) {
            let answer = try ana.perform(
                .addBookmarks(
                    Array(drafts[start..<min(start + 100, drafts.count)]), to: nil,
                    onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer else {
                throw WriteReplica.Unexpected(what: "\(answer)")
            }
            ids += report.outcomes.compactMap { if case .added(let id) = $0 { id } else { nil } }
        }
        let closet = try ana.combine(.closet, "Full", Array(ids.prefix(99)))
        let names = ids.map { Reference.id($0.text) }

        for start in stride(from: 99, to: 499, by: 100) {
            let part = Array(names[start..<start + 100])
            #expect(try ana.refusal(.fill(.id(closet.text), add: part, remove: [])) == nil)
        }
        let full = try ana.refusal(.fill(.id(closet.text), add: [names[499]], remove: []))
        let more = try ana.refusal(.fill(.id(closet.text), add: [names[500]], remove: []))
        let many = try ana.refusal(
            .fill(.id(closet.text), add: Array(names.prefix(101)), remove: []))

        #expect(full == nil)
        #expect(more?.code == .tooMany)
        #expect(many?.code == .tooMany)
        #expect(try ana.show(closet).contents.count == Limits.closetThingsMax)
    }

    @Test func `a thing that does not belong in a closet is refused with a fix`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let link = try ana.keep(BookmarkDraft(url: "https://example.org/"))[0]
        let (shirt, closet) = (try ana.garment("Shirt"), try ana.combine(.closet, "Winter", []))
        let reference = Reference.id(closet.text)

        for command in [
            WardrobeCommand.fill(reference, add: [.id(link.text)], remove: []),
            .fill(reference, add: [reference], remove: []),
            .fill(reference, add: [], remove: [.id(shirt.text)]),
            .fill(.id(shirt.text), add: [], remove: []),
            .fill(reference, add: [.id("K3F9QH2M")], remove: []),
            .clone(reference, name: nil, to: nil), .clone(.id(link.text), name: nil, to: nil),
            .wear(reference, on: "2026-01-01", isTakenBack: false),
            .keep(BookmarkDraft(url: "", title: " ", kind: .closet), of: [], to: .group("none")),
        ] {
            let problem = try ana.refusal(command)
            #expect(problem != nil, "\(command)")
            #expect(problem?.fix.isEmpty == false, "\(command)")
        }
        #expect(try ana.show(closet).contents.isEmpty)
    }

    @Test func `it is told what garments are worth, of one closet or all`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let shirt = try ana.garment(
            "Shirt", [Detail(.price, ["50 EUR"]), Detail(.worn, ["2026-01-01", "2026-01-02"])],
            in: .friends)
        let secret = try ana.garment("Gown", [Detail(.price, ["900 EUR"])])
        let closet = try ana.combine(.closet, "Winter", [shirt, secret], in: .friends)
        try ana.sync(to: bob)
        func stats(_ replica: WriteReplica, _ reference: Reference?) -> ClosetStats? {
            try? replica.stats(reference).get()
        }

        let mine = try #require(stats(ana, nil))
        let seen = try #require(stats(bob, .id(closet.text)))

        #expect(mine.value.map(\.text) == ["950 EUR"])
        #expect(mine.best.map(\.each.text) == ["25 EUR"])
        #expect(mine.neverWorn.map(\.title) == ["Gown"])
        #expect((seen.garments, seen.hidden, seen.ofOthers) == (1, 1, 1))
        #expect(seen.value.map(\.text) == ["50 EUR"])
        #expect(seen.neverWornCount == 0)
        #expect(stats(ana, .id(shirt.text)) == nil)
    }
}
