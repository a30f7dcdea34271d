import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that things which a revoking device sees only as another device's copy survive. Ana has a laptop, a phone and
/// a tablet that is lost; what the tablet stored last has reached the phone, which placed it among friends, and the
/// laptop has received of the phone's data only what ben, a friend, passed on.
@Suite struct BringingHomeTests {
    private let laptop: WriteReplica
    private let phone: WriteReplica
    private let tablet: WriteReplica
    private let ben: WriteReplica
    private let late: [ObjectID]

    init() throws { try self.init(limits: .standard) }

    private init(limits: StoreLimits) throws {
        laptop = try WriteReplica(1, name: "Ana", limits: limits)
        phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        ben = try WriteReplica(2, name: "Ben")
        try laptop.add(friend: ben)
        try ben.add(friend: laptop)
        for device in [phone, tablet] { try laptop.sync(to: device) }
        late = try tablet.keep(
            BookmarkDraft(url: "https://quilt.example/0", title: "0", tags: ["loom"]),
            BookmarkDraft(url: "https://quilt.example/1", title: "1"))
        try tablet.sync(to: phone)
        let selection = Selection.references(late.map { .id($0.text) })
        try phone.perform(.share(selection, with: .friends, isLive: false))
        for person in [ben, laptop] {
            for run in try phone.runs(of: try phone.row(.friends, of: phone)) {
                try person.receive(run)
            }
        }
    }

    private func hearAll() throws {
        for _ in 0..<2 {
            for (one, other) in [(laptop, phone), (phone, laptop)] {
                try one.mirror(to: other)
                other.wall = WallTime(milliseconds: other.wall.milliseconds + 60_000)
                try other.step { (store) throws(StorageError) in
                    try store.settleRefolds(at: other.wall)
                }
                try other.settleCopies()
            }
        }
        for device in [laptop, phone] { try device.sync(to: ben) }
    }

    private func shown(at replica: WriteReplica) throws -> [String] {
        try replica.links(of: laptop).map { "\($0.id.text) \($0.title) \($0.tags)" }
    }

    @Test func `it is home again, under the same id, and where it was`() throws {
        let before = try shown(at: laptop)
        #expect(before.count == 2)

        let answer = try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        guard case .done(let report) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.count == 1)
        #expect(report.summary.hasSuffix("is revoked"))
        #expect(try shown(at: laptop) == before)
        try hearAll()

        for replica in [laptop, phone] {
            #expect(try shown(at: replica) == before)
            for id in late { #expect(try replica.link(id).placement == [.friends]) }
        }
        #expect(try shown(at: ben) == before)
        #expect(try Self.digest(of: laptop) == Self.digest(of: phone))
    }

    @Test func `it is changed, taken out and removed like any other`() throws {
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try hearAll()

        let ids = late.map { Reference.id($0.text) }
        try phone.perform(.edit(ids[0], BookmarkChange(title: "changed")))
        try phone.perform(.unshare(.references([ids[1]]), from: .friends))
        try hearAll()
        #expect(try laptop.links(of: laptop).map(\.title) == ["1", "changed"])
        #expect(try ben.links(of: laptop).map(\.title) == ["changed"])

        try laptop.perform(.remove(.references(ids)))
        try hearAll()
        for replica in [laptop, phone, ben] { #expect(try replica.links(of: laptop).isEmpty) }
        #expect(try Self.digest(of: laptop) == Self.digest(of: phone))
    }

    @Test func `a change of a rescued link that arrives before the rescue waits for it`() throws {
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try hearAll()
        try phone.perform(.edit(.id(late[0].text), BookmarkChange(title: "changed")))

        let desk = try WriteReplica(1, device: 4, name: "Ana", pairedWith: laptop)
        let shared = try laptop.step { (store) throws(StorageError) in
            try store.shared(with: desk.owner.certificate)
        }
        try desk.take(shared.flatMap { $0.keys + $0.history }.filter { $0.name != .zero })
        let row = try phone.row(.private, of: phone)
        let chains = try phone.step { (store) throws(StorageError) in
            try store.chains(of: try store.audience(row)).map { (chain) throws(StorageError) in
                (chain.id, try store.device(of: chain) == laptop.owner.device)
            }
        }
        let runs = try phone.runs(of: row)
        let isOfLaptop = Dictionary(uniqueKeysWithValues: chains)
        // The laptop's opening alone, for its rotation; then the phone's; then the rest.
        let order =
            runs.filter { isOfLaptop[$0.chain] == true && $0.sequence == 0 }
            + runs.filter { isOfLaptop[$0.chain] == false }
            + runs.filter { isOfLaptop[$0.chain] == true }
        for run in order { #expect(try desk.receive(run) != .early) }

        #expect(try desk.links(of: laptop).map(\.title) == ["1", "changed"])
        #expect(try Self.digest(of: desk) == Self.digest(of: phone))
    }

    @Test func `many are brought home in slices`() throws {
        for number in 2..<700 {
            try tablet.keep(
                BookmarkDraft(url: "https://quilt.example/\(number)", title: "\(number)"))
        }
        try tablet.sync(to: phone)
        let all = try phone.links(of: laptop).map { Reference.id($0.id.text) }
        try phone.perform(.share(.references(all), with: .friends, isLive: false))
        for run in try phone.runs(of: try phone.row(.friends, of: phone)) {
            try laptop.receive(run)
        }
        let before = try shown(at: laptop)
        #expect(before.count == 700)

        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        // As after a crash: the remaining work is found on disk.
        laptop.store.memory.isBringingHome = nil
        try laptop.settleCopies()
        try hearAll()

        for replica in [laptop, phone, ben] { #expect(try shown(at: replica) == before) }
        #expect(try Self.digest(of: laptop) == Self.digest(of: phone))
    }

    @Test func `more things are brought home than one revocation names`() throws {
        var limits = StoreLimits.standard
        limits.broughtHomePerRevocation = 3
        limits.workRows = 2
        let world = try Self(limits: limits)
        for number in 2..<12 {
            try world.tablet.keep(
                BookmarkDraft(url: "https://quilt.example/\(number)", title: "\(number)"))
        }
        try world.tablet.sync(to: world.phone)
        let all = try world.phone.links(of: world.laptop).map { Reference.id($0.id.text) }
        try world.phone.perform(.share(.references(all), with: .friends, isLive: false))
        for run in try world.phone.runs(of: try world.phone.row(.friends, of: world.phone)) {
            try world.laptop.receive(run)
        }
        let before = try world.shown(at: world.laptop)
        #expect(before.count == 12)

        try world.laptop.perform(.revokeDevice(world.tablet.reference, phrase: nil))
        try world.laptop.settleCopies()
        try world.hearAll()

        for replica in [world.laptop, world.phone, world.ben] {
            let after = try world.shown(at: replica)
            #expect(after == before)
        }
        #expect(try Self.digest(of: world.laptop) == Self.digest(of: world.phone))
    }

    private static func digest(of replica: WriteReplica) throws -> Bytes32 {
        try replica.step { (store) throws(StorageError) in
            try store.stateDigest(of: .private, by: replica.owner.person)
        }
    }
}
