import CRDT
import Domain
import Laws
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that the same set of deltas gives the same state, whatever the order, the split into runs,
/// and the arrival of keys.
@Suite struct FoldOrderTests {
    /// Creates a history: Ana's two devices write concurrently and synchronise now and then; bob is
    /// Ana's friend.
    private static func history(seed: UInt64) throws -> (
        phone: WriteReplica, laptop: WriteReplica, bob: WriteReplica
    ) {
        let phone = try WriteReplica(1, device: 1, name: "Ana")
        let laptop = try WriteReplica(1, device: 2, name: "Ana")
        let bob = try WriteReplica(2, name: "Bob")
        try phone.add(friend: bob)
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)
        try laptop.add(friend: bob)
        var dice = Dice(seed: seed)
        for _ in 0..<40 {
            let device = dice.roll(below: 2) == 0 ? phone : laptop
            switch dice.roll(below: 8) {
            case 0:
                try phone.mirror(to: laptop)
                try laptop.mirror(to: phone)
            default: try write(on: device, dice: &dice)
            }
        }
        return (phone, laptop, bob)
    }

    private static func write(on device: WriteReplica, dice: inout Dice) throws {
        let url = "https://example.org/\(dice.roll(below: 5))"
        let reference = Reference.url(url)
        let tag = ["craft", "sewing/quilt", "Craft", "sewing"][dice.roll(below: 4)]
        switch dice.roll(below: 10) {
        case 0, 1, 2:
            try device.perform(
                .addBookmarks(
                    [BookmarkDraft(url: url, title: "t\(dice.roll(below: 9))", tags: [tag])],
                    to: dice.roll(below: 2) == 0 ? .friends : nil, onDuplicate: .merge, act: nil))
        case 3:
            try device.perform(
                .edit(reference, BookmarkChange(title: "e\(dice.roll(below: 9))", addTags: [tag])))
        case 4: try device.perform(.edit(reference, BookmarkChange(removeTags: [tag])))
        case 5: try device.perform(.remove(.references([reference])))
        case 6: try device.perform(.undo(act: nil))
        case 7:
            try device.perform(.share(.references([reference]), with: .friends, isLive: false))
        case 8: try device.perform(.unshare(.references([reference]), from: nil))
        default: try device.perform(.renameTag(from: tag, to: "craft/\(dice.roll(below: 3))"))
        }
    }

    private enum Parcel {
        case key(EpochKey.Followed)
        case run(WriteReplica.Run)
    }

    /// Delivers all of ana's audiences to `target` in random order; what comes too early is sent
    /// again.
    private static func deliver(
        _ kinds: [AudienceKind], from source: WriteReplica, keys: [EpochKey.Followed],
        to target: WriteReplica, dice: inout Dice
    ) throws {
        var parcels = keys.map { Parcel.key($0) }
        for kind in kinds {
            let runs = try source.runs(of: try source.row(kind, of: source)) {
                dice.roll(below: 3) == 0 ? 5000 : 1
            }
            parcels += runs.map { .run($0) }
        }
        var waiting = dice.shuffle(parcels)
        for _ in 0..<200 where !waiting.isEmpty {
            var early: [Parcel] = []
            for parcel in waiting {
                switch parcel {
                case .key(let key): try target.take([key])
                case .run(let run):
                    switch try target.receive(run) {
                    case .early: early.append(parcel)
                    case .advanced, .known: break
                    case .refused(let reason): Issue.record("\(reason)")
                    case .doubtful, .parted, .unaware, .full:
                        Issue.record("nothing parts or is dead here")
                    }
                }
            }
            waiting = dice.shuffle(early)
        }
        let rest = waiting.count
        #expect(rest == 0)
    }

    /// Names the parts that differ, because whole histories would fill the screen.
    private static func expectSame(_ found: [KnownObject], _ expected: [KnownObject]) throws {
        try #require(found.map(\.id) == expected.map(\.id))
        for (left, right) in zip(found, expected) where left != right {
            #expect(left.hidden == right.hidden)
            #expect(left.bookmark == right.bookmark)
            #expect(left.tags == right.tags)
            #expect(left.state == right.state)
        }
    }

    @Test(arguments: LawSeeds.seeds(5, soak: 25))
    func `a third device ends alike in any order`(seed: UInt64) throws {
        let (phone, laptop, _) = try Self.history(seed: seed)
        try laptop.mirror(to: phone)
        let keys = try phone.keys()
        let expected = try phone.known()
        var dice = Dice(seed: seed &+ 1000)

        for _ in 0..<10 {
            let tablet = try WriteReplica(1, device: 3, name: "Ana")
            try Self.deliver(
                AudienceKind.own, from: phone, keys: keys, to: tablet, dice: &dice)
            try Self.expectSame(try tablet.known(), expected)
        }
    }

    @Test(arguments: LawSeeds.seeds(5, soak: 25))
    func `a friend ends alike in any order`(seed: UInt64) throws {
        let (phone, laptop, _) = try Self.history(seed: seed)
        try laptop.mirror(to: phone)
        let keys = try phone.keys()
        var expected: [KnownObject]?
        var dice = Dice(seed: seed &+ 2000)

        for _ in 0..<10 {
            let bob = try WriteReplica(2, name: "Bob")
            try bob.add(friend: phone)
            try Self.deliver([.friends], from: phone, keys: keys, to: bob, dice: &dice)
            let known = try bob.known().filter { $0.author == phone.owner.person }
            try Self.expectSame(known, expected ?? known)
            expected = known
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `a replay changes nothing`(seed: UInt64) throws {
        let (phone, laptop, _) = try Self.history(seed: seed)
        try laptop.mirror(to: phone)
        let before = try phone.known()

        for kind in AudienceKind.own {
            for run in try phone.runs(of: try phone.row(kind, of: phone)) {
                #expect(try phone.receive(run) == .known)
            }
        }
        try phone.step { (store) throws(StorageError) in
            let rows = try store.database.rows("SELECT id FROM deltas ORDER BY id DESC") {
                (row) throws(StorageError) in row.integer(0)
            }
            for row in rows {
                let chain = try store.chain(number: ChainRecord.number(ofDelta: row))
                guard let delta = try store.delta(row: row) else { continue }
                try store.foldReceived(
                    delta, of: chain, sequence: ChainRecord.sequence(ofDelta: row),
                    in: try store.audience(chain.audience))
            }
        }

        let isSame = try phone.known() == before
        #expect(isSame)
    }

    @Test func `copies that two own devices derive coincide`() throws {
        let (phone, laptop, _) = try Self.history(seed: 77)
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)
        let id = try phone.keep(
            BookmarkDraft(url: "https://quilt.example/", title: "Quilt"), in: .friends)[0]
        try phone.mirror(to: laptop)
        let bob = try WriteReplica(2, name: "Bob")
        try bob.add(friend: phone)

        try phone.perform(.edit(.id(id.text), BookmarkChange(title: "Quilts")))
        try phone.mirror(to: laptop)
        try laptop.perform(.edit(.id(id.text), BookmarkChange(note: "cotton")))
        try laptop.mirror(to: phone)
        try bob.take(try phone.keys())
        for run in try phone.runs(of: try phone.row(.friends, of: phone)) { try bob.receive(run) }
        for run in try phone.runs(of: try phone.row(.friends, of: phone)) { try bob.receive(run) }

        let link = try bob.link(id)
        #expect(link.title == "Quilts")
        #expect(link.note == "cotton")
        #expect(link.conflicts.isEmpty)
    }
}
