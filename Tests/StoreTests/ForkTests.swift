import CRDT
import Domain
import Laws
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests a device of Ana's that runs twice, on a copied disk, as others see it.
@Suite struct ForkTests {
    /// Ana and a twin of Ana's device, each with deltas of its own after their common ones.
    private struct World {
        let ana: WriteReplica
        let twin: WriteReplica
        let disk: TemporaryDatabase

        init(words: (Int, Int) = (3, 2)) throws {
            ana = try WriteReplica(1, name: "Ana")
            let ben = try WriteReplica(2, name: "Ben")
            try ana.add(friend: ben)
            try ana.keep(link("before"), in: .friends)
            disk = try TemporaryDatabase()
            twin = try WriteReplica(twinOf: ana, at: disk)
            for number in 0..<words.0 { try ana.keep(link("ana \(number)"), in: .friends) }
            for number in 0..<words.1 { try twin.keep(link("twin \(number)"), in: .friends) }
        }

        /// Creates a person who has added Ana and has Ana's keys.
        func friend(_ number: UInt8) throws -> WriteReplica {
            let friend = try WriteReplica(number, name: "Friend \(number)")
            try friend.add(friend: ana)
            try friend.take(try ana.keys())
            return friend
        }

        func runs(
            of replica: WriteReplica, cutAt bytes: () -> Int = { 1 }
        ) throws -> [WriteReplica.Run] {
            try replica.runs(of: try replica.row(.friends, of: replica), cutAt: bytes)
        }
    }

    @Test func `two branches at one place prove a fork, and only what is before it counts`() throws
    {
        let world = try World()
        let ben = try world.friend(2)
        for run in try world.runs(of: world.ana) { try ben.receive(run) }
        #expect(try ben.titles(of: world.ana) == ["ana 0", "ana 1", "ana 2", "before"])

        let other = try world.runs(of: world.twin, cutAt: { 100_000 })
        #expect(try ben.receive(other[0]) == .parted)

        #expect(try ben.titles(of: world.ana) == ["before"])
        let proof = try #require(try ben.proofs(.friends, of: world.ana).first)
        #expect(proof.device == world.ana.owner.device)
        #expect(proof.branches.map(\.headers.count) == [1, 1])
        #expect(try ben.receive(other[0]) == .known)
        for run in try world.runs(of: world.ana) { #expect(try ben.receive(run) == .known) }
        #expect(try ben.proofs(.friends, of: world.ana) == [proof])
    }

    @Test func `a proof that somebody else tells has the same effect as one's own`() throws {
        let world = try World()
        let (ben, cleo) = (try world.friend(2), try world.friend(3))
        for run in try world.runs(of: world.ana) { try ben.receive(run) }
        for run in try world.runs(of: world.twin) { try cleo.receive(run) }
        let before = try ben.digest(.friends, of: world.ana)
        for run in try world.runs(of: world.ana, cutAt: { 100_000 }) { try cleo.receive(run) }
        let proof = try #require(try cleo.proofs(.friends, of: world.ana).first)

        #expect(try ben.take(proof, .friends, of: world.ana) == .parted)
        #expect(try ben.take(proof, .friends, of: world.ana) == .known)

        #expect(try ben.digest(.friends, of: world.ana) == cleo.digest(.friends, of: world.ana))
        #expect(try ben.digest(.friends, of: world.ana) != before)
        #expect(try ben.titles(of: world.ana) == ["before"])
        #expect(try cleo.titles(of: world.ana) == ["before"])
    }

    @Test(arguments: LawSeeds.seeds(8, soak: 40))
    func `holders of any branches, received in any order, end alike`(seed: UInt64) throws {
        let world = try World(words: (4, 4))
        var dice = Dice(seed: seed)
        let cut = { dice.roll(below: 3) == 0 ? 5000 : 1 }
        let finder = try world.friend(9)
        for run in try world.runs(of: world.ana) { try finder.receive(run) }
        for run in try world.runs(of: world.twin, cutAt: { 100_000 }) { try finder.receive(run) }
        let proof = try #require(try finder.proofs(.friends, of: world.ana).first)
        let expected = try finder.digest(.friends, of: world.ana)

        // One branch, the other, both, or none; and the proof at some time.
        for holds in [[0], [1], [0, 1], []] {
            let ben = try world.friend(2)
            var parcels: [WriteReplica.Run?] = [nil]
            for branch in holds {
                parcels += try world.runs(of: [world.ana, world.twin][branch], cutAt: cut)
            }
            for _ in 0..<2 {
                for parcel in dice.shuffle(parcels) {
                    if let parcel {
                        try ben.receive(parcel)
                    } else {
                        try ben.take(proof, .friends, of: world.ana)
                    }
                }
            }
            // What precedes the fork comes from a peer that knows of it.
            for run in try finder.runs(of: try finder.row(.friends, of: world.ana)) {
                try ben.receive(run)
            }
            try ben.take(proof, .friends, of: world.ana)

            #expect(try ben.digest(.friends, of: world.ana) == expected, "\(holds)")
            #expect(try ben.titles(of: world.ana) == ["before"], "\(holds)")
            let known = try ben.known().filter { $0.author == world.ana.owner.person }
            let found = try finder.known().filter { $0.author == world.ana.owner.person }
            #expect(known == found, "\(holds)")
        }
    }

    @Test func `of several proofs of a chain the smallest place counts, and one is kept`() throws {
        let world = try World(words: (4, 1))
        let disk = try TemporaryDatabase()
        let third = try WriteReplica(twinOf: world.ana, at: disk)
        try world.ana.keep(link("ana late"), in: .friends)
        try third.keep(link("third late"), in: .friends)
        let (ben, cleo) = (try world.friend(2), try world.friend(3))
        let others = [world.ana, third, world.twin]
        var proofs: [ForkProof] = []

        for replica in others {
            for run in try world.runs(of: replica, cutAt: { 100_000 }) { try ben.receive(run) }
            proofs += try ben.proofs(.friends, of: world.ana)
        }

        // A second verdict within a minute waits with its refold.
        try ben.step { (store) throws(StorageError) in
            try store.settleRefolds(at: WallTime(milliseconds: ben.wall.milliseconds + 60_000))
        }

        #expect(proofs.count == 2)
        #expect(proofs[0].sequence > proofs[1].sequence)
        #expect(try ben.proofs(.friends, of: world.ana) == [proofs[1]])
        #expect(try ben.titles(of: world.ana) == ["before"])
        for run in try world.runs(of: third) { try cleo.receive(run) }
        #expect(try cleo.take(proofs[1], .friends, of: world.ana) == .parted)
        #expect(try cleo.take(proofs[0], .friends, of: world.ana) == .known)
        #expect(try cleo.digest(.friends, of: world.ana) == ben.digest(.friends, of: world.ana))
    }

    @Test func `a forged proof is refused, and one of an audience not known yet is early`() throws {
        let world = try World()
        let ben = try world.friend(2)
        for run in try world.runs(of: world.ana) { try ben.receive(run) }
        for run in try world.runs(of: world.twin, cutAt: { 100_000 }) { try ben.receive(run) }
        let proof = try #require(try ben.proofs(.friends, of: world.ana).first)
        let cleo = try world.friend(3)
        #expect(try cleo.take(proof, .friends, of: world.ana) == .early)
        for run in try world.runs(of: world.ana) { try cleo.receive(run) }

        let mallory = try WriteReplica(66, name: "Mallory")
        let branches = proof.branches.map { branch in
            ForkProof.Branch(
                headers: branch.headers,
                signature: mallory.owner.signing.sign(branch.headers[0].signedBytes))
        }
        let forged = try #require(
            ForkProof(
                device: proof.device, incarnation: proof.incarnation, branches[0], branches[1]))
        let other = try #require(
            ForkProof(
                device: mallory.owner.device, incarnation: proof.incarnation, branches[0],
                branches[1]))

        #expect(try cleo.take(forged, .friends, of: world.ana) == .refused(.badSignature))
        #expect(try cleo.take(other, .friends, of: world.ana) == .refused(.badSignature))
        #expect(try cleo.titles(of: world.ana).count == 4)
        #expect(try cleo.take(proof, .friends, of: world.ana) == .parted)
    }

    @Test func `so many proofs of chains that are not here are kept and no more`() throws {
        let world = try World()
        let ben = try world.friend(2)
        for run in try world.runs(of: world.ana) { try ben.receive(run) }
        let secret = try #require(
            try ben.step { (store) throws(StorageError) in
                try store.audience(.friends, of: world.ana.owner.person).secret
            })

        var receptions: [Store.Reception] = []
        for number in UInt64(1)...65 {
            let proof = try #require(
                Self.fork(of: world.ana.owner, secret: secret, incarnation: number))
            receptions.append(try ben.take(proof, .friends, of: world.ana))
        }

        #expect(receptions.prefix(64).allSatisfy { $0 == .parted })
        #expect(receptions.last == .early)
        #expect(try ben.titles(of: world.ana).count == 4)
    }

    /// Returns the proof of a device that signs two first deltas of a chain.
    private static func fork(
        of owner: Owner, secret: Bytes32, incarnation: UInt64
    ) -> ForkProof? {
        let chain = Derivation.chain(
            secret: secret, device: owner.device, incarnation: incarnation)
        let branches = [UInt8(1), 2].map { word in
            let header = DeltaHeader(
                chain: chain, sequence: 0, previous: .zero,
                stamp: HybridTime(rawValue: 1 << 60), epoch: .zero, isPlain: false,
                payload: [word])
            return ForkProof.Branch(
                headers: [header], signature: owner.signing.sign(header.signedBytes))
        }
        return ForkProof(
            device: owner.device, incarnation: incarnation, branches[0], branches[1])
    }

    // MARK: Where two branches fork

    @Test(arguments: [(3, 2), (3, 3), (2, 3), (1, 200), (200, 1), (150, 150), (70, 64)])
    func `two who hold different branches find out in a few rounds`(first: Int, second: Int) throws
    {
        let world = try World(words: (first, second))
        let (ben, cleo) = (try world.friend(2), try world.friend(3))
        for run in try world.runs(of: world.ana, cutAt: { 4000 }) { try ben.receive(run) }
        for run in try world.runs(of: world.twin, cutAt: { 4000 }) { try cleo.receive(run) }

        let nodes = [ben, cleo]
        var (rounds, turn) = (0, 0)
        let rows = try nodes.map { try $0.row(.friends, of: world.ana) }
        var heads = try nodes[0].step { (store) throws(StorageError) in
            try store.tips(of: rows[0])
        }
        var place: UInt64?
        while place == nil, rounds < 10 {
            (rounds, turn) = (rounds + 1, 1 - turn)
            let said = heads
            let comparison = try nodes[turn].step { (store) throws(StorageError) in
                try store.compare(said[...], in: rows[turn])
            }
            switch comparison {
            case .alike: rounds = 100
            case .between(let places): heads = places
            case .parted(let sequence): place = sequence
            }
        }

        let found = try #require(place)
        #expect(rounds <= 5)
        let chain = heads[0].chain
        let run = try nodes[turn].step { (store) throws(StorageError) in
            try store.run(of: chain, from: found, bytesWanted: 1)
        }
        let (bytes, end) = try #require(run)
        let reception = try nodes[1 - turn].receive(
            WriteReplica.Run(chain: chain, sequence: found, end: end, bytes: bytes))
        #expect(reception == .parted)
    }

    @Test func `two who hold the same, or one more of it, find nothing`() throws {
        let world = try World(words: (40, 0))
        let (ben, cleo) = (try world.friend(2), try world.friend(3))
        let runs = try world.runs(of: world.ana)
        for run in runs { try ben.receive(run) }
        for run in runs.dropLast(20) { try cleo.receive(run) }
        let (here, there) = (
            try ben.row(.friends, of: world.ana),
            try cleo.row(.friends, of: world.ana)
        )

        let tips = try ben.step { (store) throws(StorageError) in try store.tips(of: here) }
        let same = try ben.step { (store) throws(StorageError) in
            try store.compare(tips[...], in: here)
        }
        let answer = try cleo.step { (store) throws(StorageError) in
            try store.compare(tips[...], in: there)
        }

        #expect(same == .alike)
        guard case .between(let places) = answer else {
            Issue.record("the shorter one tells what it holds")
            return
        }
        let back = try ben.step { (store) throws(StorageError) in
            try store.compare(places[...], in: here)
        }
        guard case .between(let more) = back else {
            Issue.record("the longer one tells what it has beyond")
            return
        }
        let last = try cleo.step { (store) throws(StorageError) in
            try store.compare(more[...], in: there)
        }
        #expect(last == .alike)
    }

    @Test func `a run of another branch is doubtful, not taken and not refused`() throws {
        let world = try World(words: (2, 3))
        let ben = try world.friend(2)
        for run in try world.runs(of: world.ana) { try ben.receive(run) }
        let before = try ben.known()

        let last = try #require(try world.runs(of: world.twin).last)
        #expect(try ben.receive(last) == .doubtful)

        #expect(try ben.known() == before)
        #expect(try ben.proofs(.friends, of: world.ana).isEmpty)
    }
}
