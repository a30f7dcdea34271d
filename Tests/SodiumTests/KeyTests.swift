import Primitives
import Sodium
import Testing

/// Returns a different key for each number.
private func seed(_ number: UInt8) -> SecretKey {
    SecretKey(bytes: [UInt8](repeating: number, count: 32))
}

@Suite struct SigningKeyTests {
    /// RFC 8032, section 7.1, tests 1 and 2: seed, public key, message, signature.
    static let published = [
        [
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ],
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
    ]

    @Test(arguments: published)
    func `signatures are those of RFC 8032`(vector: [String]) {
        let key = SigningKey(seed: SecretKey(bytes: hex(vector[0])))
        let message = hex(vector[2])

        let signature = key.sign(message)

        #expect(key.publicKey.bytes == hex(vector[1]))
        #expect(signature == hex(vector[3]))
        #expect(Signature.verify(signature, of: message, by: key.publicKey))
        #expect(Signature.verify(signature[...], of: message[...], by: key.publicKey))
    }

    @Test func `a changed bit anywhere is refused`() {
        let ana = SigningKey(seed: seed(1))
        let message = Array("a linen shirt".utf8)
        let signature = ana.sign(message)

        for bit in 0..<signature.count * 8 {
            var changed = signature
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(!Signature.verify(changed, of: message, by: ana.publicKey))
        }
        for place in message.indices {
            var changed = message
            changed[place] ^= 1
            #expect(!Signature.verify(signature, of: changed, by: ana.publicKey))
        }
    }

    @Test func `another key, another length and a key of small order are refused`() {
        let ana = SigningKey(seed: seed(1))
        let ben = SigningKey(seed: seed(2))
        let signature = ana.sign([1, 2, 3])

        #expect(!Signature.verify(signature, of: [1, 2, 3], by: ben.publicKey))
        #expect(!Signature.verify(signature, of: [1, 2, 3], by: .zero))
        for count in 0..<64 {
            #expect(!Signature.verify(signature[..<count], of: [1, 2, 3], by: ana.publicKey))
        }
        #expect(!Signature.verify(signature + [0], of: [1, 2, 3], by: ana.publicKey))
    }
}

@Suite struct AgreementKeyTests {
    @Test func `public key and secret are those of RFC 7748, section 6-1`() throws {
        let ben = AgreementKey(
            seed: SecretKey(
                bytes: hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")))
        let ana = try #require(
            Bytes32(hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")))

        #expect(
            ben.publicKey.bytes
                == hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
        #expect(
            ben.agree(with: ana)
                == hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"))
    }

    @Test func `a scalar times a point is the one in RFC 7748, section 5-2`() throws {
        let scalar = AgreementKey(
            seed: SecretKey(
                bytes: hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4")))
        let point = try #require(
            Bytes32(hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c")))

        #expect(
            scalar.agree(with: point)
                == hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
    }

    @Test func `both sides find the same secret`() {
        let ana = AgreementKey(seed: seed(1))
        let ben = AgreementKey(seed: seed(2))

        #expect(ana.agree(with: ben.publicKey) == ben.agree(with: ana.publicKey))
        #expect(ana.agree(with: ben.publicKey) != nil)
    }

    @Test(arguments: [0, 1] as [UInt8])
    func `with a point of small order there is no secret`(first: UInt8) throws {
        let point = try #require(Bytes32([first] + [UInt8](repeating: 0, count: 31)))

        #expect(AgreementKey(seed: seed(1)).agree(with: point) == nil)
    }
}

@Suite struct SecretKeyTests {
    @Test func `a copy lives on when the first is gone`() {
        let copy = copyOfOneThatGoes()

        let bytes = copy.withBytes { span in span.indices.map { span[$0] } }

        #expect(bytes == [UInt8](repeating: 9, count: 32))
    }

    private func copyOfOneThatGoes() -> SecretKey {
        let first = seed(9)
        return SecretKey(copying: first)
    }

    @Test func `the two ways in give the same key`() {
        let bytes = Hash.blake2b32([1])

        let keys = (
            SigningKey(seed: SecretKey(bytes)), SigningKey(seed: SecretKey(bytes: bytes.bytes))
        )

        #expect(keys.0.publicKey == keys.1.publicKey)
    }

    @Test(arguments: [31, 33])
    func `other lengths than 32 stop the program`(count: Int) async {
        await #expect(processExitsWith: .failure) { [count] in
            _ = SecretKey(bytes: [UInt8](repeating: 0, count: count))
        }
    }
}
