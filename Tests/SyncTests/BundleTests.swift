import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

struct BundleTests {
    private func links(_ numbers: Range<Int>) -> [BookmarkDraft] {
        numbers.map { BookmarkDraft(url: "https://\($0).example", title: "link \($0)") }
    }

    private func report(_ answer: Answer?) throws -> BundleReport {
        guard case .bundle(let report) = answer else {
            Issue.record("no report: \(String(describing: answer))")
            throw SyncNode.NotPaired()
        }
        return report
    }

    private func problem(_ answer: Answer?) throws -> Problem {
        guard case .rejected(let problem) = answer else {
            Issue.record("not refused: \(String(describing: answer))")
            throw SyncNode.NotPaired()
        }
        return problem
    }

    @Test func `two who never connect have each other's links by one bundle each way`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<30), in: .friends)
        try pair.bob.keep(links(50..<60), in: .friends)

        let there = try Carried.made(by: pair.ana, for: "@Bob")
        let report = try report(there.apply(to: pair.bob))
        try Carried.made(by: pair.bob, for: "@Ana").apply(to: pair.ana)

        #expect(report.deltas > 0 && report.others == ["@Ana"] && !report.isWaiting)
        #expect(try pair.ana.titles() == pair.bob.titles())
        #expect(try pair.bob.titles().count == 40)
    }

    @Test func `applying twice, or the same parts in another order, changes nothing`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<5), in: .friends)
        let there = try Carried.made(by: pair.ana, for: "Bob")
        try there.apply(to: pair.bob)
        let before = try pair.bob.frontiers()

        var turned = there
        turned.segments.reverse()
        let again = try report(there.apply(to: pair.bob))
        try turned.apply(to: pair.bob)

        #expect(again.deltas == 0)
        #expect(try pair.bob.frontiers() == before)
    }

    @Test func `what a friend has acknowledged is not carried again`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<300), in: .friends)
        let first = try Carried.made(by: pair.ana, for: "Bob")
        try first.apply(to: pair.bob)

        let unheard = try Carried.made(by: pair.ana, for: "Bob")
        try Carried.made(by: pair.bob, for: "Ana").apply(to: pair.ana)
        try pair.ana.keep(links(300..<301), in: .friends)
        let second = try Carried.made(by: pair.ana, for: "Bob")
        let whole = try Carried.made(by: pair.ana, for: "Bob", isWhole: true)

        #expect(unheard.bytes.count == first.bytes.count)
        #expect(second.bytes.count < first.bytes.count)
        #expect(whole.bytes.count >= first.bytes.count)
        #expect(try report(second.apply(to: pair.bob)).deltas == 1)
    }

    @Test func `what a link has brought is known too`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<300), in: .friends)
        try pair.connect()

        let made = try Carried.made(by: pair.ana, for: "Bob")

        #expect(try report(pair.ana.answers.last).deltas == 0)
        #expect(made.bytes.count < 40_000)
    }

    @Test func `a torn bundle says so, and what is whole of it is taken in`() throws {
        let pair = try SyncPair()
        for start in stride(from: 0, to: 2000, by: 500) {
            let drafts = (start..<start + 500).map {
                BookmarkDraft(
                    url: "https://\($0).example", title: "link \($0)",
                    note: String(repeating: "\($0) ", count: 300))
            }
            try pair.ana.keep(drafts, in: .friends)
        }
        let there = try Carried.made(by: pair.ana, for: "Bob")
        #expect(there.segments.count > 2)
        var half = there
        half.segments.removeLast(there.segments.count - 1)
        half.end = .torn

        let answer = try half.apply(to: pair.bob)
        let some = try pair.bob.frontiers()
        let whole = try report(there.apply(to: pair.bob))

        #expect(try problem(answer).code == .damagedFile)
        #expect(some.contains { !$0.entries.isEmpty })
        #expect(whole.deltas > 0)
        #expect(try pair.ana.titles().count == pair.bob.titles().count)
    }

    @Test func `each bit of a bundle that is another one is noticed`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<3), in: .friends)
        let there = try Carried.made(by: pair.ana, for: "Bob")
        let before = try pair.bob.frontiers()
        var dice = Dice(seed: 4)

        for _ in 0..<200 {
            var other = there
            let segment = dice.roll(below: other.segments.count)
            let place = dice.roll(below: other.segments[segment].count)
            other.segments[segment][place] ^= UInt8(1 << dice.roll(below: 8))
            other.segments = [other.segments[segment]]
            let code = try problem(other.apply(to: pair.bob)).code
            // If the flip hits a sealed delivery, bob's own or another's, the segment may be for
            // nobody here.
            #expect(code == .damagedFile || code == .notFound)
        }

        #expect(try pair.bob.frontiers() == before)
    }

    @Test func `what is private, or for another friend alone, is in nobody else's bundle`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        try pair.ana.add(friend: cleo)
        try cleo.add(friend: pair.ana)
        try pair.ana.keep([BookmarkDraft(url: "https://a.example", title: "mine")], in: .private)
        try pair.ana.keep(
            [BookmarkDraft(url: "https://b.example", title: "for cleo")], in: .person("Cleo"))
        try pair.ana.keep([BookmarkDraft(url: "https://c.example", title: "all")], in: .friends)

        let both = try Carried.made(by: pair.ana, for: "Bob", "Cleo")
        try both.apply(to: pair.bob)
        try both.apply(to: cleo)

        #expect(try pair.bob.titles() == ["all"])
        #expect(try cleo.titles() == ["all", "for cleo"])
    }

    @Test func `a bundle for others is nothing for whoever finds it`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        try pair.ana.keep(links(0..<3), in: .friends)
        let there = try Carried.made(by: pair.ana, for: "Bob")

        let answer = try there.apply(to: cleo)

        #expect(try problem(answer).code == .notFound)
        #expect(try cleo.titles().isEmpty)
    }

    @Test func `nothing of a stranger is taken in, and the report says who they are`() throws {
        let ana = try SyncNode(1, name: "Ana")
        let bob = try SyncNode(2, name: "Bob")
        try ana.add(friend: bob)
        try ana.keep(links(0..<3), in: .friends)
        let there = try Carried.made(by: ana, for: "Bob")

        let refused = try problem(there.apply(to: bob))
        try bob.add(friend: ana)
        let taken = try report(there.apply(to: bob))

        #expect(refused.code == .conflict)
        #expect(refused.detail.contains(ana.owner.person.text.prefix(8)))
        #expect(taken.deltas > 0)
    }

    @Test func `whoever is no friend any more finds nothing in what is made then`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(links(0..<3), in: .friends)
        try Carried.made(by: pair.ana, for: "Bob").apply(to: pair.bob)
        try pair.ana.ask(.command(.removeFriend(PersonReference("Bob"), isBlocked: false)))
        try pair.ana.keep(links(3..<4), in: .friends)

        _ = try Carried.made(by: pair.ana, for: "Bob")
        let answer = pair.ana.answers.last
        let all = try Carried.made(by: pair.ana, for: "everybody")

        #expect(try problem(answer).code == .notFound)
        #expect(all.segments.isEmpty)
        #expect(try pair.bob.titles().count == 3)
    }

    @Test func `a bundle for own devices carries what is private`() throws {
        let first = try SyncNode(1, name: "Ana")
        let second = try SyncNode(1, name: "Ana", pairedWith: first)
        try first.keep(links(0..<10), in: .private)

        let there = try Carried.made(by: first, for: "me")
        let report = try report(there.apply(to: second))

        #expect(report.others == ["your other devices"])
        #expect(try second.titles().count == 10)
    }

    @Test func `a friend passes on what a common friend shares`() throws {
        let pair = try SyncPair()
        let cleo = try SyncNode(3, name: "Cleo")
        for (one, other) in [(pair.ana, cleo), (pair.bob, cleo)] {
            try one.add(friend: other)
            try other.add(friend: one)
        }
        try pair.ana.keep(links(0..<4), in: .friends)
        try Carried.made(by: pair.ana, for: "Bob").apply(to: pair.bob)

        let relayed = try Carried.made(by: pair.bob, for: "Cleo")
        try relayed.apply(to: cleo)

        #expect(try cleo.titles().count == 4)
    }

    /// Seed 5 of the simulator: a member left while it was being made, and was sealed what came
    /// after that.
    @Test func `who goes while a bundle is made is in nothing that is made then`() throws {
        let pair = try SyncPair()
        let ana = pair.ana
        try ana.keep(drafts(60, "long", noteBytes: 50_000), in: .friends)
        var packing = try ana.store.transaction { () throws(StorageError) in
            let friend = Addressee.friend(PersonReference("Bob"))
            guard case .success(let parcels) = try ana.store.parcels(for: [friend], isWhole: true)
            else { throw .corrupt }
            return ana.engine.packing(of: parcels)
        }
        func next() throws -> PackedSegment? {
            try ana.store.transaction { () throws(StorageError) in
                try packing.next(from: ana.store, limits: .standard)
            }
        }
        let first = try #require(try next())

        try ana.ask(.command(.removeFriend(PersonReference("Bob"), isBlocked: false)))

        #expect(first.readers == [pair.bob.owner.certificate])
        #expect(try next()?.readers == nil)
    }

    @Test func `nobody is named, or nobody is there`() throws {
        let ana = try SyncNode(1, name: "Ana")

        _ = try Carried.made(by: ana, for: "@Nobody")
        let unknown = try problem(ana.answers.last)
        _ = try Carried.made(by: ana, for: "me")
        let alone = try problem(ana.answers.last)

        #expect(unknown.code == .notFound)
        #expect(alone.code == .conflict)
    }

    @Test func `what is no bundle is called that`() throws {
        let ana = try SyncNode(1, name: "Ana")

        let foreign = try problem(Carried(end: .foreign).apply(to: ana))
        let empty = try problem(Carried().apply(to: ana))
        let beginning = try problem(Carried(end: .torn).apply(to: ana))

        #expect(beginning.code == .damagedFile)
        #expect(foreign.code == .invalidValue)
        #expect(empty.code == .invalidValue)
    }
}
