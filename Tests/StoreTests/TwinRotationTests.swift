import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests two devices of one person that make a new epoch of `friends` concurrently, each excluding somebody whose
/// removal the other does not know of.
@Suite struct TwinRotationTests {
    /// Seed 4768 of the simulator: the friend was let into one of the two epochs alone, and was served nothing.
    @Test func `a person who is a friend again reads both concurrent epochs`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        let ben = try WriteReplica(2, name: "Ben")
        for device in [phone, tablet] { try laptop.tellAll(device) }
        try ben.add(friend: laptop)

        // The laptop does not know of Ben.
        try phone.add(friend: ben)
        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try laptop.keep(link("without the tablet"), in: .friends)
        try phone.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))
        try phone.keep(link("without Ben"), in: .friends)
        for _ in 0..<2 {
            try laptop.tellAll(phone)
            try phone.tellAll(laptop)
        }
        let heads = try laptop.step { (store) throws(StorageError) in
            try store.heads(of: try store.audience(.friends, of: laptop.owner.person)).count
        }
        #expect(heads == 2)

        try phone.add(friend: ben)
        for device in [laptop, phone] { try device.sync(to: ben) }

        #expect(try ben.links(of: laptop).map(\.title) == ["without Ben", "without the tablet"])
        // The tablet can read nothing that was written since.
        let served = try laptop.step { (store) throws(StorageError) in
            try store.shared(with: tablet.owner.certificate)
        }
        #expect(served.isEmpty)
    }

    /// Seed 20442 of the simulator: through a friend they answered each other endlessly, as fast as they could.
    @Test func `two that disagree about somebody answer each other a few times a minute`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let ben = try WriteReplica(2, name: "Ben")
        try laptop.add(friend: ben)
        try ben.add(friend: laptop)
        try laptop.tellAll(phone)
        try phone.tellAll(laptop)
        let gone = try phone.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))
        guard case .done = gone else { throw WriteReplica.Unexpected(what: "\(gone)") }

        // Meanwhile the `private` audience, which says who is a friend, reaches neither.
        for _ in 0..<30 {
            try giveFriends(phone, to: laptop)
            try giveFriends(laptop, to: phone)
        }
        #expect(try epochs(at: phone) > 2)
        #expect(try epochs(at: phone) < 12)
        #expect(try epochs(at: phone) == epochs(at: laptop))
        // What the phone writes is sealed for those it considers friends.
        try phone.keep(link("without Ben"), in: .friends)
        try phone.sync(to: ben)
        #expect(try ben.links(of: laptop).isEmpty)

        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        for (source, target) in [(phone, laptop), (laptop, phone)] { try source.tellAll(target) }
        let isClean = try phone.step { (store) throws(StorageError) in
            let friends = try store.audience(.friends, of: phone.owner.person)
            return try store.currentEpoch(of: friends) != nil
        }
        #expect(isClean)
    }

    private func giveFriends(_ source: WriteReplica, to target: WriteReplica) throws {
        try target.take(try source.keys())
        for run in try source.runs(of: try source.row(.friends, of: source)) {
            try target.receive(run)
        }
        try target.step { (store) throws(StorageError) in try store.settleKeys(at: target.wall) }
    }

    private func epochs(at device: WriteReplica) throws -> Int {
        try device.step { (store) throws(StorageError) in
            let friends = try store.audience(.friends, of: device.owner.person)
            return try store.database.row(
                "SELECT count(*) FROM epochs WHERE audience = ?", [.integer(friends.number)]
            ) { Int($0.integer(0)) } ?? 0
        }
    }

    private func link(_ title: String) -> BookmarkDraft {
        BookmarkDraft(url: "https://quilt.example/\(title.count)", title: title)
    }
}
