import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests acts in a group by persons who do not know their standing there yet.
@Suite struct UnheardTests {
    /// Seed 5201 of the simulator: the others considered the leaver a member for ever.
    @Test func `a person who left while waiting leaves once they hear they were let in`() throws {
        let world = try GroupWorld(seed: 3)
        // Finn was let in, and knows no more of the group than its name.
        let (ana, finn) = (world.ana, world.finn)
        #expect(try isMember(finn, at: ana, in: world))
        try finn.perform(.leaveGroup("lab"))
        #expect(try isMember(finn, at: ana, in: world))

        for _ in 0..<2 { try world.meet(ana, finn) }

        #expect(try !isMember(finn, at: ana, in: world))
        #expect(try !isMember(finn, at: finn, in: world))
        // From then on Finn's node receives nothing of it.
        let row = try world.lab(at: finn).number
        #expect(try finn.step { (store) throws(StorageError) in try !store.takesIn(row) })
        let group = try finn.step { (store) throws(StorageError) in try store.groups() }[0]
        #expect(group.isOver && group.grantsLeft.count == 1)
    }

    /// Seed 30414 of the simulator: the one who had received the leave was revoked, and the head's other device
    /// considered the leaver a member for ever.
    @Test func `a former member who is offered the group again repeats that they left`() throws {
        let world = try GroupWorld(seed: 3)
        let (cleo, eva) = (world.cleo, world.eva)
        try cleo.perform(.leaveGroup("lab"))
        let lab = try world.lab(at: cleo).number
        #expect(try serves(lab, from: cleo, to: eva))
        // Ben receives the leave, acknowledges it, and disappears.
        try hear(lab, of: cleo, by: world.ben)
        #expect(try !serves(lab, from: cleo, to: eva))

        let keys = try eva.step { (store) throws(StorageError) in
            try store.shared(with: cleo.owner.certificate).flatMap { $0.keys + $0.history }
        }
        let others = keys.filter { key in key.name == .zero }
        try offer(others, to: cleo, by: eva)
        #expect(try !serves(lab, from: cleo, to: eva))
        let stranger = try WriteReplica(9, name: "mallory")
        try offer(keys, to: cleo, by: stranger)
        #expect(try !serves(lab, from: cleo, to: eva))
        try offer(keys, to: cleo, by: eva)

        #expect(try serves(lab, from: cleo, to: eva))
        // Once eva acknowledges all of it, cleo no longer serves the group.
        try hear(lab, of: cleo, by: eva)
        try offer(keys, to: cleo, by: eva)
        #expect(try !serves(lab, from: cleo, to: eva))
    }

    /// Seed 23 of the simulator: while nobody had received a leave, every heartbeat counted as news, and what had
    /// arrived too early was requested again with each.
    @Test func `a repeated leave explains nothing while nobody has heard of it`() throws {
        let world = try GroupWorld(seed: 3)
        let (cleo, eva) = (world.cleo, world.eva)
        let lab = try world.lab(at: cleo).number
        let before = try cleo.step { (store) throws(StorageError) in try store.log(of: lab) }
        try cleo.perform(.leaveGroup("lab"))
        #expect(try serves(lab, from: cleo, to: eva))
        try acknowledge(before, in: lab, at: cleo, by: eva)
        #expect(try serves(lab, from: cleo, to: eva))
        let experience = cleo.store.experience

        try acknowledge(before, in: lab, at: cleo, by: eva)

        #expect(cleo.store.experience == experience)
        #expect(try serves(lab, from: cleo, to: eva))
        try hear(lab, of: cleo, by: eva)
        #expect(cleo.store.experience > experience)
        #expect(try !serves(lab, from: cleo, to: eva))
    }

    private func acknowledge(
        _ entries: [Frontier.Entry], in audience: Int64, at replica: WriteReplica,
        by other: WriteReplica
    ) throws {
        try replica.step { (store) throws(StorageError) in
            try store.acknowledge(other.owner.certificate, entries, in: audience)
        }
    }

    private func serves(
        _ audience: Int64, from replica: WriteReplica, to other: WriteReplica
    ) throws -> Bool {
        try replica.step { (store) throws(StorageError) in
            try store.shared(with: other.owner.certificate).contains { $0.audience == audience }
        }
    }

    // Acknowledges everything that there is.
    private func hear(
        _ audience: Int64, of replica: WriteReplica, by other: WriteReplica
    ) throws {
        try replica.step { (store) throws(StorageError) in
            try store.acknowledge(
                other.owner.certificate, try store.log(of: audience), in: audience)
        }
    }

    private func offer(
        _ keys: [EpochKey.Followed], to replica: WriteReplica, by other: WriteReplica
    ) throws {
        try replica.step { (store) throws(StorageError) in
            try store.answerOffer(of: keys, by: other.owner.certificate)
        }
    }

    /// Seed 5145 of the simulator: a device that knew of the group showed its contents, and the one that had revoked
    /// its founder did not.
    @Test func `links in a group made by a stolen device show nowhere`() throws {
        let laptop = try WriteReplica(1, name: "Ana")
        let phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        let tablet = try WriteReplica(1, device: 3, name: "Ana", pairedWith: laptop)
        for device in [phone, tablet] { try laptop.sync(to: device) }
        for device in [phone, tablet] { try device.sync(to: laptop) }
        try laptop.keep(BookmarkDraft(url: "https://quilt.example/own", title: "own"))
        try laptop.sync(to: phone)
        try tablet.step { (store) throws(StorageError) in
            _ = try store.newGroup("loot", addresses: [], at: tablet.wall)
        }
        try tablet.keep(
            BookmarkDraft(url: "https://quilt.example/forged", title: "forged"),
            in: .group("loot"))
        for _ in 0..<2 { try tablet.sync(to: phone) }
        try phone.step { (store) throws(StorageError) in try store.settleKeys(at: phone.wall) }
        #expect(try phone.links(of: laptop).map(\.title) == ["forged", "own"])

        try laptop.perform(.revokeDevice(tablet.reference, phrase: nil))
        try laptop.sync(to: phone)
        phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 60_000)
        try phone.step { (store) throws(StorageError) in
            try store.settleRefolds(at: phone.wall)
            try store.settleKeys(at: phone.wall)
        }

        #expect(try phone.links(of: laptop).map(\.title) == ["own"])
        let groups = try phone.step { (store) throws(StorageError) in try store.groups() }
        #expect(groups.isEmpty)
    }

    private func isMember(
        _ replica: WriteReplica, at observer: WriteReplica, in world: GroupWorld
    ) throws -> Bool {
        let lab = try world.lab(at: observer)
        return try observer.step { (store) throws(StorageError) in
            try store.judgement(of: lab).isMember(replica.owner.person)
        }
    }
}
