import CSodium
package import Primitives

/// ChaCha20-Poly1305 as used by Noise: the nonce is a counter.
///
///     nonce   4 zero bytes, then the counter as u64 little-endian
///
/// - Source: RFC 8439; The Noise Protocol Framework, revision 34, section 12.3.
package enum NoiseSeal {
    /// The bytes that sealing adds: the tag.
    package static let overhead = 16

    /// Encrypts `plain`, followed by the tag over it and over `additional`. A counter may be used once under
    /// a key.
    package static func seal(
        _ plain: [UInt8], key: Bytes32, counter: UInt64, additional: [UInt8]
    ) -> [UInt8] {
        [UInt8](count: plain.count + overhead) { target in
            key.withPointer { key in
                withNonce(counter) { nonce in
                    if plain.count >= Bulk.bytesMin,
                        plain.withUnsafeBufferPointer({
                            Bulk.seal(
                                $0, additional: additional, key: key, nonce: nonce, into: target)
                        })
                    {
                        return
                    }
                    _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                        target, nil, plain, UInt64(plain.count), additional,
                        UInt64(additional.count), nil, nonce, key)
                }
            }
        }
    }

    /// Opens `sealed`; nil if key, counter, `additional` or any bit of `sealed` is wrong.
    package static func open(
        _ sealed: [UInt8], key: Bytes32, counter: UInt64, additional: [UInt8]
    ) -> [UInt8]? {
        open(sealed[...], key: key, counter: counter, additional: additional)
    }

    /// Opens a sealed text that is a slice of something longer.
    package static func open(
        _ sealed: ArraySlice<UInt8>, key: Bytes32, counter: UInt64, additional: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= overhead else { return nil }
        var isGenuine = false
        let plain = [UInt8](count: sealed.count - overhead) { target in
            isGenuine = sealed.withUnsafeBufferPointer { source in
                guard let start = source.baseAddress else { return false }
                return key.withPointer { key in
                    withNonce(counter) { nonce in
                        if source.count >= Bulk.bytesMin {
                            let finding = Bulk.open(
                                source, additional: additional, key: key, nonce: nonce, into: target
                            )
                            if finding != .unknown { return finding == .genuine }
                        }
                        return crypto_aead_chacha20poly1305_ietf_decrypt(
                            target, nil, nil, start, UInt64(source.count), additional,
                            UInt64(additional.count), nonce, key) == 0
                    }
                }
            }
        }
        return isGenuine ? plain : nil
    }

    /// Lends the nonce of this counter.
    static func withNonce<Result>(
        _ counter: UInt64, _ body: (UnsafePointer<UInt8>) -> Result
    ) -> Result {
        var nonce: (UInt32, UInt32, UInt32) = (
            0, UInt32(truncatingIfNeeded: counter).littleEndian,
            UInt32(truncatingIfNeeded: counter >> 32).littleEndian
        )
        return withUnsafePointer(to: &nonce) { start in
            start.withMemoryRebound(to: UInt8.self, capacity: 12, body)
        }
    }
}
