import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that tags are compared by full case folding, including those that an earlier version compared in lower case.
@Suite struct TagFoldingTests {
    private static func found(_ query: String, at ana: WriteReplica) throws -> [String] {
        let outcome = try ana.step { (store) throws(StorageError) in
            try store.list(ListRequest(query: query, limit: 100), now: ana.wall)
        }
        guard case .page(let page) = outcome else {
            throw WriteReplica.Unexpected(what: "\(outcome)")
        }
        return page.items.map(\.title).sorted()
    }

    private static func tags(_ prefix: String, at ana: WriteReplica) throws -> [String] {
        try ana.step { (store) throws(StorageError) in
            try store.tags(prefix: prefix, limit: 10)
        }.map { "\($0.name) \($0.count)" }
    }

    private static func completions(_ typed: String, at ana: WriteReplica) throws -> [String] {
        try ana.step { (store) throws(StorageError) in
            try store.completions(of: typed, limit: 10)
        }.map { "\($0.query) \($0.count)" }
    }

    private static func follows(at ana: WriteReplica) throws -> [String] {
        try ana.step { (store) throws(StorageError) in try store.follows(.follow) }.map(\.name)
    }

    /// Follows the encoded target, as an earlier version wrote it.
    private static func follow(_ what: [UInt8], at ana: WriteReplica) throws {
        let creation = Creation(
            kind: Schema.Follow.kind,
            values: [
                FieldValue(Schema.Follow.what, what),
                FieldValue(Schema.Follow.attention, [Attention.follow.rawValue]),
            ], elements: [])
        try ana.step { (store) throws(StorageError) in
            try store.author([.create(creation)], at: .private, act: nil, wall: ana.wall)
        }
    }

    private static func street(_ category: String) -> BookmarkDraft {
        BookmarkDraft(
            url: "", title: "coat", kind: .garment, details: [Detail(.category, [category])])
    }

    @Test func `spellings of one word are one tag`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.keep(
            link("one", tags: ["Straße"]), link("two", tags: ["STRASSE"]),
            link("below", tags: ["strasse/Ὀδός"]), link("other", tags: ["strase"]))

        #expect(try Self.found("#straße", at: ana) == ["below", "one", "two"])
        #expect(try Self.found("tag:=STRASSE", at: ana) == ["one", "two"])
        #expect(try Self.found("#STRASSE/ὈΔΌΣ", at: ana) == ["below"])
        #expect(try Self.tags("STRASS", at: ana) == ["Straße 2", "strasse/Ὀδός 1"])
        #expect(
            try Self.completions("#strass", at: ana) == [
                "#Straße 2", "#strasse/Ὀδός 1", "#strase 1",
            ])
        #expect(try Self.completions("#Straße", at: ana).first == "#Straße 2")
    }

    @Test func `a thing has a tag once, in whatever case, and loses it so`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(link("one", tags: ["Straße", "STRASSE", "ſoap"]))[0]

        try ana.perform(.edit(.id(id.text), BookmarkChange(addTags: ["strasse", "Soap"])))
        #expect(try ana.link(id).tags == ["ſoap", "Straße"])
        try ana.perform(.edit(.id(id.text), BookmarkChange(removeTags: ["STRASSE"])))

        #expect(try ana.link(id).tags == ["ſoap"])
    }

    @Test func `a tag is renamed to another spelling of itself`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(link("one", tags: ["Straße", "straße/nord"]))[0]

        try ana.perform(.renameTag(from: "STRASSE", to: "strasse"))

        let spelled = try ana.known().flatMap(\.tags).map { String(decoding: $0, as: UTF8.self) }
        #expect(spelled.sorted() == ["strasse", "strasse/nord"])
        // In the spelling that came first.
        #expect(try ana.link(id).tags == ["Straße", "straße/nord"])
    }

    @Test func `two tags of an earlier version that fold alike become one`() throws {
        let file = try TemporaryDatabase()
        let before = try WriteReplica(1, name: "Ana", path: file.path)
        try before.keep(
            link("one", tags: ["Straße"]), link("two", tags: ["STRASSE"]),
            link("plain", tags: ["Wool"]))
        try before.keep(Self.street("Gehen/Straße"))
        try Self.follow([2] + Array("straße".utf8), at: before)
        try before.step { (store) throws(StorageError) in
            for sql in [
                "UPDATE tags SET folded = 'straße' WHERE name = 'Straße'",
                "UPDATE facets SET folded = 'gehen/straße' WHERE detail = 1",
                "DELETE FROM grdb_migrations WHERE identifier = '21'",
            ] { try store.database.run(sql) }
        }
        try before.store.close()

        let after = try WriteReplica(1, name: "Ana", path: file.path)

        for query in ["#straße", "#STRASSE", "tag:=strasse"] {
            #expect(try Self.found(query, at: after) == ["one", "two"])
        }
        #expect(try Self.tags("", at: after) == ["Straße 2", "Wool 1"])
        #expect(try Self.found("category:GEHEN/STRASSE", at: after) == ["coat"])
        #expect(try Self.completions("category:strasse", at: after) == ["category:Gehen/Straße 1"])
        #expect(try Self.follows(at: after) == ["#strasse"])
        try after.store.close()
    }

    @Test func `tags followed in lower case stay followed, once`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try Self.follow([2] + Array("straße".utf8), at: ana)
        try Self.follow([2] + Array("strasse".utf8), at: ana)
        try Self.follow([4] + Array("silk or #straße".utf8), at: ana)
        try Self.follow([4] + Array("silk or #strasse".utf8), at: ana)

        let shown = try Self.follows(at: ana)
        let again = try ana.perform(.feeds(.attend(.typed("#STRASSE"), .follow)))

        #expect(shown.sorted() == ["#strasse", "silk or #strasse"])
        guard case .done(let report) = again else {
            throw WriteReplica.Unexpected(what: "\(again)")
        }
        #expect(report.count == 0)
        for bytes: [UInt8] in [
            [2] + Array("Straße".utf8), [2] + Array("#straße".utf8), [4] + Array("SILK".utf8),
        ] { #expect(Followed(spelled: bytes) == nil) }
    }

    @Test func `a live share of a tag places it in whatever case it is written`() throws {
        let (ana, bob) = try WriteReplica.friends()
        try ana.perform(.share(.query("#straße"), with: .friends, isLive: true))

        try ana.keep(link("one", tags: ["STRASSE"]), link("two", tags: ["strase"]))
        try ana.sync(to: bob)

        #expect(try bob.titles(of: ana) == ["one"])
        try ana.perform(.unshare(.query("#Strasse"), from: nil))
        #expect(try ana.step { (store) throws(StorageError) in try store.liveShares() }.isEmpty)
    }
}
