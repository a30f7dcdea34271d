import Primitives
import Sodium
import Testing

@testable import Sync

@Suite struct NoiseVectorTests {
    @Test func `both patterns that are spoken have a published conversation`() throws {
        #expect(
            try NoiseVector.all().map(\.protocolName) == [
                "Noise_XK_25519_ChaChaPoly_SHA512", "Noise_XKpsk3_25519_ChaChaPoly_SHA512",
            ])
    }

    @Test(arguments: try NoiseVector.all())
    func `every byte is the published one`(vector: NoiseVector) throws {
        var pair = try vector.pair()

        for (number, message) in vector.messages.prefix(3).enumerated() {
            let written = try pair.write(number, NoiseVector.bytes(message.payload))
            #expect(written == NoiseVector.bytes(message.ciphertext))
            #expect(try pair.read(number, written) == NoiseVector.bytes(message.payload))
        }
        var ana = pair.ana.split()
        var ben = pair.ben.split()

        #expect(ana.hash == NoiseVector.bytes(vector.handshakeHash))
        #expect(ben.hash == ana.hash)
        for (number, message) in vector.messages.dropFirst(3).enumerated() {
            let plain = NoiseVector.bytes(message.payload)
            let isBensTurn = number.isMultiple(of: 2)
            let sealed = isBensTurn ? ben.sending.encrypt(plain) : ana.sending.encrypt(plain)
            #expect(sealed == NoiseVector.bytes(message.ciphertext))
            let opened =
                try isBensTurn
                ? ana.receiving.decrypt(sealed) : ben.receiving.decrypt(sealed)
            #expect(opened == plain)
        }
    }

    @Test(arguments: try NoiseVector.all())
    func `each side knows the other's key in the end`(vector: NoiseVector) throws {
        var pair = try vector.pair()

        #expect(pair.ben.remoteStatic == nil)
        try pair.talk()

        let secret = try #require(Bytes32(NoiseVector.bytes(vector.initStatic)))
        #expect(pair.ben.remoteStatic == AgreementKey(seed: SecretKey(secret)).publicKey)
        #expect(
            pair.ana.remoteStatic?.bytes == NoiseVector.bytes(vector.initRemoteStatic))
        #expect(pair.ana.isComplete && pair.ben.isComplete)
    }
}
