import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests a disk of Ana's that is rolled back to an earlier state and written on: Ben has what was shared since then,
/// and nobody else writes it again.
@Suite struct RecallTests {
    /// `older` runs on the disk as it was before Ana shared what Ben has. Both have met Ben.
    private struct World {
        let ana: WriteReplica
        let ben: WriteReplica
        let older: WriteReplica
        let old: ObjectID
        private let disk: TemporaryDatabase

        init(
            hasSameClock: Bool = false, before: (WriteReplica) throws -> Void = { _ in },
            since write: (WriteReplica) throws -> Void = { _ in }
        ) throws {
            ana = try WriteReplica(1, name: "Ana")
            ben = try WriteReplica(2, name: "Ben")
            try ana.add(friend: ben)
            try ben.add(friend: ana)
            old = try ana.keep(link("old", tags: ["art"]), in: .friends)[0]
            try before(ana)
            try ana.sync(to: ben)
            disk = try TemporaryDatabase()
            older = try WriteReplica(twinOf: ana, at: disk)
            if hasSameClock { older.wall = ana.wall }
            try ana.keep(link("since", tags: ["wool"]), in: .friends)
            try ana.keep(link("also"), in: .friends)
            try write(ana)
            try ana.sync(to: ben)
            try older.keep(link("anew"), in: .friends)
            for _ in 0..<3 {
                try older.tell(ben, of: [ana, ben])
                try ben.tell(older, of: [ana, ben])
            }
        }

        func wanted() throws -> Frontier.Entry {
            let row = try older.row(.friends, of: older)
            let places = try older.step { (store) throws(StorageError) in
                try store.recalls(in: row)
            }
            return try #require(places.first)
        }

        func answer(
            of replica: WriteReplica, to device: WriteReplica, from place: Frontier.Entry,
            bytesWanted: Int = 100_000
        ) throws -> [UInt8]? {
            let row = try replica.row(.friends, of: ana)
            return try replica.step { (store) throws(StorageError) in
                try store.otherBranch(
                    of: place.chain, in: row, for: device.owner.certificate.peer,
                    from: place.length,
                    bytesWanted: bytesWanted)
            }
        }

        func receive(_ bytes: [UInt8], _ chain: ChainID) throws -> Store.Reception {
            let row = try older.row(.friends, of: older)
            return try older.step { (store) throws(StorageError) in
                try store.receive(otherBranch: bytes, of: chain, in: row)
            }
        }

        /// Asks Ben until nothing is left; returns how often.
        @discardableResult
        func recall(bytesWanted: Int = 100_000) throws -> Int {
            var rounds = 0
            while rounds < 1_000 {
                let place = try wanted()
                let bytes = try #require(
                    try answer(of: ben, to: older, from: place, bytesWanted: bytesWanted))
                rounds += 1
                guard case .advanced = try receive(bytes, place.chain) else { return rounds }
            }
            return rounds
        }

        @discardableResult
        func wait(minutes: UInt64) throws -> Int {
            older.wall = WallTime(milliseconds: older.wall.milliseconds + minutes * 60_000)
            return try older.step { (store) throws(StorageError) in
                try store.writeRecalled(at: older.wall)
            }
        }

        func due() throws -> WallTime? {
            try older.step { (store) throws(StorageError) in try store.recallDue() }
        }

        func settle() throws {
            for _ in 0..<3 {
                try older.tell(ben, of: [ana, ben])
                try ben.tell(older, of: [ana, ben])
            }
        }
    }

    @Test(arguments: [1, 100_000])
    func `later shares are shared again after an hour`(bytesWanted: Int) throws {
        let world = try World()
        #expect(try world.ben.titles(of: world.ana) == ["anew", "old"])

        let rounds = try world.recall(bytesWanted: bytesWanted)
        #expect(rounds == (bytesWanted == 1 ? 3 : 2))
        #expect(try world.wait(minutes: 59) == 0)
        #expect(try world.wait(minutes: 2) > 0)
        try world.settle()

        for replica in [world.ben, world.older] {
            let links = try replica.links(of: world.ana)
            #expect(links.map(\.title) == ["also", "anew", "old", "since"])
            #expect(links.map(\.tags) == [[], [], ["art"], ["wool"]])
        }
        let row = try world.older.row(.friends, of: world.older)
        let left = try world.older.step { (store) throws(StorageError) in
            try store.recalls(in: row)
        }
        #expect(left.isEmpty)
        #expect(try world.wait(minutes: 600) == 0)
        let told = try world.older.step { (store) throws(StorageError) in store.takeTwice() }
        #expect(try #require(told) > 0)
    }

    @Test func `later withdrawals stay, and links kept meanwhile are shared as they are`()
        throws
    {
        let world = try World(since: { ana in
            try ana.perform(
                .unshare(.references([.id(ana.links(of: ana)[1].id.text)]), from: .friends))
        })
        let kept = try world.older.keep(link("since"))[0]

        try world.recall()
        try world.wait(minutes: 61)
        try world.settle()

        #expect(try world.ben.titles(of: world.ana) == ["also", "anew", "since"])
        #expect(try world.older.titles(of: world.ana) == ["also", "anew", "old", "since"])
        #expect(try world.ben.link(kept).title == "since")
    }

    @Test func `one branch restores additions and withdrawals together`() throws {
        let world = try World(since: { ana in
            try ana.perform(
                .unshare(.references([.id(ana.links(of: ana)[1].id.text)]), from: .friends))
        })
        try world.recall()
        try world.wait(minutes: 61)
        try world.settle()

        #expect(try world.ben.titles(of: world.ana) == ["also", "anew", "since"])
        #expect(try world.older.titles(of: world.ana) == ["also", "anew", "old", "since"])
    }

    @Test func `an older link that was shared later is shared again`() throws {
        var id: ObjectID?
        let world = try World(
            before: { id = try $0.keep(link("kept"))[0] },
            since: { ana in
                try ana.perform(
                    .share(.references([.id(#require(id).text)]), with: .friends, isLive: false))
            })
        #expect(try world.ben.titles(of: world.ana) == ["anew", "old"])
        try world.recall()
        try world.wait(minutes: 61)
        try world.settle()

        #expect(try world.ben.titles(of: world.ana) == ["also", "anew", "kept", "old", "since"])
        #expect(try world.ben.link(#require(id)).title == "kept")
    }

    /// Clocks that were set back: both branches stamp with the same millisecond.
    @Test func `two things of one id are two things`() throws {
        let world = try World(hasSameClock: true)
        let ids = try [world.ana, world.older].map { replica in
            try replica.links(of: replica).filter { ["since", "anew"].contains($0.title) }.map(\.id)
        }
        #expect(ids[0] == ids[1])

        try world.recall()
        try world.wait(minutes: 61)
        try world.settle()

        #expect(try world.ben.titles(of: world.ana) == ["also", "anew", "old", "since"])
        #expect(try world.older.titles(of: world.ana) == ["also", "anew", "old", "since"])
    }

    @Test func `a chain that parts is not taken up again behind that place`() throws {
        let world = try World()
        let place = try world.wanted()
        let (length, logged, more) = try world.older.step { (store) throws(StorageError) in
            guard let chain = try store.chain(place.chain) else { throw .corrupt }
            return (chain.length, try store.loggedLength(of: chain), try store.takeUp(chain))
        }
        #expect(length == place.length)
        #expect(logged > length)
        #expect(more.isEmpty)
    }

    @Test func `if the other node shows up it writes for itself`() throws {
        let world = try World()
        try world.recall()

        for _ in 0..<2 {
            try world.ben.tell(world.ana, of: [world.ana, world.ben])
            try world.ana.tell(world.ben, of: [world.ana, world.ben])
        }
        try world.settle()

        #expect(try world.due() == nil)
        #expect(try world.wait(minutes: 600) == 0)
        try world.settle()
        #expect(try world.ben.titles(of: world.ana) == ["also", "anew", "old", "since"])
    }

    // MARK: Requests and responses of others

    @Test func `it is handed out to the device that signed it, and of a chain that parts`() throws {
        let world = try World()
        let place = try world.wanted()
        #expect(try world.answer(of: world.ben, to: world.ben, from: place) == nil)
        let other = try world.older.step { (store) throws(StorageError) in
            try store.log(of: try store.audience(.public, of: world.older.owner.person).number)
        }
        for entry in other {
            let start = Frontier.Entry(chain: entry.chain, length: 0)
            #expect(try world.answer(of: world.ben, to: world.older, from: start) == nil)
        }
        // Nothing of what still counts, however far back the request goes.
        let all = try #require(
            try world.answer(
                of: world.ben, to: world.older,
                from: Frontier.Entry(chain: place.chain, length: 0)))
        #expect(try WholeDeltas.read(all).map(\.header.sequence).min() == place.length)
        for far in [ChainRecord.lengthMax - 1, ChainRecord.lengthMax, UInt64.max] {
            let beyond = Frontier.Entry(chain: place.chain, length: far)
            #expect(try world.answer(of: world.ben, to: world.older, from: beyond) == [])
        }
    }

    @Test func `deltas that Ana did not sign are refused, and so is half of a branch`() throws {
        let world = try World()
        let place = try world.wanted()
        let bytes = try #require(try world.answer(of: world.ben, to: world.older, from: place))
        var deltas = try WholeDeltas.read(bytes)
        #expect(deltas.count >= 2)

        for end in 1..<bytes.count {
            let reception = try world.receive(Array(bytes.prefix(end)), place.chain)
            let isWhole = (try? WholeDeltas.read(Array(bytes.prefix(end)))) != nil
            if !isWhole { #expect(reception == .refused(.malformed)) }
        }
        var dice = Dice(seed: 5)
        for _ in 0..<200 {
            var flipped = bytes
            flipped[dice.roll(below: bytes.count)] ^= 1 << UInt8(dice.roll(below: 8))
            guard case .refused = try world.receive(flipped, place.chain) else {
                Issue.record("a flipped bit was taken in")
                return
            }
        }
        deltas.swapAt(0, 1)
        #expect(
            try world.receive(WholeDeltas.bytes(of: deltas), place.chain)
                == .refused(.badSignature))
        let unsigned = deltas.map {
            SignedDelta(header: $0.header, payload: $0.payload, signature: nil)
        }
        #expect(
            try world.receive(WholeDeltas.bytes(of: unsigned), place.chain)
                == .refused(.badSignature))
    }

    @Test func `ana's own branch from another's log is not kept`() throws {
        let world = try World()
        let place = try world.wanted()
        let own = try #require(try world.answer(of: world.older, to: world.older, from: place))
        #expect(!own.isEmpty)

        #expect(try world.receive(own, place.chain) == .known)

        #expect(try world.wanted() == place)
        #expect(try world.receive([], place.chain) == .known)
        #expect(try world.due() == nil)
    }
}
