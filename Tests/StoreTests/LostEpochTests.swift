import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests an epoch made by a laptop of Ana's that runs twice: what it has written since is void, and so is the epoch,
/// even for those that received it in time.
@Suite struct LostEpochTests {
    /// Ben and dora are Ana's friends, and cleo was. The laptop has made the epoch that excludes cleo, the phone has
    /// written under it, and the laptop's twin has written something else in its place. Ben has met the phone; dora has
    /// met first the twin and then the phone.
    private struct World {
        let laptop: WriteReplica
        let phone: WriteReplica
        let ben: WriteReplica
        let dora: WriteReplica
        let proof: ForkProof
        private let disk: TemporaryDatabase

        init() throws {
            laptop = try WriteReplica(1, name: "Ana")
            ben = try WriteReplica(2, name: "Ben")
            dora = try WriteReplica(3, name: "Dora")
            let cleo = try WriteReplica(4, name: "Cleo")
            for friend in [ben, dora, cleo] { try laptop.add(friend: friend) }
            for friend in [ben, dora] { try friend.add(friend: laptop) }
            phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
            try laptop.mirror(to: phone)
            try phone.keep(link("before"), in: .friends)
            try phone.keep(link("kept"), in: .friends)
            try phone.mirror(to: laptop)
            disk = try TemporaryDatabase()
            let twin = try WriteReplica(twinOf: laptop, at: disk)

            try laptop.perform(.removeFriend(PersonReference("Cleo"), isBlocked: false))
            try laptop.mirror(to: phone)
            try phone.keep(link("phone"), in: .friends)
            try twin.keep(link("twin"), in: .friends)
            try phone.sync(to: ben)
            try twin.sync(to: dora)
            try phone.sync(to: dora)
            proof = try #require(try dora.proofs(.friends, of: laptop).first)
        }

        /// The phone declares dead its operation that made a copy among friends.
        func bury(_ title: String) throws {
            let id = try #require(try phone.links(of: laptop).first { $0.title == title }).id
            try phone.step { (store) throws(StorageError) in
                let audience = try store.audience(.friends, of: phone.owner.person)
                for chain in try store.chains(of: audience) {
                    for sequence in 0..<chain.length {
                        let said = try store.operations(ofDelta: chain.row(sequence)) ?? []
                        let makes = said.contains {
                            $0.operation.isCreation && $0.operation.copied == id
                        }
                        guard makes else { continue }
                        try store.writeCheckpoint(
                            of: chain.id, burying: [sequence], in: audience, at: phone.wall)
                    }
                }
            }
        }

        func erase(at friend: WriteReplica) throws {
            while try friend.step({ (store) throws(StorageError) in
                try store.eraseSome(at: friend.wall)
            }) {}
        }

        /// Returns what a friend has of everything that Ana wrote.
        func known(by friend: WriteReplica) throws -> [KnownObject] {
            try friend.known().filter { $0.author == laptop.owner.person }
        }
    }

    @Test func `a peer that heard of a lost epoch before the proof shows no more than others`()
        throws
    {
        let world = try World()
        #expect(try world.ben.titles(of: world.laptop) == ["before", "kept", "phone"])
        #expect(try world.dora.titles(of: world.laptop) == ["before", "kept"])

        #expect(try world.ben.take(world.proof, .friends, of: world.laptop) == .parted)

        let digests = try [world.ben, world.dora].map { try $0.digest(.friends, of: world.laptop) }
        #expect(digests[0] == digests[1])
        #expect(try world.ben.titles(of: world.laptop) == ["before", "kept"])
        #expect(try world.known(by: world.ben) == world.known(by: world.dora))
    }

    @Test func `a person who has written under a lost epoch makes it again`() throws {
        let world = try World()
        try world.ben.take(world.proof, .friends, of: world.laptop)
        let epochs = try world.phone.keys()

        #expect(try world.phone.take(world.proof, .friends, of: world.laptop) == .parted)
        #expect(try world.phone.titles(of: world.laptop).contains("phone"))
        for friend in [world.ben, world.dora] { try world.phone.sync(to: friend) }

        for friend in [world.ben, world.dora] {
            #expect(try friend.titles(of: world.laptop) == ["before", "kept", "phone"])
        }
        #expect(try world.known(by: world.ben) == world.known(by: world.dora))
        #expect(try world.phone.keys() == epochs)
    }

    @Test func `deltas declared dead under a lost epoch live until it is made again`() throws {
        let world = try World()
        try world.bury("kept")
        try world.phone.sync(to: world.ben)
        try world.phone.sync(to: world.dora)
        try world.erase(at: world.ben)
        #expect(try world.ben.titles(of: world.laptop) == ["before", "phone"])

        try world.ben.take(world.proof, .friends, of: world.laptop)
        #expect(try world.ben.titles(of: world.laptop) == ["before"])
        for run in try world.dora.runs(of: world.dora.row(.friends, of: world.laptop)) {
            try world.ben.receive(run)
        }
        #expect(try world.ben.titles(of: world.laptop) == ["before", "kept"])
        #expect(try world.known(by: world.ben) == world.known(by: world.dora))

        try world.phone.take(world.proof, .friends, of: world.laptop)
        for friend in [world.ben, world.dora] {
            try world.phone.sync(to: friend)
            try world.erase(at: friend)
            #expect(try friend.titles(of: world.laptop) == ["before", "phone"])
        }
        #expect(try world.known(by: world.ben) == world.known(by: world.dora))
    }

    @Test func `deltas sealed beyond the fork stay without effect when their key comes`() throws {
        let world = try World()
        try world.ben.take(world.proof, .friends, of: world.laptop)
        let keys = try world.phone.keys()
        try world.ben.take(keys)
        try world.ben.step { (store) throws(StorageError) in
            for key in keys { try store.retryWaiting(on: key.name.bytes) }
        }

        #expect(try world.ben.titles(of: world.laptop) == ["before", "kept"])
        #expect(try world.known(by: world.ben) == world.known(by: world.dora))
    }
}
