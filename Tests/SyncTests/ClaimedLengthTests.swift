import CRDT
import Domain
import Primitives
import Testing
import Wire

@testable import Sync

/// Tests that a peer may claim to hold any length.
@Suite struct ClaimedLengthTests {
    @Test func `lengths that no sum holds, in each audience, stop nothing`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "anas"), in: .friends)
        try pair.bob.keep(drafts(1, "bobs"), in: .friends)
        try pair.connect()
        let session = try #require(pair.ana.engine.sessions.first { $0.phase == .open })
        let shared = session.exchanges.filter { $0.audience != nil && !$0.isSpare }
        #expect(shared.count > 1)

        for exchange in shared {
            let chain = ChainID(Bytes16(high: 9, low: UInt64(exchange.place)))
            session.send(
                .frontier(
                    .init(
                        audience: exchange.place, isWhole: false, isLast: true, isAsking: false,
                        entries: [.init(chain: chain, length: .max)])))
        }
        try pair.ana.ask(.query(.status()))
        try pair.run()

        let peer = try #require(try pair.bob.peers().first { $0.endReason == nil })
        #expect(peer.state == "syncing")
        #expect(peer.weLack == shared.count * Int.foreignMax)
        #expect(try pair.bob.titles() == ["anas 0", "bobs 0"])
    }
}
