import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests the sections of our JSON beside its things.
@Suite struct EntryTests {
    private static func id(_ number: UInt64) -> ObjectID {
        ObjectID(Bytes16(high: 0x018B_CFE5_6800_0000, low: number))
    }

    private static func name(_ number: UInt64) -> ThingReference {
        ThingReference(Bytes16(high: 7, low: number))
    }

    private static let ana = PersonID(Bytes32([UInt8](repeating: 9, count: 32))!)

    private static let entries: [ExportEntry] = [
        .collection(
            CollectionEntry(
                name: "Shoppi\"ng", description: "a\nb", query: nil, members: [id(1), id(2)])),
        .collection(
            CollectionEntry(name: "Unread", description: "", query: "is:unread", members: [])),
        .tagRule(query: "site:youtube.com", tags: ["film", "to, see"]),
        .follow(.person(ana), .follow), .follow(.tag("swift"), .mute),
        .follow(.thing(name(3)), .follow), .follow(.search("brand:fox"), .follow),
        .reaction(id(1), .like), .reaction(id(2), .dislike),
        .comment(
            CommentEntry(
                reference: name(1), thing: id(1), text: "Where <from>?",
                at: WallTime(milliseconds: 1_700_000_000_000), parent: nil)),
        .comment(
            CommentEntry(
                reference: name(2), thing: id(1), text: "From my aunt. 🧣",
                at: WallTime(milliseconds: 1_700_000_001_000), parent: .named(name(1)))),
        .unread(id(3)), .liveShare(query: "#craft", audience: "friends"),
    ]

    private func file(_ entries: [ExportEntry]) -> [UInt8] {
        let things = LinkWriter(
            .json, exported: WallTime(milliseconds: 1_700_000_000_000), by: Self.ana)
        var bytes = things.opening + EntryWriter.opening
        var writer = EntryWriter()
        for entry in entries { writer.append(entry, to: &bytes) }
        return bytes + writer.closing
    }

    private func read(_ bytes: [UInt8]) throws -> (items: [SectionItem], report: ImportReport) {
        var importer = try Importer(bytes)
        while !importer.next().isEmpty {}
        var items: [SectionItem] = []
        while true {
            let batch = importer.nextEntries(3)
            guard !batch.isEmpty else { return (items, importer.report) }
            items += batch
        }
    }

    /// Reads the members after `bookmarks` of a file with these sections.
    private func items(_ sections: String) throws -> [SectionItem] {
        let head = "{\"format\": \"weft bookmarks\", \"version\": 1, \"bookmarks\": []"
        return try read(Array("\(head), \(sections)}".utf8)).items
    }

    @Test func `written entries are read back in order`() throws {
        let bytes = file(Self.entries)

        let (items, report) = try read(bytes)

        #expect(report.earlyEnd == nil)
        #expect(try Importer(bytes).person == Self.ana)
        let read = items.compactMap { item -> ExportEntry? in
            guard case .entry(let entry, _) = item else { return nil }
            return entry
        }
        #expect(read == Self.entries)
    }

    @Test func `the form of the file stays as it is`() {
        #expect(file(Self.entries) == Fixture.bytes(named: "weft-entries.json"))
        #expect(String(decoding: file([]), as: UTF8.self).hasSuffix("\"bookmarks\": [\n]}\n"))
    }

    @Test func `a file that breaks off gives what stood before, at every place`() throws {
        let bytes = file(Self.entries)
        let begin = EntryWriter.opening.count + file([]).count - EntryWriter.opening.count - 2

        var most = 0
        for end in begin..<(bytes.count - 2) {
            let (items, report) = try read(Array(bytes[..<end]))
            #expect(report.earlyEnd != nil, "\(end)")
            #expect(items.count >= most)
            most = max(most, items.count)
        }

        #expect(most == Self.entries.count)
    }

    @Test(arguments: [
        ("\"comments\": [7]", "not an object"), ("\"comments\": [{}]", "reference"),
        ("\"reactions\": [{\"thing\": \"x\", \"reaction\": \"like\"}]", "is not an ID"),
        ("\"reactions\": [{\"thing\": 1, \"reaction\": \"like\"}]", "thing is missing"),
        (
            "\"reactions\": [{\"thing\": \"065WZSB8000000000000000004\", \"reaction\": \"hate\"}]",
            "one of like, dislike"
        ),
        ("\"collections\": [{\"name\": \"\"}]", "name is empty"),
        ("\"collections\": [{\"name\": \"a\\u0000\"}]", "NUL"),
        ("\"collections\": [{\"name\": \"a\", \"members\": {}}]", "not a list"),
        ("\"collections\": [{\"name\": \"a\", \"members\": [[]]}]", "other than text"),
        ("\"collections\": [{\"name\": \"a\", \"members\": [\"b\"]}]", "not an ID"),
        ("\"tag_rules\": [{\"query\": \"x\", \"tags\": \"y\"}]", "not a list"),
        ("\"follows\": [{\"attention\": \"love\"}]", "follow or mute"),
        (
            "\"follows\": [{\"attention\": \"follow\", \"form\": \"person\", \"what\": \"bob\"}]",
            "not the ID of a person"
        ),
        (
            "\"follows\": [{\"attention\": \"follow\", \"form\": \"search\", \"what\": \"(\"}]",
            "not a search"
        ),
        (
            "\"follows\": [{\"attention\": \"follow\", \"form\": \"x\", \"what\": \"y\"}]",
            "form must be"
        ),
    ])
    func `an entry that says nothing is told with why`(section: String, why: String) throws {
        let items = try items(section)

        guard case .refused(_, let line, let told) = items.first else {
            Issue.record("\(items)")
            return
        }
        #expect(items.count == 1 && line == 1)
        #expect(told.contains(why), "\(told)")
    }

    @Test func `unknown sections are skipped, and the next ones are read`() throws {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let items = try items(
            """
            "dreams": \(deep), "comments": {"a": 1}, "bookmarks": [], "tag_rules": [
            {"query": "x", "tags": ["y"], "since": \(deep)}]
            """)

        guard items.count == 4, case .passedOver("dreams", _, _) = items[0],
            case .passedOver("comments", _, "is not a list") = items[1],
            case .passedOver("bookmarks", _, "occurs twice") = items[2],
            case .entry(.tagRule(query: "x", tags: ["y"]), 2) = items[3]
        else {
            Issue.record("\(items)")
            return
        }
    }

    @Test(arguments: [8187, 8188, 8189, 1_000_000])
    func `an entry with very many members is taken whole, or refused`(count: Int) throws {
        let member = "\"\(Self.id(1).text)\","
        let members = String(repeating: member, count: count)

        let items = try items(
            "\"collections\": [{\"name\": \"a\", \"members\": [\(members)]}]")

        switch items.first {
        case .entry(.collection(let collection), 1):
            #expect(collection.members.count == count && count <= 8188)
        case .refused(.collections, 1, let why):
            #expect(count > 8188 && why.contains("several entries"))
        default: Issue.record("\(items.count)")
        }
    }
}
