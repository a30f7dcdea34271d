import Primitives
import Sodium
import Testing

private let abc = Array("abc".utf8)

/// Expected values from RFC 7693, FIPS 180-4 and RFC 4231; the shorter BLAKE2b ones from another
/// library.
@Suite struct HashTests {
    @Test func `BLAKE2b-512 of abc is the one in RFC 7693`() {
        let expected = hex(
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                + "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923")

        #expect(Hash.blake2b(abc, count: 64) == expected)
    }

    @Test func `the fixed sizes are the known ones`() {
        let key = Array("key".utf8)

        #expect(
            Hash.blake2b32(abc).bytes
                == hex("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"))
        #expect(
            Hash.blake2b24(abc, key: key).bytes
                == hex("5190846795a902fb76dcdd41b38833da87ecf7af93e28bce"))
        #expect(Hash.blake2b16(abc, key: key).bytes == hex("2cf02ae16ac225ee731f9d359d8a1c38"))
    }

    @Test func `an invitation is named by eight bytes under its own key`() {
        let name = Hash.blake2b(
            Array("secret".utf8), key: Array("weft invite id".utf8), count: 8)

        #expect(name == hex("5374ea7c1c1bcaf0"))
    }

    @Test func `a slice hashes as the array of its bytes`() {
        let long = Array("xabcx".utf8)
        let slice = long[1...3]

        #expect(Hash.blake2b32(slice) == Hash.blake2b32(abc))
        #expect(Hash.blake2b24(slice) == Hash.blake2b24(abc))
        #expect(Hash.blake2b16(slice) == Hash.blake2b16(abc))
        #expect(Hash.blake2b(slice, count: 20) == Hash.blake2b(abc, count: 20))
        #expect(Hash.blake2b32(long[2..<2]) == Hash.blake2b32([]))
    }

    @Test(arguments: [0, 1, 127, 128, 129, 255, 256, 257])
    func `pieces hash as the whole, wherever it is cut`(cut: Int) {
        let whole = (0..<257).map { UInt8(truncatingIfNeeded: $0) }
        var hasher = Hasher32(key: abc)

        hasher.update(whole[..<cut])
        hasher.update(Array(whole[cut...]))

        #expect(hasher.finish() == Hash.blake2b32(whole, key: abc))
    }

    @Test(arguments: [1, 63, 64])
    func `keys and results of any allowed length are taken`(count: Int) {
        let key = [UInt8](repeating: 7, count: count)

        #expect(Hash.blake2b(abc, key: key, count: count).count == count)
        #expect(Hash.blake2b32(abc, key: key) != Hash.blake2b32(abc))
    }

    @Test func `a key of 65 bytes stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = Hash.blake2b32([], key: [UInt8](repeating: 7, count: 65))
        }
    }

    @Test func `SHA-256 and SHA-512 of abc are those in FIPS 180-4`() {
        #expect(
            Hash.sha256(abc).bytes
                == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        #expect(
            Hash.sha512(abc)
                == hex(
                    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"))
    }

    @Test func `HMAC-SHA-512 gives cases 1 and 6 of RFC 4231`() {
        let short = HMAC512.authenticate(
            Array("Hi There".utf8), key: [UInt8](repeating: 0x0b, count: 20))
        let long = HMAC512.authenticate(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xaa, count: 131))

        #expect(
            short
                == hex(
                    "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                        + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"))
        #expect(
            long
                == hex(
                    "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                        + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"))
    }

    @Test func `secrets are equal only with the same bytes and the same length`() {
        #expect(ConstantTime.equal(abc, abc))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal(abc, Array("abd".utf8)))
        #expect(!ConstantTime.equal(abc, Array("ab".utf8)))
    }
}
