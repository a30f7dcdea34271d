import CSodium

/// HMAC-SHA-512 (RFC 2104, RFC 4231), on which Noise's key derivation is built.
package enum HMAC512 {
    /// The 64-byte code of `message`. Keys may have any length; those over 128 bytes are hashed first.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        // Multi-part, because the one-shot call takes keys of 32 bytes only.
        var state = crypto_auth_hmacsha512_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        crypto_auth_hmacsha512_init(&state, key, key.count)
        crypto_auth_hmacsha512_update(&state, message, UInt64(message.count))
        return [UInt8](count: 64) { crypto_auth_hmacsha512_final(&state, $0) }
    }
}
