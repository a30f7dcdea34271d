import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests an own chain that lacks something live: what a checkpoint of another own device called
/// dead was pruned, the checkpoint has become void, and the chain goes on.
@Suite struct ReopeningTests {
    private let phone: WriteReplica
    private let laptop: WriteReplica

    init() throws {
        phone = try WriteReplica(1, name: "Ana")
        laptop = try WriteReplica(1, device: 2, name: "Ana", pairedWith: phone)
        for number in 0..<6 {
            try phone.keep(BookmarkDraft(url: "https://example.org/\(number)", title: "\(number)"))
        }
        try sayOneIsDead(in: try chain())
        try phone.mirror(to: laptop)
        try laptop.mirror(to: phone)
    }

    @Test func `a chain that may be longer elsewhere is written no further`() throws {
        let (chain, before) = (try chain(), try phone.links(of: phone))
        #expect(before.map(\.title) == ["0", "1", "2", "3", "4", "5"])

        try lose("3")
        try foldAgain()

        #expect(try phone.links(of: phone).map(\.title) == ["0", "1", "2"])
        #expect(try length(of: chain) < length(of: chain, at: laptop))
        #expect(try self.chain() != chain)
        try phone.keep(BookmarkDraft(url: "https://example.org/6", title: "6"))
        try phone.mirror(to: laptop)
        #expect(try laptop.links(of: phone).map(\.title) == ["0", "1", "2", "3", "4", "5", "6"])
    }

    @Test func `missing deltas come from their holders, and those behind them count again`() throws
    {
        let chain = try chain()
        // The laptop has not received it: nobody but this log has it.
        try phone.keep(BookmarkDraft(url: "https://example.org/6", title: "6"))
        let whole = try length(of: chain)
        try lose("2")
        try foldAgain()
        #expect(try phone.links(of: phone).map(\.title) == ["0", "1"])

        try laptop.mirror(to: phone)
        #expect(try length(of: chain) == whole)
        #expect(
            try phone.links(of: phone).map(\.title) == ["0", "1", "2", "3", "4", "5", "6"])

        try phone.keep(BookmarkDraft(url: "https://example.org/7", title: "7"))
        try phone.mirror(to: laptop)
        #expect(try laptop.known() == phone.known())
        let row = try phone.row(.private, of: phone)
        #expect(try phone.step { (store) throws(StorageError) in try store.forks(of: row) }.isEmpty)
    }

    @Test func `other devices' changes of missing things count again once those have come`() throws
    {
        let link = try #require(try laptop.links(of: phone).first { $0.title == "4" })
        try laptop.perform(.edit(.id(link.id.text), BookmarkChange(title: "four")))
        try laptop.mirror(to: phone)
        #expect(try phone.links(of: phone).map(\.title) == ["0", "1", "2", "3", "5", "four"])

        try lose("3")
        try foldAgain()
        #expect(try phone.links(of: phone).map(\.title) == ["0", "1", "2"])
        try laptop.mirror(to: phone)

        #expect(try phone.links(of: phone).map(\.title) == ["0", "1", "2", "3", "5", "four"])
        #expect(try laptop.known() == phone.known())
    }

    @Test func `nothing changes in a chain that is whole`() throws {
        let (chain, known) = (try chain(), try phone.known())
        let before = try length(of: chain)

        try foldAgain()

        #expect(try self.chain() == chain)
        #expect(try length(of: chain) == before)
        #expect(try phone.known() == known)
    }

    // MARK: Helpers

    // The chain that the phone writes at home now.
    private func chain() throws -> ChainID {
        let found = try phone.step { (store) throws(StorageError) in
            try store.chainWritten(in: try store.audience(.private, of: phone.owner.person))
        }
        return try #require(found)
    }

    private func length(of chain: ChainID) throws -> UInt64 { try length(of: chain, at: phone) }

    private func length(of chain: ChainID, at device: WriteReplica) throws -> UInt64 {
        try device.step { (store) throws(StorageError) in try store.chain(chain)?.length ?? 0 }
    }

    // So that a checkpoint mentions the chain at all.
    private func sayOneIsDead(in id: ChainID) throws {
        try phone.step { (store) throws(StorageError) in
            let home = try store.audience(.private, of: phone.owner.person)
            for number in 0..<2 {
                try store.write(
                    [OriginedOperation(.unknown(kind: 100, body: [UInt8(number)]))], into: home,
                    at: phone.wall)
            }
            guard let chain = try store.chain(id) else { return }
            let place = chain.length - 2
            let checkpoint = try Checkpoint(
                of: id, length: chain.length, dead: DeadRanges([place..<place + 1]), seen: []
            ) { (place) throws(StorageError) in try store.headerID(of: chain, at: place) }
            guard let checkpoint else { return }
            try store.write(
                [OriginedOperation(.checkpoint(checkpoint))], into: home, at: phone.wall)
        }
    }

    // Deletes the delta that created a link, and with it the link.
    private func lose(_ title: String) throws {
        let id = try #require(try phone.links(of: phone).first { $0.title == title }).id
        try phone.step { (store) throws(StorageError) in
            let home = try store.audience(.private, of: phone.owner.person)
            guard let number = try store.home(of: id), let row = try store.object(row: number),
                case .position(let chain, let sequence, _)? = row.state.creations.first?.dot,
                let held = try store.chain(chain)
            else { throw .corrupt }
            let delta = SQLValue.integer(held.row(sequence))
            try store.database.run("DELETE FROM act_deltas WHERE delta = ?", delta)
            try store.database.run("DELETE FROM deltas WHERE id = ?", delta)
            try store.erase(id, author: row.author, in: home.place)
        }
    }

    private func foldAgain() throws {
        try phone.step { (store) throws(StorageError) in
            let home = try store.audience(.private, of: phone.owner.person)
            let judgement = try store.judgement(of: home)
            phone.wall = WallTime(milliseconds: phone.wall.milliseconds + 61_000)
            try store.refold(home, from: judgement, to: judgement, at: phone.wall)
        }
    }
}
