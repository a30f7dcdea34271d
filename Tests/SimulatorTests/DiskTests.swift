import Domain
import Laws
import Primitives
import Testing

@testable import Simulator
@testable import Store

/// Tests one node and its disk.
@Suite struct DiskTests {
    private let ana = 0

    @Test func `a store on a simulated disk keeps what it was told over kills and power cuts`()
        throws
    {
        let world = try World(1)

        for number in 1...6 {
            _ = try world.cluster.keep(link(number), at: ana)
            try world.cluster.crash(ana, isSilent: number % 2 == 0)
            try world.cluster.start(ana)
        }

        #expect(try world.cluster.links(of: ana, at: ana).count == 6)
        try Integrity.check(world.cluster.machines[ana])
    }

    /// Once, a write-ahead log whose sync had failed looked whole when reopened, and was appended to; the next loss of
    /// power left a hole in it, and what came later was lost.
    @Test(arguments: LawSeeds.seeds(6, soak: 20))
    func `what is acknowledged after a failed sync survives a loss of power`(seed: UInt64) throws {
        let cluster = try Cluster(seed: seed, nodes: 1)
        let disk = cluster.machines[ana].disk
        _ = try cluster.keep(link(1), at: ana)
        try Durability.remember(cluster.machines[ana])

        disk.trap = DiskTrap(at: 1, of: [.sync], .failed, isLasting: true)
        _ = try? cluster.keep(link(2), at: ana)
        disk.mend()
        if cluster.machines[ana].state == .down { try cluster.start(ana) }
        _ = try cluster.keep(link(3), at: ana)
        try cluster.crash(ana, isSilent: true)
        try cluster.start(ana)

        let titles = try cluster.links(of: ana, at: ana).map(\.title)
        #expect(titles.contains("link 1") && titles.contains("link 3"))
    }

    /// SQLite syncs the directory with the first sync of each log that it opens. Once, the simulated disk did so for
    /// new logs alone, and lost the name of an existing one whose first sync had failed.
    @Test(arguments: LawSeeds.seeds(6, soak: 20))
    func `a log that was new when its first sync failed keeps its name`(seed: UInt64) throws {
        let cluster = try Cluster(seed: seed, nodes: 1)
        let machine = cluster.machines[ana]
        _ = try cluster.keep(link(1), at: ana)
        try Durability.remember(machine)
        machine.close()
        try cluster.start(ana)

        machine.disk.trap = DiskTrap(at: 1, of: [.sync], .failed, isLasting: true)
        _ = try? cluster.keep(link(2), at: ana)
        machine.disk.mend()
        if machine.state == .down { try cluster.start(ana) }
        _ = try cluster.keep(link(3), at: ana)
        try cluster.crash(ana, isSilent: true)
        try cluster.start(ana)

        let titles = try cluster.links(of: ana, at: ana).map(\.title)
        #expect(titles.contains("link 1") && titles.contains("link 3"))
    }

    @Test func `a disk that is full refuses what is new, and takes it when there is room`() throws {
        let world = try World(1)
        let disk = world.cluster.machines[ana].disk
        _ = try world.cluster.keep(link(1), at: ana)
        try Durability.remember(world.cluster.machines[ana])

        disk.capacity = disk.size
        let refused = World.brokenClaim { _ = try world.cluster.keep(link(2), at: ana) }
        #expect(refused == "what is asked is answered")
        #expect(try world.cluster.links(of: ana, at: ana).map(\.title) == ["link 1"])
        disk.mend()
        try world.cluster.run(for: .seconds(11))
        if world.cluster.machines[ana].state == .down { try world.cluster.start(ana) }
        _ = try world.cluster.keep(link(3), at: ana)

        #expect(try world.cluster.links(of: ana, at: ana).map(\.title) == ["link 1", "link 3"])
    }

    @Test func `a full disk does not make its node call friends again and again`() throws {
        let world = try World(3)
        for friend in 1...2 { try world.cluster.befriend(ana, friend) }
        let disk = world.cluster.machines[ana].disk
        try Durability.remember(world.cluster.machines[ana])
        world.cluster.witness = Witness(machines: 3)

        disk.capacity = disk.size
        try world.cluster.crash(1)
        try world.cluster.start(1)
        try world.cluster.run(for: .seconds(120))

        let marks = try #require(world.cluster.witness).marks
        #expect((1...12).contains(marks.count(of: .failedStep)))
    }

    @Test func `who asks is answered on a full disk, whatever waits there to be written`() throws {
        let world = try World(2)
        try world.cluster.befriend(ana, 1)
        _ = try world.cluster.keep(link(1), at: ana)
        let machine = world.cluster.machines[ana]
        let store = try #require(machine.store)
        try store.transaction { () throws(StorageError) in
            try store.database.run("INSERT INTO refolds (audience) VALUES (?)", .integer(2))
        }
        try Durability.remember(machine)
        world.cluster.witness = Witness(machines: 2)

        machine.disk.capacity = machine.disk.size
        let refused = World.brokenClaim { _ = try world.cluster.keep(link(2), at: ana) }
        let shown = try world.cluster.links(of: ana, at: ana).map(\.title)
        try world.cluster.run(for: .seconds(9))

        #expect(refused == "what is asked is answered" && shown == ["link 1"])
        let marks = try #require(world.cluster.witness).marks
        #expect(marks.count(of: .failedStep) == 1)
        machine.disk.mend()
        try world.cluster.run(for: .seconds(11))
        #expect(try machine.read { (store) throws(StorageError) in store.isRefoldWaiting } == false)
    }

    @Test func `a damaged page breaks the claim that a database is whole`() throws {
        let world = try World(1)
        _ = try world.cluster.keep(link(1), at: ana)
        let machine = world.cluster.machines[ana]
        machine.close()
        var files = world.disk(of: ana)
        files[0].bytes.withUnsafeMutableBytes { bytes in
            for place in 8 * 4096..<8 * 4096 + 8 { bytes[place] = 0xFF }
        }

        world.replaceDisk(of: ana, by: files)

        #expect(World.brokenClaim { try Integrity.check(machine) } == "a database is whole")
    }

    @Test func `at every so many calls of a day power goes, and others fail, and nothing is lost`()
        throws
    {
        let report = try CrashPoints(stride: 97, cutsEach: 3).run()

        #expect(report.broken == [])
        #expect(report.cuts > 30)
        #expect(report.refused > 15)
    }

    @Test func `power cuts lose nothing`() throws {
        let reports = try (UInt64(1)...2).map { try PowerCuts(seed: $0).run(cutsMax: 100) }

        #expect(reports.flatMap(\.broken) == [])
        #expect(reports.allSatisfy { $0.cuts == 100 })
    }

    private func link(_ number: Int) -> BookmarkDraft {
        BookmarkDraft(url: "https://example.org/\(number)", title: "link \(number)")
    }
}
