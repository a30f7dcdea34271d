import CRDT
import Domain
import Primitives
import Testing

@testable import Simulator
@testable import Store

/// Tests that a thing's references are indexed as they show, and that a wrong index is found.
@Suite struct NamingCheckerTests {
    private let ana = 0
    private let ben = 1

    private func dressed() throws -> World {
        let world = try World(2)
        try world.cluster.befriend(ana, ben)
        let shirt = try world.cluster.keep(
            BookmarkDraft(url: "", title: "Shirt", kind: .garment), for: .friends, at: ana)
        try world.cluster.done(
            .wardrobe(
                .keep(
                    BookmarkDraft(url: "", title: "Sunday", kind: .outfit),
                    of: [.id(shirt.text)], to: .friends)), at: ana)
        // No diary was kept here, so that nothing is compared with one.
        try world.cluster.run(for: .seconds(60))
        return world
    }

    @Test func `nothing planted breaks nothing`() throws {
        let world = try dressed()

        for node in [ana, ben] {
            try Attentions.checkNames(world.cluster.machines[node])
            let listed = try world.cluster.machines[node].read { (store) throws(StorageError) in
                try store.database.row("SELECT count(*) FROM named") { Int($0.integer(0)) }
            }
            #expect(listed == 1)
        }
    }

    @Test(arguments: [
        "DELETE FROM named", "UPDATE named SET reference = lower(reference)",
        """
        INSERT INTO named (object, reference) SELECT object, '00' FROM bookmarks
        WHERE kind = 11 ORDER BY object
        """,
    ])
    func `a list that says otherwise breaks the claim`(sql: String) throws {
        let world = try dressed()

        try world.tamper(ben, sql)

        #expect(
            World.brokenClaim { try Attentions.checkNames(world.cluster.machines[ben]) }
                == "what a thing names is listed as it shows")
    }
}
