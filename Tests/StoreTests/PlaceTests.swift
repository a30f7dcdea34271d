import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing places, and finding those nearby.
@Suite struct PlaceTests {
    private static func page(
        _ replica: WriteReplica, _ request: ListRequest
    ) throws -> (titles: [String], metres: [Int?], next: String?) {
        let outcome = try replica.step { (store) throws(StorageError) in
            try store.list(request, now: replica.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return (
            page.items.map(\.title), page.items.map { $0.distance.map { Int($0 / 1000) } },
            page.nextCursor
        )
    }

    private static func found(_ replica: WriteReplica, _ query: String) throws -> [String] {
        try page(replica, ListRequest(query: query, limit: 500)).titles
    }

    @Test func `a place is kept as it was told, changed, and taken back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.place(
            "Café", "52.52,13.405",
            [
                Detail(.categories, ["Food/Cafe", "shop"]), Detail(.hours, ["Mo-Fr 9-18"]),
                Detail(.address, ["1 High  Street"]), Detail(.contact, ["+49 30 1"]),
            ])
        let before = try ana.show(id)

        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(details: [DetailChange(.position, values: ["geo:52.6,13.5"])])))

        #expect(
            before.details == [
                Detail(.categories, ["Food/Cafe", "shop"]),
                Detail(.position, ["52.520000,13.405000"]),
                Detail(.address, ["1 High Street"]), Detail(.hours, ["mo-fr 09:00-18:00"]),
                Detail(.contact, ["+49 30 1"]),
            ])
        #expect(try Self.found(ana, "near:52.52,13.405,1") == [])
        #expect(try Self.found(ana, "near:52.6,13.5,1") == ["Café"])
        #expect(try Self.found(ana, "category:food") == ["Café"])
        #expect(try Self.found(ana, "type:place \"high street\"") == [])
        #expect(try Self.found(ana, "street high") == ["Café"])
        try ana.perform(.undo(act: nil))
        #expect(try Self.found(ana, "near:52.52,13.405,1") == ["Café"])
        #expect(try ana.strayPositions() == 0)
    }

    @Test(arguments: [
        [Detail(.position, ["91,0"])], [Detail(.position, ["nan,0"])],
        [Detail(.position, ["1,1", "2,2"])], [Detail(.hours, ["always"])],
        [Detail(.categories, ["a", "b", "c", "d"])], [Detail(.brand, ["x"])],
    ])
    func `an invalid place is refused, and nothing is kept`(
        details: [Detail]
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        let draft = BookmarkDraft(
            url: "", title: "Café", kind: .place,
            details: details + [Detail(.categories, ["shop"])])

        let answer = try ana.perform(
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))

        guard case .kept(let report) = answer, case .refused(let problem)? = report.outcomes.first
        else { throw WriteReplica.Unexpected(what: "\(answer)") }
        #expect(!problem.fix.isEmpty)
        #expect(try Self.found(ana, "") == [])
    }

    @Test func `the nearest comes first, over the date line and around a pole`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for (name, point) in [
            ("west", "0,-179.99"), ("east", "0,179.98"), ("here", "0,180"), ("pole", "89.99,10"),
            ("over it", "89.99,-170"), ("far", "10,10"),
        ] { _ = try ana.place(name, point) }

        let atLine = try Self.page(ana, ListRequest(query: "near:0,-180,5 sort:near"))
        let atPole = try Self.page(ana, ListRequest(query: "near:89.99,10,3 sort:near"))
        let exact = try Self.page(ana, ListRequest(query: "near:0,180,0 sort:near"))
        let all = try Self.page(ana, ListRequest(query: "near:0,180,20037 sort:near"))

        #expect(atLine.titles == ["here", "west", "east"])
        #expect(atLine.metres == [0, 1111, 2223])
        #expect(atPole.titles == ["pole", "over it"])
        #expect(exact.titles == ["here"])
        #expect(all.titles.count == 6 && all.titles.first == "here")
    }

    @Test(arguments: 1...6)
    func `a search for nearby places finds the same as a full scan, page by page`(
        seed: UInt64
    ) throws {
        let ana = try WriteReplica(1, name: "Ana")
        var dice = Dice(seed: seed)
        var points: [(name: String, point: GeoPosition)] = []
        for number in 0..<120 {
            let isNear = dice.roll(below: 3) > 0
            let latitude =
                isNear ? dice.roll(below: 400_000) - 200_000 : dice.roll(below: 90_000_000)
            let longitude =
                isNear ? 179_900_000 + dice.roll(below: 200_000) : dice.roll(below: 180_000_000)
            let point = try #require(
                GeoPosition(
                    latitude: latitude,
                    longitude: longitude > 180_000_000 ? longitude - 360_000_000 : longitude))
            points.append(("p\(number)", point))
            _ = try ana.place("p\(number)", point.text)
        }
        for metres in [0, 5_000, 25_000, 3_000_000, GeoPosition.distanceMetresMax] {
            let centre = points[dice.roll(below: points.count)].point
            let expected = points.filter {
                centre.distance(to: $0.point) <= Int64(metres) * 1000
            }
            let query = "near:\(centre.text),\(Price.spelled(trimming: metres))"
            var titles: [String] = []
            var metres: [Int] = []
            var cursor: String?
            repeat {
                let page = try Self.page(
                    ana, ListRequest(query: query, sort: .near, limit: 7, cursor: cursor))
                titles += page.titles
                metres += page.metres.compactMap { $0 }
                cursor = page.next
            } while cursor != nil

            #expect(titles.sorted() == expected.map(\.name).sorted(), "\(query)")
            #expect(metres == metres.sorted())
            #expect(metres.count == titles.count)
        }
        #expect(try ana.strayPositions() == 0)
    }

    @Test func `an order by distance needs a point`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for request in [
            ListRequest(query: "sort:near"), ListRequest(query: "type:place", sort: .near),
        ] {
            let outcome = try ana.step { (store) throws(StorageError) in
                try store.list(request, now: ana.wall)
            }
            guard case .rejected(let problem) = outcome else {
                throw WriteReplica.Unexpected(what: "\(outcome)")
            }
            #expect(problem.fix.contains("near:"))
        }
    }

    // MARK: References to a place

    @Test func `a garment is found near the place that it names, and by the place's name`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shop = try ana.place("Corner Shop", "52.52,13.405")
        let shirt = try ana.garment("Shirt", [Detail(.place, [shop.short])])
        _ = try ana.garment("Jeans")

        let near = try Self.page(ana, ListRequest(query: "near:52.52,13.405,1 type:garment"))
        #expect(near.titles == ["Shirt"] && near.metres == [0])
        #expect(try Self.found(ana, "place:\"corner SHOP\"") == ["Shirt"])
        #expect(try ana.show(shirt).parts.map(\.thing.title) == ["Corner Shop"])

        // The place moves, and what refers to it moves along.
        try ana.perform(
            .edit(
                .id(shop.text),
                BookmarkChange(details: [DetailChange(.position, values: ["0,0"])])))
        #expect(try Self.found(ana, "near:52.52,13.405,1") == [])
        #expect(try Self.found(ana, "near:0,0,1 type:garment") == ["Shirt"])
        try ana.perform(
            .edit(.id(shirt.text), BookmarkChange(details: [DetailChange(.place, values: [])])))
        #expect(try Self.found(ana, "near:0,0,1") == ["Corner Shop"])
    }

    @Test func `a thing that is no place cannot be named as one`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let jeans = try ana.garment("Jeans")
        for reference in [jeans.text, "NOSUCHTHING", "https://a.example/"] {
            let draft = BookmarkDraft(
                url: "", title: "Shirt", kind: .garment, details: [Detail(.place, [reference])])
            let answer = try ana.perform(
                .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil))
            guard case .kept(let report) = answer,
                case .refused(let problem)? = report.outcomes.first
            else { throw WriteReplica.Unexpected(what: "\(answer)") }
            #expect(!problem.fix.isEmpty)
        }
    }

    @Test func `a garment of a file keeps a place that is not here, and finds it when it comes`()
        throws
    {
        let (ana, bob) = try WriteReplica.friends()
        let home = try ana.place("Home", "52.52,13.405")
        let named = try ana.show(ana.garment("Shirt", [Detail(.place, [home.text])]))
        var ofFile = BookmarkDraft(
            url: "", title: "Shirt", kind: .garment, details: named.details)
        ofFile.copyNumber = 1
        ofFile.isFromFile = true
        var typed = ofFile
        typed.isFromFile = false

        let byHand = try bob.keep(typed)
        let taken = try bob.keep(ofFile)
        let again = try bob.keep(ofFile)

        #expect(byHand.isEmpty && again.isEmpty)
        let shirt = try #require(taken.first)
        #expect(try bob.show(shirt).details[.place] == named.details[.place])
        #expect(try bob.show(shirt).parts.isEmpty)
        try ana.perform(
            .share(.references([.id(home.text)]), with: .friends, isLive: false))
        try ana.sync(to: bob)
        #expect(try bob.show(shirt).parts.map(\.thing.title) == ["Home"])
        #expect(try Self.found(bob, "near:52.52,13.405,1").sorted() == ["Home", "Shirt"])
    }

    @Test func `of a file, too, what is here and no place cannot be named as one`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let jeans = try ana.garment("Jeans")
        let reference = try ana.step { (store) throws(StorageError) in
            try store.references(to: [.id(jeans.text)])
        }
        let name = try #require(reference.first ?? nil)
        for text in [jeans.text, name.text, "NOSUCHTHING"] {
            var draft = BookmarkDraft(
                url: "", title: "Shirt", kind: .garment, details: [Detail(.place, [text])])
            draft.isFromFile = true

            let kept = try ana.keep(draft)

            #expect(kept.isEmpty, "\(text)")
        }
    }

    @Test func `a person who may not see a place learns nothing of its position`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let home = try ana.place("Home", "52.52,13.405")
        let shirt = try ana.garment("Shirt", [Detail(.place, [home.text])], in: .friends)
        try ana.sync(to: bob)

        let seen = try bob.show(shirt)
        #expect(seen.parts.isEmpty && seen.position == nil)
        #expect(seen.details[.place].count == 1)
        #expect(try Self.found(bob, "near:52.52,13.405,20037") == [])
        #expect(try Self.found(bob, "place:home") == [])
        #expect(!seen.details.contains { $0.values.joined().contains("52.5") })

        // Shared later, it shows where the shirt is available.
        try ana.perform(
            .share(.references([.id(home.text)]), with: .friends, isLive: false))
        try ana.sync(to: bob)
        #expect(try Self.found(bob, "near:52.52,13.405,1").sorted() == ["Home", "Shirt"])
        #expect(try bob.show(shirt).parts.map(\.thing.title) == ["Home"])
    }

    @Test func `positions and places that an earlier version skipped are found after an upgrade`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let shop = try ana.place("Shop", "1,2")
        _ = try ana.garment("Shirt", [Detail(.place, [shop.text])])

        // As left by a version that knew neither positions nor places of garments.
        try ana.step { (store) throws(StorageError) in
            try store.set("details", to: [11, 12, 12, 5, 13, 1])
            for sql in [
                "DELETE FROM positions", "DELETE FROM facets WHERE detail IN (65, 69)",
            ] { try store.database.run(sql) }
        }
        #expect(try Self.found(ana, "near:1,2,1") == [])
        try ana.step { (store) throws(StorageError) in try store.learnKinds() }

        #expect(try Self.found(ana, "near:1,2,1").sorted() == ["Shirt", "Shop"])
        #expect(try ana.strayPositions() == 0)
    }
}

extension WriteReplica {
    /// Stores a place at `point`; one without a category is from a file.
    func place(
        _ name: String, _ point: String, _ details: [Detail] = [], in audience: Audience? = nil
    ) throws -> ObjectID {
        var draft = BookmarkDraft(
            url: "", title: name, kind: .place, details: details + [Detail(.position, [point])])
        draft.isFromFile = details[.categories].isEmpty
        return try keep(draft, in: audience)[0]
    }

    /// Returns how many rows of the tree and the table differ.
    func strayPositions() throws -> Int {
        try step { (store) throws(StorageError) in try store.strayPositions() }
    }
}
