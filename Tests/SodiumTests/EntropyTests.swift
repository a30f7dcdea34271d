import Primitives
import Sodium
import Testing

@Suite struct EntropyTests {
    @Test func `a seed repeats its bytes, draw for draw`() {
        var first = Entropy.seeded(Hash.blake2b32([1]))
        var again = Entropy.seeded(Hash.blake2b32([1]))

        #expect(first.bytes(40) == again.bytes(40))
        #expect(first.bytes32() == again.bytes32())
        #expect(first.bytes24() == again.bytes24())
        #expect(first.bytes16() == again.bytes16())
        #expect(first.bytes8() == again.bytes8())
    }

    @Test func `draws differ from each other and between seeds`() {
        var ana = Entropy.seeded(Hash.blake2b32([1]))
        var ben = Entropy.seeded(Hash.blake2b32([2]))

        let draws = [ana.bytes32(), ana.bytes32(), ben.bytes32(), ben.bytes32()]

        #expect(Set(draws).count == 4)
    }

    @Test func `the bytes of a seed stay what they were when recordings were made`() {
        var entropy = Entropy.seeded(.zero)

        let drawn = entropy.bytes(16) + entropy.bytes(16)

        #expect(drawn == hex("1575865edfbe593ea8c99365adaa3e852d909b9dd656907de9ca69365877104c"))
    }

    @Test func `a split source neither shifts its parent nor repeats it`() {
        var parent = Entropy.seeded(.zero)
        var undisturbed = Entropy.seeded(.zero)

        var child = parent.split([1])
        var sibling = parent.split([2])
        let drawn = child.bytes32()

        #expect(drawn != sibling.bytes32())
        #expect(parent.bytes32() == undisturbed.bytes32())
        var later = parent.split([1])
        #expect(later.bytes32() == drawn)
    }

    @Test(arguments: [0, 1, 31, 32, 33, 1000])
    func `as many bytes come as were asked for`(count: Int) {
        var system = Entropy.system
        var seeded = Entropy.seeded(.zero)

        #expect(system.bytes(count).count == count)
        #expect(seeded.bytes(count).count == count)
    }

    @Test func `the system does not repeat itself`() {
        var system = Entropy.system

        #expect(system.bytes32() != system.bytes32())
    }

    @Test func `a secret key is drawn like any other bytes`() {
        var first = Entropy.seeded(.zero)
        var again = Entropy.seeded(.zero)
        let expected = again.bytes(32)

        let key = first.secretKey()

        #expect(
            key.withBytes { bytes in expected.indices.allSatisfy { bytes[$0] == expected[$0] } })
    }
}

@Suite struct Argon2Tests {
    @Test func `the key is the one that another library finds`() throws {
        let salt = try #require(Bytes16((0..<16).map { UInt8($0) }))

        let key = try Argon2.key(passphrase: Array("correct horse".utf8), salt: salt)

        #expect(
            key.bytes
                == hex("eebe26b451a68d4c43a23f45a8df1386550eeacb028ed6209232f2875f938676"))
    }
}

@Suite struct SodiumTests {
    @Test func `starting twice is harmless`() {
        Sodium.start()
        Sodium.start()
    }
}
