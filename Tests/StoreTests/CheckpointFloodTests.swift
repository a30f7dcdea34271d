import CRDT
import Domain
import Primitives
import Testing

@testable import Store

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests a writer of nothing but checkpoints, each of which says something that no other says.
@Suite struct CheckpointFloodTests {
    @Test func `twice as many checkpoints cost about twice as much`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let ben = try WriteReplica(2, name: "Ben")
        try ana.add(friend: ben)
        try ben.add(friend: ana)
        let words = (0..<3).map { BookmarkDraft(url: "https://example.org/\($0)", title: "\($0)") }
        for word in words { try ana.keep(word, in: .friends) }
        try ana.sync(to: ben)
        try flood(ana, with: 200)
        try hear(ana, by: ben)

        try flood(ana, with: 2_000)
        let first = try hear(ana, by: ben)
        try flood(ana, with: 8_000)
        let second = try hear(ana, by: ben)

        #expect(try ben.count("checkpoints") == 10_200)
        #expect(try ben.links(of: ana).count == 3)
        #expect(second < first * 16, "2,000 in \(first), 8,000 more in \(second)")
    }

    // Each calls the one before its predecessor dead, and does not repeat what that one says.
    private func flood(_ ana: WriteReplica, with count: Int) throws {
        let id = try ana.step { (store) throws(StorageError) in
            let audience = try store.audience(.friends, of: ana.owner.person)
            return try store.ownChain(in: audience, at: ana.wall).id
        }
        var written = 0
        while written < count {
            try ana.step { (store) throws(StorageError) in
                guard let chain = try store.chain(id) else { return }
                let place = chain.length - 2
                let checkpoint = try Checkpoint(
                    of: id, length: chain.length, dead: DeadRanges([place..<place + 1]), seen: []
                ) { (place) throws(StorageError) in try store.headerID(of: chain, at: place) }
                guard let checkpoint, try !store.holdsLink(at: place, of: chain) else {
                    _ = try store.write(
                        [OriginedOperation(.unknown(kind: 100, body: []))],
                        into: try store.audience(.friends, of: ana.owner.person), at: ana.wall)
                    return
                }
                written += 1
                try store.write(
                    [OriginedOperation(.checkpoint(checkpoint))],
                    into: try store.audience(.friends, of: ana.owner.person), at: ana.wall)
            }
        }
    }

    @discardableResult
    private func hear(_ ana: WriteReplica, by ben: WriteReplica) throws -> Duration {
        let row = try ana.row(.friends, of: ana)
        var runs: [WriteReplica.Run] = []
        for entry in try ana.step({ (store) throws(StorageError) in try store.log(of: row) }) {
            var start = try ben.step { (store) throws(StorageError) in
                try store.chain(entry.chain)?.length ?? 0
            }
            while let (bytes, end) = try ana.step({ (store) throws(StorageError) in
                try store.run(of: entry.chain, from: start, bytesWanted: 4_000)
            }) {
                runs.append(
                    WriteReplica.Run(chain: entry.chain, sequence: start, end: end, bytes: bytes))
                start = end
            }
        }
        let before = Self.computed
        for run in runs {
            let reception = try ben.receive(run)
            if case .refused(let reason) = reception {
                Issue.record("\(reason)")
            }
        }
        for _ in 0..<1_000 {
            guard
                try ben.step({ (store) throws(StorageError) in try store.eraseSome(at: ben.wall) })
            else { break }
        }
        return Self.computed - before
    }

    // The processor time of this thread, independent of other load.
    private static var computed: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Store {
    fileprivate func holdsLink(
        at place: UInt64, of chain: ChainRecord
    ) throws(StorageError) -> Bool {
        try operations(ofDelta: chain.row(place))?.contains { $0.operation.isCreation } == true
    }
}
