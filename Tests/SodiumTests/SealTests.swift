import Primitives
import Sodium
import Testing

private let key = Hash.blake2b32([1])
private let nonce = Hash.blake2b24([2])
private let head = Array("head".utf8)
private let plain = Array("meet at the mill".utf8)

@Suite struct SealTests {
    @Test func `the sealed text is that of draft-irtf-cfrg-xchacha-03, appendix A-3-1`() throws {
        let message = Array(
            ("Ladies and Gentlemen of the class of '99: If I could offer you only one "
                + "tip for the future, sunscreen would be it.").utf8)
        let key = try #require(Bytes32((0x80..<0xa0).map { UInt8($0) }))
        let nonce = try #require(Bytes24((0x40..<0x58).map { UInt8($0) }))
        let additional = hex("50515253c0c1c2c3c4c5c6c7")

        let sealed = Seal.seal(message, key: key, nonce: nonce, additional: additional)

        #expect(
            sealed
                == hex(
                    "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb"
                        + "731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452"
                        + "2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9"
                        + "21f9664c97637da9768812f615c68b13b52e"
                        + "c0875924c1c7987947deafd8780acf49"))
        #expect(Seal.open(sealed, key: key, nonce: nonce, additional: additional) == message)
    }

    @Test(arguments: [0, 1, 16, 65_519])
    func `a sealed text of any length opens`(count: Int) {
        let plain = [UInt8](repeating: 5, count: count)

        let sealed = Seal.seal(plain, key: key, nonce: nonce, additional: [])
        let framed = [9] + sealed + [9]

        #expect(sealed.count == count + Seal.overhead)
        #expect(Seal.open(sealed, key: key, nonce: nonce, additional: []) == plain)
        #expect(
            Seal.open(framed[1..<framed.count - 1], key: key, nonce: nonce, additional: [])
                == plain)
    }

    @Test func `a changed bit or a missing end is refused`() {
        let sealed = Seal.seal(plain, key: key, nonce: nonce, additional: head)

        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(Seal.open(changed, key: key, nonce: nonce, additional: head) == nil)
        }
        for count in 0..<sealed.count {
            #expect(Seal.open(sealed[..<count], key: key, nonce: nonce, additional: head) == nil)
        }
    }

    @Test func `another key, nonce or head is refused`() {
        let sealed = Seal.seal(plain, key: key, nonce: nonce, additional: head)

        #expect(Seal.open(sealed, key: .zero, nonce: nonce, additional: head) == nil)
        #expect(Seal.open(sealed, key: key, nonce: Hash.blake2b24([]), additional: head) == nil)
        #expect(Seal.open(sealed, key: key, nonce: nonce, additional: []) == nil)
    }
}

@Suite struct NoiseSealTests {
    /// Sealed by another library.
    private static let sealed = hex("982cc188c419887d0a9caa08ca04f01736c3b1c28f104b80fe")
    private static let counter: UInt64 = 0x0102_0304_0506_0708

    @Test func `the counter stands little-endian behind four zero bytes`() throws {
        let key = try #require(Bytes32((0..<32).map { UInt8($0) }))
        let plain = Array("hello ben".utf8)

        let sealed = NoiseSeal.seal(plain, key: key, counter: Self.counter, additional: head)

        #expect(sealed == Self.sealed)
        #expect(
            NoiseSeal.open(sealed, key: key, counter: Self.counter, additional: head) == plain)
    }

    @Test func `a changed bit, a missing end or another counter is refused`() {
        let sealed = NoiseSeal.seal(plain, key: key, counter: 7, additional: head)

        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(NoiseSeal.open(changed, key: key, counter: 7, additional: head) == nil)
        }
        for count in 0..<sealed.count {
            #expect(
                NoiseSeal.open(sealed[..<count], key: key, counter: 7, additional: head) == nil)
        }
        #expect(NoiseSeal.open(sealed, key: key, counter: 6, additional: head) == nil)
        #expect(NoiseSeal.open(sealed, key: key, counter: 7, additional: []) == nil)
    }
}
