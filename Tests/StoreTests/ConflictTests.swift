import CRDT
import Domain
import Primitives
import Testing

@testable import Store

@Suite struct ConflictTests {
    /// Creates a link whose title two devices wrote concurrently.
    private func world() throws -> (world: ReadingWorld, id: ObjectID) {
        let world = try ReadingWorld()
        let id = try world.keep([BookmarkDraft(url: "https://example.org/", title: "Quilt")])[0]
        try world.step { (store) throws(StorageError) in
            let me = try store.me
            guard
                let old = try store.object(id, author: me, in: .private).state
                    .register(Schema.Thing.title)?.shown
            else { throw .corrupt }
            for (index, title) in ["Pillow", "Blanket"].enumerated() {
                let stamp = HybridTime(rawValue: old.carrier.stamp.rawValue + UInt64(index) + 1)
                let write = FieldWrite(
                    object: .id(id), field: Schema.Thing.title, value: Array(title.utf8),
                    replaces: [old.dot])
                try store.update(id, author: me, in: .private) {
                    $0.apply(
                        .write(write),
                        dot: .position(
                            chain: old.carrier.chain, sequence: 0, index: 1000 + UInt32(index)),
                        carrier: Carrier(chain: old.carrier.chain, stamp: stamp))
                }
            }
        }
        return (world, id)
    }

    @Test func `a losing value is shown beside the winning one`() throws {
        let (world, _) = try world()

        let found = try world.page(ListRequest(query: "is:conflicted")).items

        #expect(found.map(\.title) == ["Blanket"])
        #expect(found.map { $0.conflicts.map(\.field) } == [["title"]])
        #expect(found.map { $0.conflicts.map(\.losingValue) } == [["Pillow"]])
        #expect(found.map { $0.conflicts.map(\.writer.isMe) } == [[true]])
    }

    @Test func `in a group it says which member wrote what lost`() throws {
        let world = try GroupWorld(seed: 13)
        let draft = BookmarkDraft(url: "https://loom.example/", title: "Loom")
        let id = try world.ana.keep(draft, in: .group("lab"))[0]
        for member in [world.ben, world.cleo] {
            try world.meet(world.ana, member)
            try member.perform(
                .edit(.id(id.text), BookmarkChange(title: "as \(member.owner.name) says")))
        }
        for member in [world.ben, world.cleo] { try world.meet(world.ana, member) }

        let shown = try world.ana.show(id)

        let writers = ["as ben says": world.ben, "as cleo says": world.cleo]
        let lost = try #require(shown.conflicts.first)
        #expect(shown.conflicts.count == 1)
        #expect(writers[shown.title] != nil && lost.losingValue != shown.title)
        #expect(lost.writer.person == writers[lost.losingValue]?.owner.person)
        #expect(shown.author.person == world.ana.owner.person)
    }

    @Test func `writing the field again ends the conflict`() throws {
        let (world, id) = try world()

        try world.perform(.edit(.id(id.text), BookmarkChange(title: "Quilt")))

        #expect(try world.page(ListRequest(query: "is:conflicted")).items == [])
        #expect(try world.page(ListRequest(query: "quilt")).items.map(\.conflicts) == [[]])
    }
}
