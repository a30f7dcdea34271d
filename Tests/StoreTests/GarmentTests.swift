import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests storing, finding and showing garments.
@Suite struct GarmentTests {
    private static func shirt(_ name: String = "Sunday shirt", _ details: [Detail] = [])
        -> BookmarkDraft
    {
        BookmarkDraft(
            url: "", title: name, tags: ["lake"], kind: .garment,
            details: details.isEmpty
                ? [
                    Detail(.brand, ["Blue Fox"]), Detail(.category, ["Clothes/Shirts"]),
                    Detail(.color, ["white", "blue"]), Detail(.price, ["49.9eur"]),
                    Detail(.worn, ["2026-01-01"]),
                ] : details)
    }

    private static func friends() throws -> (ana: WriteReplica, bob: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        return (ana, bob)
    }

    @Test func `a garment is kept as it was told, in its one way of writing`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        let id = try ana.keep(Self.shirt())[0]

        let shown = try ana.link(id)
        #expect(shown.kind == .garment)
        #expect((shown.title, shown.url) == ("Sunday shirt", ""))
        #expect(
            shown.details == [
                Detail(.category, ["Clothes/Shirts"]), Detail(.brand, ["Blue Fox"]),
                Detail(.price, ["49.90 EUR"]), Detail(.color, ["blue", "white"]),
                Detail(.worn, ["2026-01-01"]),
            ])
    }

    @Test func `two of one name are two`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        let ids = try ana.keep(Self.shirt(), Self.shirt())

        #expect(Set(ids).count == 2)
    }

    @Test func `an edit changes the given details, and undo restores them`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.shirt())[0]
        let before = try ana.link(id)

        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(details: [
                    DetailChange(.brand, values: []), DetailChange(.price, values: ["60 usd"]),
                    DetailChange(.color, add: ["Red"], remove: ["WHITE"]),
                    DetailChange(.season, values: ["winter", "autumn"]),
                    DetailChange(.worn, add: ["2026-01-01", "2026-01-03"]),
                ])))
        let after = try ana.link(id)
        try ana.perform(.undo(act: nil))

        #expect(
            after.details == [
                Detail(.category, ["Clothes/Shirts"]), Detail(.price, ["60 USD"]),
                Detail(.color, ["Red", "blue"]), Detail(.season, ["autumn", "winter"]),
                Detail(.worn, ["2026-01-01", "2026-01-03"]),
            ])
        #expect(try ana.link(id).details == before.details)
    }

    @Test func `a change that cannot be made changes nothing`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.shirt())[0]
        let link = try ana.keep(BookmarkDraft(url: "https://example.org/"))[0]
        let before = try ana.link(id)
        let many = (0..<19).map { "color \($0)" }

        for (reference, change) in [
            (id, BookmarkChange(details: [DetailChange(.color, add: many)])),
            (id, BookmarkChange(title: "x", details: [DetailChange(.price, values: ["5"])])),
            (id, BookmarkChange(details: [DetailChange(.brand, add: ["x"])])),
            (id, BookmarkChange(title: "")),
            (link, BookmarkChange(title: "x", details: [DetailChange(.brand, values: ["x"])])),
        ] {
            guard case .rejected(let problem) = try ana.perform(.edit(.id(reference.text), change))
            else {
                Issue.record("done: \(change)")
                continue
            }
            #expect(!problem.fix.isEmpty)
        }
        #expect(try ana.link(id) == before)
        #expect(try ana.link(link).title == "")
    }

    @Test func `a friend sees all of it but when it was worn`() throws {
        let (ana, bob) = try Self.friends()
        let id = try ana.keep(Self.shirt(), in: .friends)[0]
        try ana.perform(
            .edit(
                .id(id.text),
                BookmarkChange(
                    isUnread: true,
                    details: [
                        DetailChange(.worn, add: ["2026-01-02"]),
                        DetailChange(.color, add: ["Red"]),
                    ])))
        try ana.sync(to: bob)

        let seen = try bob.link(id)
        let own = try ana.link(id)
        #expect(seen.kind == .garment)
        #expect(seen.details == own.details.filter { $0.name != .worn })
        #expect(!seen.isUnread)
        let traces = try bob.step { (store) throws(StorageError) in
            try store.object(row: try store.row(of: id))?.state.set(Field(61)) != nil
        }
        #expect(!traces)
    }

    @Test func `two devices that say different things show one, and keep the other`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        try laptop.mirror(to: phone)
        let id = try laptop.keep(Self.shirt())[0]
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 1000)

        for (device, brand, color) in [(laptop, "One", "red"), (phone, "Two", "green")] {
            try device.perform(
                .edit(
                    .id(id.text),
                    BookmarkChange(details: [
                        DetailChange(.brand, values: [brand]), DetailChange(.color, add: [color]),
                    ])))
        }
        try laptop.mirror(to: phone)
        try phone.mirror(to: laptop)

        for device in [laptop, phone] {
            let shown = try device.link(id)
            #expect(shown.details[.brand] == ["Two"])
            #expect(shown.conflicts.map(\.losingValue) == ["One"])
            #expect(shown.conflicts.map(\.field) == ["brand"])
            #expect(shown.details[.color] == ["blue", "green", "red", "white"])
        }
    }

    @Test func `links and garments are counted and listed apart`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ids = try ana.keep(Self.shirt("a"), Self.shirt("b"), Self.shirt("c"))
        try ana.keep(BookmarkDraft(url: "https://example.org/"))
        try ana.perform(.remove(.references([.id(ids[0].text)])))
        func page(_ kind: Kind?, _ query: String = "") throws -> ListPage {
            let request = ListRequest(query: query, withTotal: true, kind: kind)
            let outcome = try ana.step { (store) throws(StorageError) in
                try store.list(request, now: ana.wall)
            }
            guard case .page(let page) = outcome else { throw StorageError.corrupt }
            return page
        }

        #expect(try page(.garment).items.map(\.title) == ["c", "b"])
        #expect(try page(.garment).total == 2)
        #expect(try page(.link).total == 1)
        #expect(try page(nil).total == 3)
        #expect(try page(nil, "color:blue").total == 2)
        #expect(try page(.link, "color:blue").total == 0)
        let status = try ana.step { (store) throws(StorageError) in try store.status() }
        #expect(status.ownLinks == 1)
        #expect(status.otherThings == [ThingCount(.garment, own: 2, seen: 0)])
    }

    @Test func `a live share places a garment that comes to match`() throws {
        let (ana, bob) = try Self.friends()
        try ana.perform(.share(.query("brand:\"blue fox\""), with: .friends, isLive: true))
        let id = try ana.keep(Self.shirt())[0]
        let other = try ana.keep(Self.shirt("Plain", [Detail(.brand, ["Acme"])]))[0]
        try ana.perform(
            .edit(
                .id(other.text),
                BookmarkChange(details: [DetailChange(.brand, values: ["BLUE fox"])])))
        try ana.sync(to: bob)

        #expect(try Set(bob.links(of: ana).map(\.id)) == [id, other])
    }

    @Test func `a replica learns a kind that it has kept unknown`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.shirt())[0]
        let before = try ana.link(id)
        let row = try ana.step { (store) throws(StorageError) in try store.row(of: id) }
        // As in a version that does not know the kind: everything is in the state.
        try ana.step { (store) throws(StorageError) in
            guard let object = try store.object(row: row) else { throw .corrupt }
            let blob = try store.stateCoding.encode(object.state, shown: .init())
            try store.textWillChange(row: row)
            try store.dropBookmark(row)
            try store.database.run(
                "UPDATE objects SET state = ? WHERE id = ?", .blob(blob), .integer(row))
            try store.set("kinds", to: [Kind.link.rawValue])
        }

        try ana.step { (store) throws(StorageError) in try store.learnKinds() }

        #expect(try ana.link(id) == before)
        let found = try ana.step { (store) throws(StorageError) in
            try store.rows(
                matching: try! SearchQuery.parse("fox color:blue").get(), atMost: 9, now: ana.wall)
        }
        #expect(try found.get() == [row])
    }
}

extension Store {
    fileprivate func row(of id: ObjectID) throws(StorageError) -> Int64 {
        let row = try database.row(
            "SELECT id FROM objects WHERE object = ? ORDER BY hidden, id", [.blob(id.bytes.bytes)]
        ) { $0.integer(0) }
        guard let row else { throw .corrupt }
        return row
    }
}
