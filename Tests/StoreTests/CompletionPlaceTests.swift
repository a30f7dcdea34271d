import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests completions of places, their categories, and the themes of clips.
@Suite struct CompletionPlaceTests {
    private static func completions(
        _ typed: String, limit: Int = 10, at replica: WriteReplica
    ) throws -> [String] {
        try replica.step { (store) throws(StorageError) in
            try store.completions(of: typed, limit: limit)
        }.map { "\($0.query) \($0.count)" }
    }

    @Test func `a place is completed by any of its words, by how many things name it`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let loom = try ana.place("Loom Market", "1,2", [Detail(.categories, ["fair"])])
        let café = try ana.place("Café by the market", "1,3")
        _ = try ana.place("Lookout", "1,4")
        for name in ["Shirt", "Coat"] {
            _ = try ana.garment(name, [Detail(.place, [loom.text])])
        }
        _ = try ana.garment("Hat", [Detail(.place, [café.text])])

        let (market, coffee) = (#"place:"Loom Market""#, #"place:"Café by the market""#)
        #expect(try Self.completions("loo", at: ana) == ["\(market) 2", "place:Lookout 0"])
        #expect(try Self.completions("place:Loo", at: ana) == ["\(market) 2", "place:Lookout 0"])
        #expect(try Self.completions("place:\"loom m", at: ana) == ["\(market) 2"])
        #expect(try Self.completions("mark", at: ana) == ["\(market) 2", "\(coffee) 1"])
        #expect(try Self.completions("by the", at: ana) == ["\(coffee) 1"])
        #expect(try Self.completions("place:", limit: 1, at: ana) == ["\(market) 2"])
        #expect(try Self.completions("#loo", at: ana).isEmpty)
    }

    @Test(arguments: ["lomm", "loom", "Lom mark", "markte", "narket", "place:makret"])
    func `one slip in any word of a place is forgiven`(typed: String) throws {
        let ana = try WriteReplica(1, name: "Ana")
        _ = try ana.place("Loom market", "1,2")

        #expect(try Self.completions(typed, at: ana) == [#"place:"Loom market" 0"#])
    }

    @Test func `places and garments of one category are counted together`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        _ = try ana.place("Loom market", "1,2", [Detail(.categories, ["Shops/Wool", "fair"])])
        _ = try ana.place("Yarn", "1,3", [Detail(.categories, ["shops/wool"])])
        _ = try ana.garment("Vest", [Detail(.category, ["shops/wool"])])

        #expect(try Self.completions("Sh", at: ana) == ["category:shops/wool 3"])
        #expect(try Self.completions("category:woo", at: ana) == ["category:shops/wool 3"])
        #expect(try Self.completions("category:fiar", at: ana) == ["category:fair 1"])
        #expect(try Self.completions("brand:", at: ana).isEmpty)
    }

    @Test func `another name, the trash and the way back are followed`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shop = try ana.place("Shop", "1,2")
        let shirt = try ana.garment("Shirt", [Detail(.place, [shop.text])])

        try ana.perform(.edit(.id(shop.text), BookmarkChange(title: "Mill")))
        #expect(try Self.completions("place:", at: ana) == ["place:Mill 1"])
        try ana.perform(.remove(.references([.id(shirt.text)])))
        #expect(try Self.completions("place:", at: ana) == ["place:Mill 0"])
        try ana.perform(.remove(.references([.id(shop.text)])))
        #expect(try Self.completions("mill", at: ana).isEmpty)
        try ana.perform(.undo(act: nil))
        #expect(try Self.completions("mill", at: ana) == ["place:Mill 0"])
    }

    @Test func `a name of very many words has few rows, and one that is too long is still found`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let words = (0..<200).map { "w\($0)" }.joined(separator: " ")
        let long = String(repeating: "x", count: 100)
        _ = try ana.place(words, "1,2")
        for end in ["a", "b"] { _ = try ana.place(long + end, "1,3") }
        let shop = try ana.place("Shop", "1,2")
        _ = try ana.garment("Shirt", [Detail(.place, [shop.text])])

        #expect(try Self.completions("w7", at: ana).count == 1)
        #expect(try Self.completions("w9", at: ana).isEmpty)
        #expect(
            try Self.completions("xxx", at: ana) == ["place:\(long)a 0", "place:\(long)b 0"])
    }

    @Test func `of many names that differ behind what is kept of them few are told apart`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let long = String(repeating: "x", count: 100)
        for number in 10..<40 { _ = try ana.place("\(long)\(number)", "1,3") }

        #expect((1...8).contains(try Self.completions("xxx", at: ana).count))
    }

    @Test func `places stored before names were listed are listed when the replica opens`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        _ = try ana.place("Loom market", "1,2")
        _ = try ana.place("Mill", "1,3")
        try ana.step { (store) throws(StorageError) in
            try store.database.run(
                "DELETE FROM facets WHERE detail = ? AND folded <> 'mill'",
                .integer(Store.placeNameFacet))
            try store.database.run("DELETE FROM settings WHERE name = 'place names'")
        }
        let before = try Self.completions("market", at: ana)

        try ana.step { (store) throws(StorageError) in try store.learnPlaceNames() }

        #expect(before.isEmpty)
        #expect(try Self.completions("market", at: ana) == [#"place:"Loom market" 0"#])
        #expect(try Self.completions("mil", at: ana) == ["place:Mill 0"])
    }

    @Test func `clips are completed by what they are about`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let film = try ClipTests.put(ClipTests.film(5000), at: ana)
        _ = try ClipTests.kept(ana, film, [Detail(.theme, ["Opening day"])])

        #expect(try Self.completions("theme:op", at: ana) == [#"theme:"Opening day" 1"#])
        #expect(try Self.completions("day", at: ana) == [#"theme:"Opening day" 1"#])
    }

    @Test func `an unknown name is answered with the nearest one`() throws {
        let world = try ReadingWorld()
        try world.see("yarn", by: "Ben Lee", in: .friends, number: 1)

        for (query, fix) in [
            (#"by:"Bne lee""#, #"did you mean by:@"Ben Lee""#), ("by:@xyzzy", "weft friend ls"),
            ("by:@Aan", "did you mean by:@Ana"),
        ] {
            let outcome = try world.step { (store) throws(StorageError) in
                try store.list(ListRequest(query: query), now: world.now)
            }
            guard case .rejected(let problem) = outcome else {
                throw ReadingWorld.Unexpected(what: "\(outcome)")
            }
            #expect(problem.code == .notFound)
            #expect(problem.fix == fix)
        }
    }
}
