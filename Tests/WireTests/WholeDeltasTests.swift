import CRDT
import Primitives
import Testing
import Wire

/// Tests consecutive deltas with complete headers.
@Suite struct WholeDeltasTests {
    private static let deltas: [SignedDelta] = {
        var base = CompactRun.Base(startOf: Place.home)
        var deltas: [SignedDelta] = []
        for number in 0..<3 {
            let delta = DeltaSamples.delta(
                after: base, stamp: HybridTime(rawValue: UInt64(number + 1) << 16),
                epoch: Place.epoch, isPlain: false,
                operations: [OriginedOperation(.unknown(kind: 100, body: [UInt8(number)]))])
            base = CompactRun.Base(after: delta.header)
            let signature = number == 1 ? nil : delta.signature
            deltas.append(
                SignedDelta(header: delta.header, payload: delta.payload, signature: signature))
        }
        return deltas
    }()

    @Test func `they come back, signed or not, and with some left out`() throws {
        for deltas in [[], Self.deltas, [Self.deltas[0], Self.deltas[2]]] {
            #expect(try WholeDeltas.read(WholeDeltas.bytes(of: deltas)) == deltas)
        }
    }

    @Test func `every truncation is fewer of them, or refused`() throws {
        let bytes = WholeDeltas.bytes(of: Self.deltas)
        var ends = [0]
        for delta in Self.deltas { ends.append((ends.last ?? 0) + Self.count(delta)) }
        #expect(ends.last == bytes.count)
        for end in 0...bytes.count {
            let read = try? WholeDeltas.read(Array(bytes.prefix(end)))
            #expect(read?.count == ends.firstIndex(of: end))
        }
    }

    @Test func `what a header names is as long as it says, and of its hash`() throws {
        let delta = Self.deltas[0]
        let start = 1 + DeltaHeader.byteCount + 64
        var bytes = WholeDeltas.bytes(of: [delta])
        bytes[start] ^= 1
        #expect(throws: WireError.self) { _ = try WholeDeltas.read(bytes) }
        bytes[start] ^= 1
        bytes[0] = 2
        #expect(throws: WireError.self) { _ = try WholeDeltas.read(bytes) }
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a payload has 262,144 bytes at most`(more: Int, isGood: Bool) throws {
        let payload = [UInt8](repeating: 7, count: WireLimits.payloadBytesMax + more)
        let header = DeltaHeader(
            chain: Place.home, sequence: 0, previous: .zero, stamp: HybridTime(rawValue: 1),
            epoch: Place.epoch, isPlain: false, payload: payload)
        let bytes = WholeDeltas.bytes(
            of: [SignedDelta(header: header, payload: payload, signature: nil)])
        #expect(((try? WholeDeltas.read(bytes)) != nil) == isGood)
    }

    private static func count(_ delta: SignedDelta) -> Int {
        1 + DeltaHeader.byteCount + (delta.signature?.count ?? 0) + delta.payload.count
    }
}
