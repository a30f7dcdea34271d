import CRDT
import Domain
import Primitives
import Store
import Testing

@testable import Simulator

/// Scenarios of a device that runs twice because its disk was copied while it ran: ana is node 0, ana's friend ben 1,
/// cleo 2; the last node runs on the copy.
@Suite struct TwinStoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2
    private let twin = 3

    @Test(arguments: [false, true])
    func `nothing that was written on either is lost, and a friend sees all of it`(
        isTwinFirst: Bool
    ) throws {
        let world = try World(4)
        try world.cluster.befriend(ana, ben)
        try world.cluster.befriend(ana, cleo)
        try world.cluster.befriend(ben, cleo)
        let old = try world.cluster.keep(link("old"), for: .friends, at: ana)
        try world.cluster.settle()
        for node in [ben, cleo] { world.cluster.cut(ana, node) }
        try world.cluster.clone(ana, onto: twin)
        for node in [ben, cleo] { world.cluster.cut(twin, node) }

        for node in [ana, twin] {
            for number in 0..<3 {
                _ = try world.cluster.keep(link("\(node) \(number)"), for: .friends, at: node)
            }
        }
        try world.cluster.done(edit(old, "old, edited"), at: ana)
        let (first, second) = isTwinFirst ? (twin, ana) : (ana, twin)
        try world.cluster.heal()
        // Each meets one of two friends, who then meet.
        world.cluster.cut(first, cleo)
        world.cluster.cut(second, ben)
        world.cluster.cut(ben, cleo)
        try world.cluster.run(for: .seconds(400))
        try world.cluster.heal()

        let all = ["0 0", "0 1", "0 2", "3 0", "3 1", "3 2", "old, edited"]
        try settle([ana, ben, cleo, twin], world)
        for node in [ben, cleo] { #expect(try world.titles(of: ana, at: node) == all) }
        // What the other twin shared shows like things whose home was lost.
        #expect(try world.titles(of: ana, at: ana) == all)
        #expect(try world.titles(of: ana, at: twin) == all.dropLast() + ["old"])
        // A peer that was unreachable for a while is retried after five minutes.
        try world.cluster.run(for: .seconds(400))
        try Quiescence.check(world.cluster, for: .seconds(300))
        for node in [ana, twin] { #expect(try isTold(node, world)) }
        #expect(try !isTold(ben, world))
    }

    @Test func `two that meet the same friend all the time come to rest`() throws {
        let world = try World(4)
        try world.cluster.befriend(ana, ben)
        _ = try world.cluster.keep(link("old"), for: .friends, at: ana)
        try world.cluster.settle()

        try world.cluster.clone(ana, onto: twin)
        for number in 0..<4 {
            for node in [ana, twin] {
                _ = try world.cluster.keep(link("\(node) \(number)"), for: .friends, at: node)
                try world.cluster.run(for: .milliseconds(700))
            }
        }

        try settle([ana, ben, twin], world)
        let all = (0..<4).map { "0 \($0)" } + (0..<4).map { "3 \($0)" } + ["old"]
        #expect(try world.titles(of: ana, at: ben) == all)
        try world.cluster.run(for: .seconds(400))
        try Quiescence.check(world.cluster, for: .seconds(300))
        // Both continue to write, each in a chain of its own.
        for node in [ana, twin] {
            _ = try world.cluster.keep(link("\(node) late"), for: .friends, at: node)
        }
        try settle([ana, ben, twin], world)
        #expect(try world.titles(of: ana, at: ben).filter { $0.hasSuffix("late") }.count == 2)
        #expect(try forks(at: ben, world) == 1)
    }

    @Test(arguments: [false, true])
    func `what a member's device wrote twice over is in the group`(isFounder: Bool) throws {
        let lab = try Lab(4)
        for node in [ben, cleo] { try lab.join(node) }
        let paper = try lab.cluster.keep(Lab.link("paper"), for: .group("lab"), at: cleo)
        try lab.settle([ana, ben, cleo])
        let copied = isFounder ? ana : ben
        let others = [ana, ben, cleo].filter { $0 != copied }
        for node in others { lab.cluster.cut(copied, node) }
        try lab.cluster.clone(copied, onto: twin)
        for node in others { lab.cluster.cut(twin, node) }

        for node in [copied, twin] {
            _ = try lab.cluster.keep(Lab.link("at\(node)"), for: .group("lab"), at: node)
        }
        try lab.cluster.done(Lab.edit(paper, BookmarkChange(title: "renamed")), at: copied)
        try lab.cluster.done(Lab.edit(paper, BookmarkChange(addTags: ["read"])), at: twin)
        try lab.cluster.heal()
        try lab.cluster.run(for: .seconds(300))
        try lab.settle([ana, ben, cleo, twin])
        try lab.cluster.run(for: .seconds(400))

        for node in [ana, ben, cleo, twin] {
            #expect(try lab.titles(at: node) == ["at\(copied)", "at3", "renamed"].sorted())
            #expect(try lab.links(at: node).first { $0.title == "renamed" }?.tags == ["read"])
            #expect(try lab.members(at: node).count == 3)
        }
        try Quiescence.check(lab.cluster, for: .seconds(300))
    }

    // MARK: Helpers

    private func link(_ title: String) -> BookmarkDraft {
        let path = title.split(separator: " ").joined(separator: "-")
        return BookmarkDraft(url: "https://example.org/\(path)", title: title)
    }

    private func edit(_ id: ObjectID, _ title: String) -> Command {
        .edit(.id(id.text), BookmarkChange(title: title))
    }

    private func isTold(_ node: Int, _ world: World) throws -> Bool {
        guard case .status(let status) = try world.cluster.ask(.query(.status()), at: node) else {
            return false
        }
        return status.foundTwiceAt != nil
    }

    private func forks(at node: Int, _ world: World) throws -> Int {
        let person = world.cluster.machines[ana].person
        return try world.cluster.machines[node].read { (store) throws(StorageError) in
            let row = try store.audienceRow(.friends, of: person)
            return try store.forks(of: row).count
        }
    }

    /// Waits until the nodes hold the same of what ana shares with friends.
    private func settle(_ nodes: [Int], _ world: World) throws {
        let end = world.cluster.now + .seconds(900)
        let person = world.cluster.machines[ana].person
        while true {
            let digests = try nodes.map { node in
                try world.cluster.machines[node].read { (store) throws(StorageError) in
                    let row = try store.audienceRow(.friends, of: person)
                    return (try store.digest(of: row), try store.frontier(of: row))
                }
            }
            if digests.allSatisfy({ $0.0 == digests[0].0 }) { return }
            guard world.cluster.now < end else {
                throw BrokenClaim(
                    "all hold the same branches",
                    digests.map { "\($0.1.entries.map(\.length))" }.joined(separator: " "))
            }
            try world.cluster.run(for: .seconds(1))
        }
    }
}
