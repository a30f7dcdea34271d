import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct CheckpointProofTests {
    @Test(arguments: [(1, true), (2, true), (63, true), (64, true), (65, false)])
    func `a proof of 1 to 64 headers comes back`(count: Int, isGood: Bool) throws {
        let proof = CheckpointSamples.proof(headers: count)
        #expect((proof != nil) == isGood)
        guard let proof else { return }

        var reader = ByteReader(proof.bytes)
        let back = try CheckpointProof(from: &reader)

        #expect(back == proof)
        #expect(reader.isAtEnd)
        #expect(back.isSigned(by: Person.ana.deviceID))
        #expect(!back.isSigned(by: DeviceID(.repeating(3))))
        let message = Message.checkpoint(audience: 7, proof)
        #expect(try Message(bytes: message.bytes) == message)
    }

    @Test(arguments: [32_767, 32_768, 32_769])
    func `a payload has 32 KiB, and fits a frame`(bytes: Int) throws {
        let proof = CheckpointSamples.proof(headers: 64, payloadBytes: bytes)
        #expect((proof != nil) == (bytes <= CheckpointProof.payloadBytesMax))
        guard let proof else { return }

        #expect(Message.checkpoint(audience: 0, proof).bytes.count <= Message.bytesMax)
    }

    @Test func `every truncation is refused, and what is left over is`() throws {
        let bytes = try #require(CheckpointSamples.proof(headers: 3)).bytes

        for count in bytes.indices {
            #expect(throws: WireError.self) {
                var reader = ByteReader(Array(bytes[..<count]))
                _ = try CheckpointProof(from: &reader)
            }
        }
        #expect(throws: WireError.self) { try Message(bytes: [14, 0] + bytes + [0]) }
    }

    @Test func `no flipped bit leaves it signed for what it says`() throws {
        let proof = try #require(CheckpointSamples.proof(headers: 2))
        let bytes = proof.bytes

        for bit in 128..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            var reader = ByteReader(changed)
            guard let other = try? CheckpointProof(from: &reader) else { continue }
            #expect(other.bytes == changed)
            #expect(!other.isSigned(by: Person.ana.deviceID))
        }
    }

    @Test func `behind a dead delta stamp and epoch are said in full`() throws {
        let base = CompactRun.Base(
            behindDeadOf: Place.home, at: 300, previous: .repeating(9))
        let delta = DeltaSamples.delta(
            after: base, stamp: Place.stamp, epoch: Place.epoch, isPlain: false,
            operations: [OriginedOperation(.unknown(kind: 127, body: [1]))])
        var writer = ByteWriter()
        CompactRun.write(delta, after: base, withSignature: true, to: &writer)

        var reader = ByteReader(writer.bytes)
        #expect(try CompactRun.read(after: base, from: &reader) == delta)
        // A holder of the dead delta still reads the same.
        let holder = CompactRun.Base(
            chain: Place.home, sequence: 300, previous: .repeating(9),
            stamp: HybridTime(rawValue: Place.stamp.rawValue - 1), epoch: Place.epoch)
        reader = ByteReader(writer.bytes)
        #expect(try CompactRun.read(after: holder, from: &reader) == delta)
        #expect(writer.bytes[0] == 11)
    }

    @Test func `no falling stamp is spelled by leaving out what was before`() throws {
        let base = CompactRun.Base(behindDeadOf: Place.home, at: 300, previous: .repeating(9))
        let delta = DeltaSamples.delta(
            after: base, stamp: Place.stamp, epoch: Place.epoch, isPlain: false,
            operations: [OriginedOperation(.unknown(kind: 127, body: [1]))])
        var writer = ByteWriter()
        CompactRun.write(delta, after: base, withSignature: true, to: &writer)

        for (stamp, isGood) in [(Place.stamp.rawValue - 1, true), (Place.stamp.rawValue, false)] {
            let holder = CompactRun.Base(
                chain: Place.home, sequence: 300, previous: .repeating(9),
                stamp: HybridTime(rawValue: stamp), epoch: Place.epoch)
            var reader = ByteReader(writer.bytes)
            let found = try? CompactRun.read(after: holder, from: &reader)
            #expect((found != nil) == isGood)
        }
        var first = ByteReader(writer.bytes)
        #expect(throws: WireError.self) {
            try CompactRun.read(after: CompactRun.Base(startOf: Place.home), from: &first)
        }
        var unsaid = writer.bytes
        unsaid[0] &= 7
        var reader = ByteReader(unsaid)
        #expect(throws: WireError.self) { try CompactRun.read(after: base, from: &reader) }
    }
}

/// A checkpoint and its signer.
enum CheckpointSamples {
    static let checkpoint = Checkpoint(
        chain: ForkSamples.chain,
        living: [
            .init(start: 0, end: 2, previous: .zero, last: .repeating(1)),
            .init(start: 5, end: 6, previous: .repeating(2), last: .repeating(3)),
        ], length: 6, seen: [Frontier.Entry(chain: Place.foreign, length: 4)])

    /// Returns the checkpoint in a plain payload, at place 7 of its own chain, with headers after
    /// it.
    static func proof(headers count: Int, payloadBytes: Int? = nil) -> CheckpointProof? {
        let payload =
            payloadBytes.map { [UInt8](repeating: 5, count: $0) }
            ?? Payload.encode(
                [OriginedOperation(.checkpoint(checkpoint))], chain: ForkSamples.chain,
                sequence: 7)
        var headers: [DeltaHeader] = []
        for index in 0..<count {
            headers.append(
                DeltaHeader(
                    chain: ForkSamples.chain, sequence: 7 + UInt64(index),
                    previous: headers.last?.id ?? .repeating(6),
                    stamp: HybridTime(rawValue: Place.stamp.rawValue + UInt64(index)),
                    epoch: Place.epoch, isPlain: true, payload: index == 0 ? payload : [1]))
        }
        guard let last = headers.last else { return nil }
        return CheckpointProof(
            target: ForkSamples.chain,
            path: ForkProof.Branch(
                headers: headers, signature: Person.ana.device.sign(last.signedBytes)),
            payload: payload)
    }
}
