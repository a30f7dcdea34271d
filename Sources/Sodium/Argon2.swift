import CSodium
package import Primitives

/// The errors with which the system can refuse this module something.
package enum SodiumError: Error, Equatable {
    /// `Argon2.key` needs `bytes` of memory at once, and the system has less.
    case outOfMemory(bytes: Int)
}

/// Derives a key from a passphrase (RFC 9106).
package enum Argon2 {
    /// Argon2id 1.3, "moderate": three passes over 256 MiB, about 0.6 s on one core.
    ///
    /// The cost makes guessing expensive, so never call it in a step of the engine.
    package static func key(
        passphrase: [UInt8], salt: Bytes16
    ) throws(SodiumError) -> Bytes32 {
        let memory = Int(crypto_pwhash_argon2id_MEMLIMIT_MODERATE)
        let salt = salt.bytes
        var isDone = false
        let key = Bytes32 { key in
            passphrase[...].withPointer { words in
                words.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { words in
                    isDone =
                        crypto_pwhash(
                            key, 32, words, UInt64(passphrase.count), salt,
                            UInt64(crypto_pwhash_argon2id_OPSLIMIT_MODERATE), memory,
                            crypto_pwhash_ALG_ARGON2ID13) == 0
                }
            }
        }
        guard isDone else { throw .outOfMemory(bytes: memory) }
        return key
    }
}
