import CSodium
package import Primitives

/// Unpredictable randomness for keys, nonces and ids. For jitter and choices there is `Dice`.
///
/// The owner passes it on by `inout`; a copy of a seeded source repeats what the original gives. libsodium's
/// calls that draw randomness themselves (`crypto_*_keypair`, `crypto_box_seal`,
/// `crypto_secretstream_*_init_push`) bypass it and would make a simulated run unrepeatable, so they are
/// never used.
package struct Entropy: Sendable {
    private enum Source {
        case system
        case seeded(Bytes32, drawn: UInt64)
    }

    private var source: Source

    /// The system's source: the only one for real keys.
    package static let system = Entropy(source: .system)

    /// Creates a source for simulations and tests that gives the same bytes for the same seed and the same
    /// order of calls, on every machine.
    ///
    /// - Shape: draw n is ChaCha20 (`randombytes_buf_deterministic`) under BLAKE2b-256 of n, as u64
    ///   little-endian, with the seed as key.
    package static func seeded(_ seed: Bytes32) -> Entropy {
        Sodium.start()
        return Entropy(source: .seeded(seed, drawn: 0))
    }

    private init(source: Source) {
        self.source = source
    }

    /// `count` fresh bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        [UInt8](count: count) { draw(count, into: $0) }
    }

    /// Thirty-two fresh bytes: a symmetric key, a seed.
    package mutating func bytes32() -> Bytes32 {
        Bytes32 { draw(32, into: $0) }
    }

    /// Twenty-four fresh bytes: a nonce for `Seal`.
    package mutating func bytes24() -> Bytes24 {
        Bytes24 { draw(24, into: $0) }
    }

    /// Sixteen fresh bytes: an id, a salt.
    package mutating func bytes16() -> Bytes16 {
        Bytes16 { draw(16, into: $0) }
    }

    /// Eight fresh bytes.
    package mutating func bytes8() -> UInt64 {
        bytes16().leading
    }

    /// A fresh key that was never in unprotected memory.
    package mutating func secretKey() -> SecretKey {
        SecretKey { draw(32, into: $0) }
    }

    /// An independent source for one purpose or one peer: drawing from it does not affect this one. The same
    /// purpose gives the same source.
    package func split(_ purpose: [UInt8]) -> Entropy {
        switch source {
        case .system:
            return .system
        case .seeded(let seed, _):
            // Draws hash eight bytes; the prefix keeps a purpose apart from them.
            return .seeded(Hash.blake2b32(Array("weft split ".utf8) + purpose, key: seed.bytes))
        }
    }

    private mutating func draw(_ count: Int, into target: UnsafeMutablePointer<UInt8>) {
        switch source {
        case .system:
            randombytes_buf(target, count)
        case .seeded(let seed, let drawn):
            let number = (0..<8).map { UInt8(truncatingIfNeeded: drawn >> (8 * UInt64($0))) }
            Hash.blake2b32(number, key: seed.bytes).withPointer {
                randombytes_buf_deterministic(target, count, $0)
            }
            source = .seeded(seed, drawn: drawn + 1)
        }
    }
}
