import CRDT
import Primitives
import Testing
import Wire

@Suite struct PayloadLimitTests {
    private func decode(_ bytes: [UInt8]) throws -> [OriginedOperation] {
        try Payload.decode(bytes, chain: Place.home, sequence: Place.sequence)
    }

    private func varint(_ number: Int) -> [UInt8] {
        var writer = ByteWriter()
        writer.varint(number)
        return writer.bytes
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `an operation has at most 64 KiB`(beyond: Int, isGood: Bool) {
        let count = WireLimits.operationBytesMax + beyond
        let bytes = [0, 0] + varint(count) + [99] + [UInt8](repeating: 1, count: count - 1)

        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a payload has at most 256 KiB`(beyond: Int, isGood: Bool) {
        let size = WireLimits.payloadBytesMax + beyond
        let whole = varint(60_000) + [99] + [UInt8](repeating: 1, count: 59_999)
        let head = [0, 0] + whole + whole + whole + whole
        let left = size - head.count - 3
        let bytes = head + varint(left) + [99] + [UInt8](repeating: 1, count: left - 1)

        #expect(bytes.count == size)
        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a payload has at most 65,536 operations`(beyond: Int, isGood: Bool) {
        var bytes: [UInt8] = [0, 0]
        for _ in 0..<WireLimits.operationsMax + beyond { bytes += [1, 99] }

        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `an element has at most 1,024 bytes`(beyond: Int, isGood: Bool) {
        let count = WireLimits.elementBytesMax + beyond
        let bytes = [0, 1, 0] + varint(count) + [UInt8](repeating: 97, count: count) + [1, 99]

        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a payload names at most 4,096 chains`(beyond: Int, isGood: Bool) {
        let count = WireLimits.chainsMax + beyond
        let chains = (1...UInt64(count)).flatMap { Bytes16(high: $0, low: 0).bytes }
        let bytes = varint(count) + chains + [0, 1, 99]

        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `an operation names at most 4,096 dots`(beyond: Int, isGood: Bool) {
        let count = WireLimits.dotsMax + beyond
        let dots = (0..<count).map {
            Dot.position(chain: Place.home, sequence: 1, index: UInt32($0))
        }
        let operation = OriginedOperation(
            .withdraw(Withdrawal(object: .id(Place.id), dots: dots)))
        let bytes = Payload.encode([operation], chain: Place.home, sequence: Place.sequence)

        #expect(((try? decode(bytes)) != nil) == isGood)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)])
    func `a rotation has at most 1,500 deliveries`(beyond: Int, isGood: Bool) {
        let rotation = Rotation(
            check: .zero, ephemeral: .zero,
            deliveries: (0..<WireLimits.deliveriesMax + beyond).map {
                KeyDelivery(tag: UInt32($0), masked: .zero)
            },
            sealed: [])
        let bytes = Payload.encode(
            [OriginedOperation(.rotate(rotation))], chain: Place.home, sequence: 0)

        #expect(
            ((try? Payload.decode(bytes, chain: Place.home, sequence: 0)) != nil) == isGood)
    }

    @Test func `front coding cannot claim more than 512 KiB`() {
        // Elements of 1,024 bytes that cost three bytes each.
        for (count, isGood) in [(512, true), (513, false)] {
            #expect(((try? decode(table(count))) != nil) == isGood)
        }
    }

    private func table(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0] + varint(count) + [0] + varint(1024)
        bytes += [UInt8](repeating: 97, count: 1024)
        for index in 1..<count {
            // The second differs from the first in its last three bytes, the others later.
            let tail: [UInt8] = [98, UInt8(index / 256), UInt8(index % 256)]
            let shared = index == 1 ? 1021 : index % 256 == 0 ? 1022 : 1023
            bytes += varint(shared) + varint(1024 - shared) + tail[(shared - 1021)...]
        }

        return bytes + [1, 99]
    }
}
