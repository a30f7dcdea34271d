import Domain
import Sync
import Testing

@testable import Node

/// Tests whose bytes are taken first, and how many.
@Suite struct InboxTests {
    private static let most = 192 * 1024

    private func bytes(_ events: [Event], of link: LinkID) -> [UInt8] {
        events.reduce(into: []) { sum, event in
            if case .received(link, let piece) = event { sum += piece }
        }
    }

    @Test func `requests come before all that links brought`() {
        var inbox = Inbox()
        inbox.put(.received(.inbound(1), [1]))
        inbox.put(.networks(3))
        inbox.put(.requested(RequestID(1), .query(.status())))
        inbox.put(.requested(RequestID(2), .query(.status())))

        let taken = inbox.take(bytesMax: Self.most)

        #expect(taken.count == 4)
        #expect(taken[0] == .requested(RequestID(1), .query(.status())))
        #expect(taken[1] == .requested(RequestID(2), .query(.status())))
        #expect(taken[2] == .networks(3))
        #expect(inbox.isEmpty)
    }

    @Test(arguments: [1, 1023, 4096, 65_536])
    func `the bytes of a link arrive whole and in order, in pieces of any size`(piece: Int) {
        var inbox = Inbox()
        let link = LinkID.inbound(7)
        let all = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        inbox.put(.accepted(link, address: "m:1"))
        for start in stride(from: 0, to: all.count, by: piece) {
            inbox.put(.received(link, Array(all[start..<min(start + piece, all.count)])))
        }
        inbox.put(.disconnected(link))

        var taken: [Event] = []
        var steps = 0
        while !inbox.isEmpty {
            let step = inbox.take(bytesMax: Self.most)
            #expect(bytes(step, of: link).count <= Self.most)
            taken += step
            inbox.charge(0.001 * Double(bytes(step, of: link).count) / 100_000)
            steps += 1
        }

        #expect(taken.first == .accepted(link, address: "m:1"))
        #expect(taken.last == .disconnected(link))
        #expect(bytes(taken, of: link) == all)
        #expect(steps < 12, "what is cheap soon comes in large portions")
    }

    @Test func `a link with expensive messages gets no more time than others`() {
        var inbox = Inbox()
        let (dear, cheap) = (LinkID.inbound(1), LinkID.inbound(2))
        for link in [dear, cheap] {
            inbox.put(.received(link, [UInt8](repeating: 0, count: 4_000_000)))
        }
        // A byte of one takes a thousand times as long as a byte of the other.
        var seconds = [dear: 0.0, cheap: 0.0]
        var slowest = 0.0
        while seconds[dear, default: 0] + seconds[cheap, default: 0] < 20 {
            let step = inbox.take(bytesMax: Self.most)
            let ofDear = Double(bytes(step, of: dear).count) * 1e-5
            let ofCheap = Double(bytes(step, of: cheap).count) * 1e-8
            seconds[dear, default: 0] += ofDear
            seconds[cheap, default: 0] += ofCheap
            slowest = max(slowest, ofDear + ofCheap)
            inbox.charge(ofDear + ofCheap)
            if bytes(step, of: cheap).isEmpty, bytes(step, of: dear).isEmpty { break }
        }

        #expect(slowest < 0.1)
        #expect(seconds[cheap, default: 0] > 0.039, "it is through")
        #expect(seconds[dear, default: 0] > 1, "and the other goes on alone")
    }

    @Test func `a friend who comes late is not behind who poured all the time`() {
        var inbox = Inbox()
        let (stranger, friend) = (LinkID.inbound(1), LinkID.inbound(2))
        inbox.put(.received(stranger, [UInt8](repeating: 0, count: 8_000_000)))
        inbox.regard(stranger, as: .stranger)
        for _ in 0..<20 {
            _ = inbox.take(bytesMax: Self.most)
            inbox.charge(0.02)
        }
        inbox.put(.received(friend, [1, 2, 3]))

        let step = inbox.take(bytesMax: Self.most)

        #expect(bytes(step, of: friend) == [1, 2, 3])
    }

    @Test func `a link that is gone leaves nothing behind`() {
        var inbox = Inbox()
        inbox.put(.received(.inbound(1), [1]))
        inbox.put(.disconnected(.inbound(1)))
        _ = inbox.take(bytesMax: Self.most)
        inbox.charge(0.001)
        inbox.regard(.inbound(1), as: .friend)

        #expect(inbox.isEmpty)
        #expect(inbox.linksKnown == 0)
    }
}
