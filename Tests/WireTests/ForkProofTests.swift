import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct ForkProofTests {
    @Test func `a proof comes back, whichever branch came first`() throws {
        let (one, other) = ForkSamples.branches(lengths: (2, 1), sequence: 5)
        let proof = try #require(ForkSamples.proof(one, other))

        var reader = ByteReader(proof.bytes)
        let back = try ForkProof(from: &reader)

        #expect(reader.isAtEnd)
        #expect(back == proof)
        #expect(ForkSamples.proof(other, one) == proof)
        #expect(back.fork == Frontier.Entry(chain: ForkSamples.chain, length: 5))
        #expect(back.isGenuine(secret: ForkSamples.secret))
    }

    @Test(arguments: [(1, true), (2, true), (63, true), (64, true), (65, false)])
    func `a branch has 1 to 64 headers`(count: Int, isGood: Bool) throws {
        let (one, other) = ForkSamples.branches(lengths: (count, 1), sequence: 1)
        let proof = ForkSamples.proof(one, other)
        #expect((proof != nil) == isGood)
        guard let proof else { return }

        #expect(proof.bytes.count == 96 + 61 * (count + 1) + 2 * 65)
        #expect(proof.bytes.count <= ForkProof.bytesMax)
        var reader = ByteReader(proof.bytes)
        #expect(try ForkProof(from: &reader) == proof)
    }

    @Test func `the counts 0 and 65 are refused before anything else is read`() throws {
        let (one, other) = ForkSamples.branches(lengths: (1, 1), sequence: 1)
        let bytes = try #require(ForkSamples.proof(one, other)).bytes

        for count: UInt8 in [0, 65, 255] {
            var changed = bytes + [UInt8](repeating: 0, count: 70_000)
            changed[96] = count
            #expect(throws: WireError.self) {
                var reader = ByteReader(changed)
                _ = try ForkProof(from: &reader)
            }
        }
    }

    @Test func `the shortest has 348 bytes, the longest 8034 and fits a frame`() throws {
        let (one, other) = ForkSamples.branches(lengths: (1, 1), sequence: 1)
        let (long, longer) = ForkSamples.branches(lengths: (64, 64), sequence: 1)
        let longest = try #require(ForkSamples.proof(long, longer))

        #expect(try #require(ForkSamples.proof(one, other)).bytes.count == 348)
        #expect(longest.bytes.count == 8034)
        #expect(ForkProof.bytesMax == 8034)
        let message = Message.fork(audience: 3, longest)
        #expect(message.bytes.count <= Message.bytesMax)
        #expect(try Message(bytes: message.bytes) == message)
    }

    @Test func `every truncation is refused, and what is left over is`() throws {
        let (one, other) = ForkSamples.branches(lengths: (2, 3), sequence: 7)
        let bytes = try #require(ForkSamples.proof(one, other)).bytes

        for count in bytes.indices {
            #expect(throws: WireError.self) {
                var reader = ByteReader(Array(bytes[..<count]))
                _ = try ForkProof(from: &reader)
            }
        }
        #expect(throws: WireError.self) { try Message(bytes: [11, 0] + bytes + [0]) }
    }

    @Test func `no flipped bit leaves it genuine, and what is read is spelled in one way`() throws {
        let (one, other) = ForkSamples.branches(lengths: (2, 1), sequence: 7)
        let bytes = try #require(ForkSamples.proof(one, other)).bytes

        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            var reader = ByteReader(changed)
            guard let proof = try? ForkProof(from: &reader) else { continue }
            #expect(proof.bytes == changed)
            #expect(!proof.isGenuine(secret: ForkSamples.secret), "bit \(bit)")
        }
    }

    @Test func `branches in the other order, or the same one twice, are refused`() throws {
        let (one, other) = ForkSamples.branches(lengths: (1, 1), sequence: 7)
        let bytes = try #require(ForkSamples.proof(one, other)).bytes
        let (front, first, second) = (bytes[..<96], bytes[96..<222], bytes[222...])

        for branches in [second + first, first + first, second + second] {
            #expect(throws: WireError.self) {
                var reader = ByteReader(Array(front + branches))
                _ = try ForkProof(from: &reader)
            }
        }
        #expect(ForkSamples.proof(one, one) == nil)
    }

    @Test func `it takes the device's signature on both, and the chain's own secret`() throws {
        let (one, other) = ForkSamples.branches(lengths: (1, 1), sequence: 7)
        let forged = ForkProof.Branch(
            headers: other.headers,
            signature: Person.ben.device.sign(other.headers[0].signedBytes))

        #expect(
            !(try #require(ForkSamples.proof(one, forged))).isGenuine(
                secret: ForkSamples.secret))
        let proof = try #require(ForkSamples.proof(one, other))
        #expect(!proof.isGenuine(secret: .repeating(9)))
    }

    @Test func `branches that part earlier, or in two chains, make no proof`() throws {
        let (one, _) = ForkSamples.branches(lengths: (2, 1), sequence: 7)
        let (_, earlier) = ForkSamples.branches(lengths: (1, 2), sequence: 7)
        let late = ForkProof.Branch(
            headers: [earlier.headers[1]], signature: earlier.signature)
        let rest = ForkProof.Branch(headers: [one.headers[1]], signature: one.signature)
        let (_, elsewhere) = ForkSamples.branches(lengths: (1, 1), sequence: 8)

        #expect(ForkSamples.proof(rest, late) == nil)
        #expect(ForkSamples.proof(one, elsewhere) == nil)
        #expect(
            ForkSamples.proof(
                ForkProof.Branch(headers: one.headers.reversed(), signature: one.signature),
                earlier) == nil)
    }

    @Test func `a first header behind zeros alone begins a chain`() throws {
        let (one, other) = ForkSamples.branches(lengths: (1, 1), sequence: 0)
        var bytes = try #require(ForkSamples.proof(one, other)).bytes
        var reader = ByteReader(bytes)
        #expect(try ForkProof(from: &reader).sequence == 0)

        bytes[64] = 1
        #expect(throws: WireError.self) {
            var reader = ByteReader(bytes)
            _ = try ForkProof(from: &reader)
        }
    }
}

/// Branches of a chain of ana's device.
enum ForkSamples {
    static let secret = Bytes32.repeating(0x5C)
    static let incarnation: UInt64 = 99
    static let chain = Derivation.chain(
        secret: secret, device: Person.ana.deviceID, incarnation: incarnation)

    /// Returns two branches that fork at `sequence`.
    static func branches(
        lengths: (Int, Int), sequence: UInt64
    ) -> (ForkProof.Branch, ForkProof.Branch) {
        (branch(lengths.0, sequence, word: 1), branch(lengths.1, sequence, word: 2))
    }

    static func proof(_ one: ForkProof.Branch, _ other: ForkProof.Branch) -> ForkProof? {
        ForkProof(device: Person.ana.deviceID, incarnation: incarnation, one, other)
    }

    private static func branch(
        _ count: Int, _ sequence: UInt64, word: UInt8
    ) -> ForkProof.Branch {
        var headers: [DeltaHeader] = []
        for index in 0..<UInt64(count) {
            headers.append(
                DeltaHeader(
                    chain: chain, sequence: sequence + index,
                    previous: headers.last?.id ?? (sequence == 0 ? .zero : .repeating(0x99)),
                    stamp: HybridTime(rawValue: Place.stamp.rawValue + index << 20),
                    epoch: Place.epoch, isPlain: index % 2 == 1,
                    payload: [word, UInt8(index)]))
        }
        let signed = headers.last?.signedBytes ?? []
        return ForkProof.Branch(headers: headers, signature: Person.ana.device.sign(signed))
    }
}
