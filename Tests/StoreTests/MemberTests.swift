import CRDT
import Domain
import Primitives
import Sodium
import Testing
import Wire

@testable import Store

/// Tests who joins, who leaves, and what each of them can read.
@Suite struct MemberTests {
    private static func friends() throws -> (ana: WriteReplica, ben: WriteReplica) {
        let ana = try WriteReplica(1, name: "Ana")
        let ben = try WriteReplica(2, name: "Ben")
        try ana.add(friend: ben)
        try ben.add(friend: ana)
        return (ana, ben)
    }

    private static func link(_ title: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(title)", title: title)
    }

    // MARK: Friends

    @Test
    func `an unfriended person is served nothing and finds no key of later writes`()
        throws
    {
        let (ana, ben) = try Self.friends()
        try ana.keep(Self.link("before"), in: .friends)
        try ana.sync(to: ben)
        let old = try ana.keys().map(\.name)

        try ana.perform(.removeFriend(PersonReference("@Ben"), isBlocked: false))
        try ana.keep(Self.link("after"), in: .friends)

        let served = try ana.step { (store) throws(StorageError) in
            try store.shared(with: ben.owner.certificate)
        }
        #expect(served.isEmpty)
        // Somebody gives Ben the whole log.
        for run in try ana.runs(of: try ana.row(.friends, of: ana)) { try ben.receive(run) }
        #expect(try ben.links(of: ana).map(\.title) == ["before"])
        let fresh = try #require(try ana.keys().first { !old.contains($0.name) })
        let hasKey = try ben.step { (store) throws(StorageError) in
            try store.epoch(fresh.name)?.key != nil
        }
        #expect(!hasKey)
    }

    /// Seed 8374 of the simulator: the operation that admitted the other had not arrived, and never
    /// would.
    @Test func `a friend's shares are accepted from anybody who names their key`() throws {
        let (ana, ben) = try Self.friends()
        let cleo = try WriteReplica(3, name: "Cleo")
        try ben.add(friend: cleo)
        try cleo.add(friend: ben)
        try cleo.add(friend: ana)
        try ana.keep(Self.link("early"), in: .friends)
        try ana.sync(to: ben)
        try ana.add(friend: cleo)
        try ana.sync(to: cleo)
        let row = try ben.row(.friends, of: ana)
        let told = try cleo.step { (store) throws(StorageError) in
            try store.shared(with: ben.owner.certificate).flatMap(\.keys)
        }
        func taken(_ key: EpochKey.Followed, from teller: WriteReplica) throws -> Int64? {
            try ben.step { (store) throws(StorageError) in
                try store.passedOn(by: key.name, from: teller.owner.certificate)
            }
        }
        let served = try ben.step { (store) throws(StorageError) in
            try store.shared(with: cleo.owner.certificate).map(\.audience)
        }

        #expect(!served.contains(row))
        #expect(try told.compactMap { try taken($0, from: cleo) } == [row])
        // The sender's own audiences, and this person's, are found by the marks.
        #expect(try told.allSatisfy { try taken($0, from: ana) == nil })
        let own = try ben.step { (store) throws(StorageError) in
            try store.heads(of: try store.audience(.friends, of: ben.owner.person))
        }
        #expect(try own.compactMap(\.followed).allSatisfy { try taken($0, from: cleo) == nil })
        // A key from before a removal no longer proves anything.
        try ana.perform(.removeFriend(PersonReference("@Cleo"), isBlocked: false))
        try ana.keep(Self.link("later"), in: .friends)
        try ana.sync(to: ben)
        #expect(try told.allSatisfy { try taken($0, from: cleo) == nil })
    }

    @Test func `a friend removed at a device that never met them has no key of what comes`() throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: ana)
        let ben = try WriteReplica(2, name: "Ben")
        let second = try WriteReplica(2, device: 2, name: "Ben", pairedWith: ben)
        try ana.add(friend: ben)
        try ben.add(friend: ana)
        // Only Ana's first device knows of Ben's second one.
        try ben.sync(to: ana)
        try ana.step { (store) throws(StorageError) in try store.settleKeys(at: ana.wall) }
        try ana.tellAll(phone)

        try phone.perform(.removeFriend(PersonReference("@Ben"), isBlocked: false))
        try phone.keep(Self.link("after"), in: .friends)

        for reader in [ben, second] {
            try reader.take(try ana.keys())
            for run in try phone.runs(of: try phone.row(.friends, of: phone)) {
                try reader.receive(run)
            }
            #expect(try reader.links(of: ana).isEmpty)
        }
    }

    @Test func `the others read on after somebody has gone`() throws {
        let (ana, ben) = try Self.friends()
        let cleo = try WriteReplica(3, name: "Cleo")
        try ana.add(friend: cleo)
        try cleo.add(friend: ana)
        try ana.keep(Self.link("before"), in: .friends)
        try ana.sync(to: cleo)

        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: true))
        try ana.keep(Self.link("after"), in: .friends)
        try ana.sync(to: cleo)

        #expect(try cleo.links(of: ana).map(\.title) == ["after", "before"])
        #expect(try ben.links(of: ana).isEmpty)
    }

    @Test func `a person who is a friend again reads the history`() throws {
        let (ana, ben) = try Self.friends()
        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))
        try ana.keep(Self.link("between"), in: .friends)

        try ana.add(friend: ben)
        try ana.sync(to: ben)

        #expect(try ben.links(of: ana).map(\.title) == ["between"])
    }

    @Test func `nothing in friends lists who else is there`() throws {
        let (ana, ben) = try Self.friends()
        let cleo = try WriteReplica(3, name: "Cleo")
        try ana.add(friend: cleo)
        try ana.sync(to: ben)

        let known = try ben.step { (store) throws(StorageError) in
            try store.database.rows("SELECT person FROM people ORDER BY id") {
                (row) throws(StorageError) in row.bytes(0)
            }
        }

        #expect(!known.contains(cleo.owner.person.key.bytes))
    }

    @Test func `a blocked person is no friend and may be let ask again`() throws {
        let (ana, ben) = try Self.friends()

        try ana.perform(.removeFriend(PersonReference("Ben"), isBlocked: true))

        #expect(
            try ana.step { (store) throws(StorageError) in
                try store.isBlocked(ben.owner.person)
            })
        #expect(try ana.step { (store) throws(StorageError) in try store.contacts().isEmpty })
        try ana.perform(.unblock(PersonReference("Ben")))
        #expect(
            try !ana.step { (store) throws(StorageError) in
                try store.isBlocked(ben.owner.person)
            })
    }

    @Test func `a friend is found by their pet name or the beginning of their id`() throws {
        let (ana, ben) = try Self.friends()
        let id = String(ben.owner.person.text.prefix(8)).lowercased()

        try ana.perform(.renameFriend(PersonReference(id), to: "Benno"))

        let names = try ana.step { (store) throws(StorageError) in
            try store.contacts().map(\.name)
        }
        #expect(names == ["Benno"])
        for reference in ["Ben", "@ben", String(id.prefix(7)), "zzzzzzzz"] {
            let answer = try ana.perform(.renameFriend(PersonReference(reference), to: "x"))
            guard case .rejected(let problem) = answer else {
                Issue.record("\(reference) is nobody")
                continue
            }
            #expect(problem.code == .notFound)
        }
    }

    // MARK: Devices

    /// Creates Ana's first device, and a second one that it has paired.
    private static func devices(
        phrase: Bool = false
    ) throws -> (laptop: WriteReplica, phone: WriteReplica) {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        return (laptop, phone)
    }

    @Test func `a paired device holds everything private and writes by itself`() throws {
        let (laptop, phone) = try Self.devices()
        try laptop.keep(Self.link("secret"))

        try laptop.sync(to: phone)
        try phone.keep(Self.link("of the phone"))
        try phone.sync(to: laptop)

        #expect(try phone.links(of: laptop).map(\.title) == ["of the phone", "secret"])
        #expect(try laptop.links(of: laptop).map(\.title) == ["of the phone", "secret"])
        #expect(phone.owner.phraseSeed == nil)
    }

    @Test func `before it has heard from the others a paired device writes nothing`() throws {
        let (_, phone) = try Self.devices()

        let answer = try phone.perform(
            .addBookmarks([Self.link("early")], to: nil, onDuplicate: .skip, act: nil))

        guard case .rejected(let problem) = answer else {
            Issue.record("nothing can be written yet")
            return
        }
        #expect(problem.code == .readOnly)
    }

    @Test func `a person lets in the devices that a friend adds, and shuts out the ended ones`()
        throws
    {
        let (laptop, phone) = try Self.devices()
        let ben = try WriteReplica(2, name: "Ben")
        try laptop.add(friend: ben)
        try ben.add(friend: laptop)
        try ben.keep(Self.link("for friends"), in: .friends)
        try laptop.sync(to: phone)
        try laptop.sync(to: ben)
        try ben.step { (store) throws(StorageError) in try store.settleKeys(at: ben.wall) }

        try ben.sync(to: phone)
        #expect(try phone.links(of: ben).map(\.title) == ["for friends"])

        try laptop.perform(.revokeDevice(phone.reference, phrase: nil))
        try laptop.sync(to: ben)
        try ben.step { (store) throws(StorageError) in try store.settleKeys(at: ben.wall) }
        let served = try ben.step { (store) throws(StorageError) in
            try store.shared(with: phone.owner.certificate)
        }
        #expect(served.isEmpty)
        let marked = try ben.step { (store) throws(StorageError) in
            let friends = try store.audience(.friends, of: ben.owner.person)
            return try store.isMarked(
                EpochKey.Recipient(phone.owner.certificate), inAll: try store.heads(of: friends))
        }
        #expect(!marked)
    }

    @Test(arguments: [false, true])
    func `a revoked device's later writes are void, in any order of arrival`(
        isEarly: Bool
    ) throws {
        let (laptop, phone) = try Self.devices()
        try laptop.sync(to: phone)
        try phone.keep(Self.link("before"))
        try phone.sync(to: laptop)
        let third = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        try laptop.sync(to: third)
        try laptop.sync(to: phone)
        let known = try #require(try laptop.links(of: laptop).first)
        let old = try phone.link(known.id)

        // The thief edits an existing thing and adds another.
        try phone.perform(.edit(.id(old.id.text), BookmarkChange(title: "defaced")))
        try phone.keep(Self.link("forged"))
        if isEarly { try phone.sync(to: third) }
        try laptop.perform(.revokeDevice(phone.reference, phrase: nil))
        try laptop.sync(to: third)
        if !isEarly { try phone.mirror(to: third) }
        try phone.mirror(to: laptop)

        #expect(try third.links(of: laptop).map(\.title) == ["before"])
        #expect(try laptop.links(of: laptop).map(\.title) == ["before"])
        #expect(try third.known() == laptop.known())
    }

    @Test func `verdicts that follow each other quickly are folded a minute apart, and all are`()
        throws
    {
        let (laptop, phone) = try Self.devices()
        let tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        for other in [phone, tablet] { try laptop.sync(to: other) }
        try phone.keep(Self.link("of the phone"))
        try tablet.keep(Self.link("of the tablet"))
        let fourth = try WriteReplica(1, device: 4, name: "Ana", pairedWith: laptop)
        try laptop.sync(to: fourth)
        for other in [phone, tablet] { try other.sync(to: fourth) }
        #expect(try fourth.links(of: laptop).count == 2)

        // The laptop has seen nothing of what the two wrote.
        for other in [phone, tablet] {
            try laptop.perform(.revokeDevice(other.reference, phrase: nil))
            try laptop.sync(to: fourth)
        }
        #expect(try fourth.links(of: laptop).map(\.title) == ["of the tablet"])
        fourth.wall = WallTime(milliseconds: fourth.wall.milliseconds + 60_001)
        let waits = try fourth.step { (store) throws(StorageError) in
            try store.settleRefolds(at: fourth.wall)
        }

        #expect(!waits)
        #expect(try fourth.links(of: laptop).isEmpty)
        #expect(try fourth.known() == laptop.known())
    }

    @Test func `a revoked device is told so and writes no more`() throws {
        let (laptop, phone) = try Self.devices()
        try laptop.sync(to: phone)

        try laptop.perform(.revokeDevice(phone.reference, phrase: nil))
        try laptop.mirror(to: phone)
        let answer = try phone.perform(.renameTag(from: "a", to: "b"))

        guard case .rejected(let problem) = answer else {
            Issue.record("it is revoked")
            return
        }
        #expect(problem.code == .readOnly)
        let devices = try laptop.step { (store) throws(StorageError) in try store.ownDevices() }
        #expect(devices.map(\.isRevoked) == [false, true])
    }

    @Test(arguments: [false, true])
    func `a link that another device has placed in a group shows there, whatever came first`(
        isGroupLast: Bool
    ) throws {
        let (laptop, phone) = try Self.devices()
        let tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        try laptop.sync(to: tablet)
        try laptop.step { (store) throws(StorageError) in
            _ = try store.newGroup("lab", addresses: [], at: laptop.wall)
        }
        try laptop.sync(to: phone)
        let id = try #require(try phone.keep(Self.link("placed")).first)
        let shared = try phone.perform(
            .share(.references([.id(id.text)]), with: .group("lab"), isLive: false))
        guard case .done = shared else { throw WriteReplica.Unexpected(what: "\(shared)") }

        // The group becomes known by the laptop's chain, the link by the phone's.
        let runs = try phone.runs(of: phone.row(.private, of: phone), cutAt: { 100_000 })
        let laptops = Set(try laptop.runs(of: laptop.row(.private, of: laptop)).map(\.chain))
        try tablet.take(try phone.keys())
        for isLaptops in isGroupLast ? [false, true] : [true, false] {
            for run in runs where laptops.contains(run.chain) == isLaptops {
                try tablet.receive(run)
            }
        }

        #expect(try tablet.link(id).placement == [.group("lab")])
        #expect(try tablet.link(id).placement == phone.link(id).placement)
    }

    @Test func `a name means the device that stands, not a revoked one that was called so`() throws
    {
        let (laptop, phone) = try Self.devices()
        try laptop.sync(to: phone)
        let lost = phone.reference
        try laptop.perform(.renameDevice(lost, to: "phone"))
        try laptop.perform(.revokeDevice(DeviceReference("phone"), phrase: nil))
        let next = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)

        let id = next.reference
        let named = try laptop.perform(.renameDevice(id, to: "phone"))
        let again = try laptop.perform(.revokeDevice(DeviceReference("phone"), phrase: nil))

        for answer in [named, again] {
            guard case .done(let report) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(report.count == 1)
        }
        let devices = try laptop.step { (store) throws(StorageError) in try store.ownDevices() }
        #expect(devices.map(\.isRevoked) == [false, true, true])
    }

    @Test func `only the root key certifies and ends devices`() throws {
        let (laptop, phone) = try Self.devices()
        try laptop.sync(to: phone)
        let request = PairingRequest(
            device: DeviceID(.zero), agreement: .zero, name: "third")
        let stranger = RecoveryPhrase(entropy: .zero).words.joined(separator: " ")

        for phrase in [nil, stranger, "one two three"] {
            let revoked = try phone.perform(.revokeDevice(laptop.reference, phrase: phrase))
            guard case .rejected = revoked else {
                Issue.record("without the root key")
                continue
            }
            let paired = try phone.step { (store) throws(StorageError) in
                try store.pairDevice(
                    request.text, phrase: phrase, addresses: [], at: phone.wall)
            }
            guard case .rejected = paired else {
                Issue.record("without the root key")
                continue
            }
        }
        let words = RecoveryPhrase(entropy: try #require(laptop.owner.phraseSeed)).words
        let revoked = try phone.perform(
            .revokeDevice(laptop.reference, phrase: words.joined(separator: " ")))
        guard case .done = revoked else {
            Issue.record("the phrase is the root key")
            return
        }
    }

    @Test func `a person who lost every device gets back by phrase what friends hold of them`()
        throws
    {
        let (ana, ben) = try Self.friends()
        try ana.keep(Self.link("shared"), in: .friends)
        try ana.keep(Self.link("private"))
        try ana.sync(to: ben)

        let bare = try WriteReplica(1, device: 7, name: "Ana")
        try bare.add(friend: ben)
        try ben.sync(to: bare)
        try bare.step { (store) throws(StorageError) in try store.settleKeys(at: bare.wall) }

        #expect(try bare.links(of: ana).map(\.title) == ["shared"])
        try bare.keep(Self.link("new"), in: .friends)
        try bare.sync(to: ben)
        #expect(try ben.links(of: ana).map(\.title) == ["new", "shared"])
    }
}
