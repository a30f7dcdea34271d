import Primitives
import Sodium
import Testing

@Suite struct Poly1305Tests {
    @Test func `the tag is that of RFC 8439, section 2-5-2`() throws {
        let key = try #require(
            Bytes32(hex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")))

        let tag = Poly1305.tag(of: Array("Cryptographic Forum Research Group".utf8), key: key)

        #expect(tag.bytes == hex("a8061dc1305136c6c22b8baf0c0127a9"))
    }

    @Test func `another bit, length or key gives another tag`() {
        let key = Hash.blake2b32([1])
        let message = [UInt8](repeating: 7, count: 100)
        let tag = Poly1305.tag(of: message, key: key)

        for bit in 0..<800 {
            var other = message
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(Poly1305.tag(of: other, key: key) != tag)
        }
        #expect(Poly1305.tag(of: message + [0], key: key) != tag)
        #expect(Poly1305.tag(of: Array(message.dropLast()), key: key) != tag)
        #expect(Poly1305.tag(of: message, key: Hash.blake2b32([2])) != tag)
    }
}
