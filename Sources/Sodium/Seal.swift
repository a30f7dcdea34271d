import CSodium
package import Primitives

/// XChaCha20-Poly1305: only a holder of the key can read or change what is sealed.
///
/// The caller chooses the nonce: 24 bytes are enough to draw it at random, or to hash it from what is sealed.
/// Using a nonce twice under one key reveals both texts.
/// - Source: draft-irtf-cfrg-xchacha-03.
package enum Seal {
    /// The bytes that sealing adds: the tag.
    package static let overhead = 16

    /// Encrypts `plain`, followed by the tag over it and over `additional`, which stays readable and is not
    /// part of the result.
    package static func seal(
        _ plain: [UInt8], key: Bytes32, nonce: Bytes24, additional: [UInt8]
    ) -> [UInt8] {
        [UInt8](count: plain.count + overhead) { target in
            key.withPointer { key in
                if plain.count >= Bulk.bytesMin, inBulk(plain, key, nonce, additional, target) {
                    return
                }
                nonce.withPointer { nonce in
                    _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                        target, nil, plain, UInt64(plain.count), additional,
                        UInt64(additional.count), nil, nonce, key)
                }
            }
        }
    }

    /// Opens `sealed`; nil if key, nonce, `additional` or any bit of `sealed` is wrong.
    package static func open(
        _ sealed: [UInt8], key: Bytes32, nonce: Bytes24, additional: [UInt8]
    ) -> [UInt8]? {
        open(sealed[...], key: key, nonce: nonce, additional: additional)
    }

    /// Opens a sealed text that is a slice of something longer.
    package static func open(
        _ sealed: ArraySlice<UInt8>, key: Bytes32, nonce: Bytes24, additional: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= overhead else { return nil }
        var isGenuine = false
        let plain = [UInt8](count: sealed.count - overhead) { target in
            isGenuine = sealed.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return false }
                return key.withPointer { key in
                    if source.count >= Bulk.bytesMin {
                        let finding = lendChaCha20(key, nonce) { key, nonce in
                            Bulk.open(
                                source, additional: additional, key: key, nonce: nonce, into: target
                            )
                        }
                        if finding != .unknown { return finding == .genuine }
                    }
                    return nonce.withPointer { nonce in
                        crypto_aead_xchacha20poly1305_ietf_decrypt(
                            target, nil, nil, start, UInt64(source.count), additional,
                            UInt64(additional.count), nonce, key) == 0
                    }
                }
            }
        }
        return isGenuine ? plain : nil
    }

    private static func inBulk(
        _ plain: [UInt8], _ key: UnsafePointer<UInt8>, _ nonce: Bytes24, _ additional: [UInt8],
        _ target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        lendChaCha20(key, nonce) { key, nonce in
            plain.withUnsafeBufferPointer { plain in
                Bulk.seal(plain, additional: additional, key: key, nonce: nonce, into: target)
            }
        }
    }

    /// Lends the key and nonce with which ChaCha20 equals XChaCha20 under `key` and `nonce`: section 2.3.
    private static func lendChaCha20<Result>(
        _ key: UnsafePointer<UInt8>, _ nonce: Bytes24,
        _ body: (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Result
    ) -> Result {
        let derived = Bytes32 { target in
            nonce.withPointer { nonce in _ = crypto_core_hchacha20(target, nonce, key, nil) }
        }
        return derived.withPointer { key in
            NoiseSeal.withNonce(nonce.words.2.byteSwapped) { nonce in body(key, nonce) }
        }
    }
}
