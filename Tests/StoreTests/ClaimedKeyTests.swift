import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Store

/// Tests that a key alone makes nothing show, whatever else is refolded, and that nothing new of a
/// former friend shows.
@Suite struct ClaimedKeyTests {
    /// Ana has a laptop and a phone; ben is Ana's friend, and cleo was. The phone has made the epoch
    /// that excludes cleo, and ben has received nothing from the phone.
    private let laptop: WriteReplica
    private let phone: WriteReplica
    private let ben: WriteReplica
    private let kept: [ObjectID]

    init() throws {
        laptop = try WriteReplica(1, name: "Ana")
        ben = try WriteReplica(2, name: "Ben")
        let cleo = try WriteReplica(3, name: "Cleo")
        for friend in [ben, cleo] { try laptop.add(friend: friend) }
        try ben.add(friend: laptop)
        phone = try WriteReplica(1, device: 2, name: "Ana", pairedWith: laptop)
        kept = try laptop.keep(
            BookmarkDraft(url: "https://quilt.example/0", title: "0"), in: .friends)
        try laptop.sync(to: ben)
        try laptop.mirror(to: phone)
        try phone.perform(.removeFriend(PersonReference("Cleo"), isBlocked: false))
        try phone.mirror(to: laptop)
    }

    private func give(_ device: WriteReplica, to friend: WriteReplica) throws {
        let mine = try laptop.step { (store) throws(StorageError) in
            var mine: [ChainID] = []
            let friends = try store.audience(.friends, of: laptop.owner.person)
            for chain in try store.chains(of: friends)
            where try store.device(of: chain) == device.owner.device {
                mine.append(chain.id)
            }
            return mine
        }
        for run in try laptop.runs(of: try laptop.row(.friends, of: laptop))
        where mine.contains(run.chain) {
            try friend.receive(run)
        }
    }

    @Test func `deltas that only a claimed key opens stay hidden after another fold`() throws {
        try laptop.perform(.edit(.id(kept[0].text), BookmarkChange(title: "changed")))
        try ben.take(try laptop.keys())
        try give(laptop, to: ben)
        #expect(try ben.links(of: laptop).map(\.title) == ["0"])

        try ben.step { (store) throws(StorageError) in
            let audience = try store.audience(.friends, of: laptop.owner.person)
            let author = try store.number(of: laptop.owner.person)
            try store.refold([Store.ObjectKey(author: author, id: kept[0])], in: audience)
        }
        #expect(try ben.links(of: laptop).map(\.title) == ["0"])

        try give(phone, to: ben)
        #expect(try ben.links(of: laptop).map(\.title) == ["changed"])
    }

    @Test func `the key of a rotation that comes behind the admission into it is found`() throws {
        // In a chain that could be read before.
        try phone.perform(.removeFriend(PersonReference("Ben"), isBlocked: false))
        try phone.mirror(to: laptop)
        let dora = try WriteReplica(4, name: "Dora")
        try laptop.add(friend: dora)
        try laptop.step { (store) throws(StorageError) in try store.settleKeys(at: laptop.wall) }
        try dora.add(friend: laptop)
        let key = try #require(try phone.keys().last)
        // With the previous epoch alone, as from a peer that does not have this one.
        let before = try laptop.step { (store) throws(StorageError) in
            try store.keysOfEpochs(of: store.audience(.friends, of: laptop.owner.person))
        }
        try dora.take(before.filter { $0.name != key.name })
        try laptop.keep(BookmarkDraft(url: "https://quilt.example/1", title: "1"), in: .friends)

        try give(laptop, to: dora)
        #expect(try dora.links(of: laptop).map(\.title) == ["0"])
        try give(phone, to: dora)

        #expect(try dora.links(of: laptop).map(\.title) == ["0", "1"])
    }

    @Test func `of a former friend nothing new is taken in until they are one again`() throws {
        try laptop.sync(to: ben)
        try ben.perform(.removeFriend(PersonReference("Ana"), isBlocked: false))
        try laptop.keep(BookmarkDraft(url: "https://quilt.example/1", title: "1"), in: .friends)
        let row = try laptop.row(.friends, of: laptop)
        let runs = try laptop.runs(of: row)

        let receptions = try runs.map { try ben.receive($0) }
        #expect(receptions.contains(.early))
        #expect(receptions.allSatisfy { $0 == .early || $0 == .known })
        #expect(try ben.links(of: laptop).map(\.title) == ["0"])
        let frontier = try laptop.step { (store) throws(StorageError) in
            try store.frontier(of: .friends, by: laptop.owner.person)
        }
        let there = try ben.row(.friends, of: laptop)
        func past() throws -> Int64? {
            try ben.step { (store) throws(StorageError) in
                try store.past(among: frontier.entries)
            }
        }
        #expect(try past() == there)

        try ben.add(friend: laptop)
        #expect(try past() == nil)
        for run in runs { try ben.receive(run) }
        #expect(try ben.links(of: laptop).map(\.title) == ["0", "1"])
    }
}
