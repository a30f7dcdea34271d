import CRDT
import Domain
import Primitives
import Store
import Testing
import Wire

@testable import Sync

/// Tests that any familiar peer may claim the key of an epoch whose rotation is missing, and that a key is believed,
/// while its runs are judged, from the peer that sends them.
@Suite struct SyncClaimedKeyTests {
    @Test func `what another one says of a key keeps nobody's runs out`() throws {
        let pair = try SyncPair()
        try pair.ana.keep(drafts(1, "anas", noteBytes: 30_000), in: .friends)
        try pair.connect(holdingBackFromBob: { #expect($0 > 20_000) })
        let shared = try pair.ana.store.transaction { () throws(StorageError) in
            try pair.ana.store.shared(with: pair.bob.owner.certificate)
        }
        let told = shared.flatMap { $0.keys + $0.history }.filter { $0.name != .zero }
        #expect(!told.isEmpty)

        // As a third peer would that greets bob at that moment.
        try pair.bob.store.transaction { () throws(StorageError) in
            for key in told { try pair.bob.store.deliver(epoch: key.name, key: .zero) }
        }
        try pair.run()

        #expect(try pair.bob.titles() == ["anas 0"])
    }
}
