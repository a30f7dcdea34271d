import Primitives
import Sodium

/// The shared state of a handshake: one hash over everything sent, and one key chain over everything agreed.
///
/// Everything sealed is bound to the hash, so two sides that have seen different messages fail at once.
/// - Source: The Noise Protocol Framework, revision 34, sections 4.3, 5.2 and 9.
struct NoiseSymmetricState: Sendable {
    /// 64 bytes. After the handshake it identifies the session: no two share it.
    private(set) var hash: [UInt8]

    private var chainingKey: [UInt8]
    private var key: Bytes32?
    private var counter: UInt64 = 0

    /// Begins with a name of at most 64 bytes, the output length of SHA-512, which needs no hashing.
    init(protocolName: String) {
        let name = Array(protocolName.utf8)
        precondition(name.count <= 64, "a longer name would have to be hashed")
        hash = name + [UInt8](repeating: 0, count: 64 - name.count)
        chainingKey = hash
    }

    /// Binds `bytes` into everything that is sealed from now on.
    mutating func mixHash(_ bytes: [UInt8]) {
        hash = Hash.sha512(hash + bytes)
    }

    /// Continues the key chain with `secret`.
    mutating func mixKey(_ secret: [UInt8]) {
        let derived = derive(secret, count: 2)
        chainingKey = derived[0]
        begin(with: derived[1])
    }

    /// Continues the key chain with a secret that both sides had before, and binds it.
    mutating func mixKeyAndHash(_ secret: [UInt8]) {
        let derived = derive(secret, count: 3)
        chainingKey = derived[0]
        mixHash(derived[1])
        begin(with: derived[2])
    }

    /// Seals `plain` under the current key of the chain, and binds the result.
    mutating func encryptAndHash(_ plain: [UInt8]) -> [UInt8] {
        let sealed = NoiseSeal.seal(plain, key: current, counter: counter, additional: hash)
        counter += 1
        mixHash(sealed)
        return sealed
    }

    /// Opens `sealed`, and binds it.
    mutating func decryptAndHash(_ sealed: ArraySlice<UInt8>) throws(NoiseError) -> [UInt8] {
        guard sealed.count >= NoiseSeal.overhead else { throw .truncated }
        guard
            let plain = NoiseSeal.open(sealed, key: current, counter: counter, additional: hash)
        else { throw .badTag }
        counter += 1
        mixHash(Array(sealed))
        return plain
    }

    /// The two directions, that of the initiator's messages first.
    func split() -> (initiator: CipherState, responder: CipherState) {
        let derived = derive([], count: 2)
        return (CipherState(key: half(derived[0])), CipherState(key: half(derived[1])))
    }

    /// The current cipher key. In these patterns a secret is agreed before anything is sealed.
    private var current: Bytes32 {
        guard let key else { preconditionFailure("a key before the first seal") }
        return key
    }

    private mutating func begin(with secret: [UInt8]) {
        key = half(secret)
        counter = 0
    }

    /// HKDF with HMAC-SHA-512: `count` outputs of 64 bytes.
    private func derive(_ secret: [UInt8], count: UInt8) -> [[UInt8]] {
        let extracted = HMAC512.authenticate(secret, key: chainingKey)
        var outputs: [[UInt8]] = []
        for number in 1...count {
            outputs.append(
                HMAC512.authenticate((outputs.last ?? []) + [number], key: extracted))
        }
        return outputs
    }

    /// The first 32 of 64 bytes, which Noise uses as cipher key when the hash is longer.
    private func half(_ output: [UInt8]) -> Bytes32 {
        guard let key = Bytes32(output.prefix(32)) else { preconditionFailure("32 of 64 bytes") }
        return key
    }
}
