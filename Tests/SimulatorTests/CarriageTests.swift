import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Simulator
@testable import Store
@testable import Sync

/// Tests carried files in simulated worlds, and their checkers.
@Suite struct CarriageTests {
    @Test(arguments: Carriage.Means.allCases)
    func `two who never meet online agree by what is carried`(means: Carriage.Means) throws {
        let world = try carrying(means)
        try world.cluster.befriend(0, 1)
        try world.cluster.settle()
        world.cluster.cut(0, 1)
        for node in 0...1 { try world.carry(at: node) }

        _ = try world.cluster.keep(Self.link, for: .friends, at: 0)
        for turn in 0..<12 {
            world.cluster.carriage.stickAt = turn % 2
            for number in 0...1 {
                for file in world.cluster.carriage[number].files {
                    world.cluster.carriage[1 - number].put(file.name, file.bytes)
                }
            }
            try world.cluster.run(for: .seconds(90))
        }

        #expect(try world.cluster.links(of: 0, at: 1).map(\.title) == ["a link"])
    }

    @Test func `a segment sealed to one device too many is caught`() throws {
        let world = try carrying(.program, nodes: 3)
        try world.cluster.befriend(0, 1)
        try world.cluster.settle()
        let machines = world.cluster.machines
        world.cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            try engine.step(inbox, at: now, wall: wall).map { effect in
                guard case .folder(let number, .put(let name, let bytes)) = effect else {
                    return effect
                }
                let wider = Self.resealed(
                    bytes, by: machines[node], for: machines[1], and: machines[2])
                return .folder(number, .put(name: name, wider ?? bytes))
            }
        }

        let broken = World.brokenClaim {
            try world.carry(at: 0)
            try world.cluster.run(for: .seconds(60))
        }

        #expect(broken == CarriedSecrets.claim)
    }

    /// Seed 9018: ben had received the removal, and cleo could no longer receive it.
    @Test func `a person who has left a group seals to those they take for members`() throws {
        let world = try fellows()
        let (cluster, ben, cleo) = (world.cluster, 1, 2)
        for other in [0, ben] { cluster.cut(cleo, other) }
        try world.remove(ben)
        let old = cluster.carriage[cleo].files.map(\.name)

        try cluster.done(.leaveGroup(GroupAccount.name(0)), at: cleo)
        try cluster.run(for: .seconds(60))

        #expect(try cluster.groupsJoined(at: ben) == [])
        #expect(try cluster.groupsJoined(at: cleo) == [])
        let fresh = cluster.carriage[cleo].files.filter { !old.contains($0.name) }
        let opened = try fresh.map {
            try Segment(bytes: $0.bytes).open(for: cluster.machines[ben].owner.agreement)
        }
        #expect(opened.contains { if case .contents = $0 { true } else { false } })
    }

    @Test func `a segment of a leaver to a person they know to be removed is caught`() throws {
        let world = try fellows()
        let (cluster, ben, cleo) = (world.cluster, 1, 2)
        for other in [0, cleo] { cluster.cut(ben, other) }
        try world.remove(ben)
        cluster.cut(cleo, 0)
        let machines = cluster.machines
        cluster.stepping = { node, engine, inbox, now, wall throws(StorageError) in
            try engine.step(inbox, at: now, wall: wall).map { effect in
                guard node == cleo, case .folder(let number, .put(let name, let bytes)) = effect
                else { return effect }
                let wider = Self.resealed(
                    bytes, by: machines[cleo], for: machines[0], and: machines[ben])
                return .folder(number, .put(name: name, wider ?? bytes))
            }
        }

        let broken = World.brokenClaim {
            try cluster.done(.leaveGroup(GroupAccount.name(0)), at: cleo)
            try cluster.run(for: .seconds(60))
        }

        // Ben does not know it.
        #expect(try cluster.groupsJoined(at: ben) == [0])
        #expect(broken == CarriedSecrets.claim)
    }

    @Test func `a word that is carried in the clear is caught`() throws {
        let world = try carrying(.program)
        try world.cluster.befriend(0, 1)
        let word = world.cluster.canary(of: 0)
        world.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            try engine.step(inbox, at: now, wall: wall).map { effect in
                guard case .folder(let number, .put(let name, let bytes)) = effect else {
                    return effect
                }
                return .folder(number, .put(name: name, bytes + Array(word.utf8)))
            }
        }

        let broken = World.brokenClaim {
            try world.carry(at: 0)
            try world.cluster.run(for: .seconds(60))
        }

        #expect(broken == CarriedSecrets.claim)
    }

    @Test func `a node that writes the same again and again is no quiet one`() throws {
        let world = try carrying(.program)
        try world.cluster.befriend(0, 1)
        try world.carry(at: 0)
        try world.cluster.settle()
        world.cluster.stepping = { _, engine, inbox, now, wall throws(StorageError) in
            let effects = try engine.step(inbox, at: now, wall: wall)
            let store = engine.store
            try store.transaction { () throws(StorageError) in
                for table in ["carried_readers", "carried_ranges", "carried_segments"] {
                    try store.database.run("DELETE FROM \(table)")
                }
                for place in engine.folders.indices { engine.folders[place].planned = nil }
            }
            return effects
        }

        let broken = World.brokenClaim {
            try Quiescence.check(world.cluster, for: Simulation.quiet)
        }

        #expect(broken == "agreement is quiet")
    }

    @Test func `a world with files that are carried goes the same way again`() throws {
        for means in Carriage.Means.allCases {
            let seed = try #require(
                (UInt64(1001)...1200).first { seed in
                    let options = Options(seed: seed, nodes: nil, minutes: nil)
                    return options.carriage?.means == means && options.devices == nil
                })
            let (verdict, recording) = Simulation(seed: seed).record()

            let scenario = try recording.scenario(named: "again")
            let again = try ScenarioPlayer(try Scenario(text: scenario.text)).play().verdict

            #expect(scenario.text.contains("the carrier comes by chance"))
            #expect(again.broken == nil)
            #expect(again.digest == verdict.digest)
        }
    }

    private static let link = BookmarkDraft(url: "https://example.org/", title: "a link")

    // Creates three in a group, of whom the third has files carried.
    private func fellows() throws -> World {
        let world = try carrying(.program, nodes: 3)
        let group = try world.cluster.foundGroup(at: 0)
        for node in 1...2 { try world.cluster.letIn(node, into: group, by: 0) }
        try world.carry(at: 2)
        try world.cluster.settle()
        return world
    }

    private func carrying(_ means: Carriage.Means, nodes: Int = 2) throws -> World {
        let world = try World(nodes)
        let options = Carriage.Options(means: means, every: .seconds(60))
        world.cluster.carriage = Carriage(options, machines: nodes, dice: Dice(seed: 1))
        world.cluster.carriage.stickAt = 0
        world.cluster.carriage.isOver = true
        return world
    }

    // Returns the segment sealed for one more reader.
    private static func resealed(
        _ bytes: [UInt8], by writer: SimulatedNode, for reader: SimulatedNode,
        and other: SimulatedNode
    ) -> [UInt8]? {
        guard let segment = try? Segment(bytes: bytes),
            case .contents(var contents) = segment.open(for: reader.owner.agreement)
        else { return nil }
        var messages: [[UInt8]] = []
        while let message = try? contents.next() { messages.append(message.bytes) }
        var entropy = Entropy.seeded(Hash.blake2b32([1]))
        var dice = Dice(seed: 1)
        return Segment.bytes(
            of: messages, keys: contents.keys, from: writer.owner.certificate,
            signing: writer.owner.signing,
            to: [reader, other].map(\.owner.agreement.publicKey), entropy: &entropy, dice: &dice)
    }
}

extension World {
    /// The founder of the first group removes a member, and everybody in reach receives that.
    fileprivate func remove(_ node: Int) throws {
        try cluster.done(
            .removeFromGroup(
                GroupAccount.name(0), PersonReference(cluster.machines[node].person.text)), at: 0)
        try cluster.run(for: .seconds(60))
    }

    /// Makes a node have files carried for everybody from now on.
    fileprivate func carry(at node: Int) throws {
        cluster.begin(.addFolder(path: "/carried", for: [.everybody]), at: node)
        try cluster.run(for: .seconds(20))
    }
}
