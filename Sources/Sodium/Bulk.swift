import CCrypto

/// Cryptography for long inputs: libcrypto computes the same bytes as libsodium, faster.
///
/// On the machine of docs/internals/benchmarks.md, in ms/MB: ChaCha20-Poly1305 0.22 instead of 0.72, BLAKE2b 0.75
/// instead of 1.52, Poly1305 0.07 instead of 0.25. A call costs about a microsecond more, so short inputs
/// stay with libsodium. So does everything that libcrypto refuses, if it was built without these algorithms
/// or has no memory.
enum Bulk {
    /// The number of bytes from which on it is worth the call.
    static let bytesMin = 4096

    /// Bytes of the tag behind a sealed text.
    private static let tagBytes = 16

    /// The result of `open`; `unknown` if libcrypto could not tell.
    enum Finding {
        case genuine, forged, unknown
    }

    /// Seals `plain` with ChaCha20-Poly1305 (RFC 8439) into `target`, which has 16 bytes more.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes.
    /// - Returns: false if it failed; `target` is meaningless then.
    static func seal(
        _ plain: UnsafeBufferPointer<UInt8>, additional: [UInt8], key: UnsafePointer<UInt8>,
        nonce: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        guard let cipher = library.cipher, let count = Int32(exactly: plain.count),
            let bound = Int32(exactly: additional.count), let context = EVP_CIPHER_CTX_new()
        else { return false }
        defer { EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        guard EVP_EncryptInit_ex2(context, cipher, key, nonce, nil) == 1,
            bound == 0 || EVP_EncryptUpdate(context, nil, &written, additional, bound) == 1,
            EVP_EncryptUpdate(context, target, &written, plain.baseAddress, count) == 1,
            written == count,
            EVP_EncryptFinal_ex(context, target + plain.count, &written) == 1, written == 0
        else { return false }
        return EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), target + plain.count) == 1
    }

    /// Opens what `seal` made, at least 16 bytes, into `target`, which has 16 bytes fewer. `target` is
    /// meaningless unless the result is `genuine`.
    static func open(
        _ sealed: UnsafeBufferPointer<UInt8>, additional: [UInt8], key: UnsafePointer<UInt8>,
        nonce: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
    ) -> Finding {
        guard let cipher = library.cipher, let start = sealed.baseAddress,
            let count = Int32(exactly: sealed.count - tagBytes),
            let bound = Int32(exactly: additional.count), let context = EVP_CIPHER_CTX_new()
        else { return .unknown }
        defer { EVP_CIPHER_CTX_free(context) }
        // Only read; the C signature does not say so.
        let tag = UnsafeMutablePointer(mutating: start + Int(count))
        var written: Int32 = 0
        guard EVP_DecryptInit_ex2(context, cipher, key, nonce, nil) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagBytes), tag) == 1,
            bound == 0 || EVP_DecryptUpdate(context, nil, &written, additional, bound) == 1,
            EVP_DecryptUpdate(context, target, &written, start, count) == 1, written == count
        else { return .unknown }
        let isGenuine = EVP_DecryptFinal_ex(context, target + Int(count), &written) == 1
        return isGenuine ? .genuine : .forged
    }

    /// Computes BLAKE2b (RFC 7693) of `message` with `key`, 1 to 64 bytes, into the `count` bytes at
    /// `target`.
    ///
    /// - Returns: false if it failed.
    static func blake2b(
        _ message: UnsafeBufferPointer<UInt8>, key: [UInt8],
        into target: UnsafeMutablePointer<UInt8>, count: Int
    ) -> Bool {
        var size = count
        return withUnsafeMutablePointer(to: &size) { size in
            authenticate(
                message, by: library.blake2b, key, key.count,
                [OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, size)], target, count)
        }
    }

    /// Computes Poly1305 (RFC 8439) of `message` with the 32 bytes at `key`, into the 16 bytes at `target`.
    ///
    /// - Returns: false if it failed.
    static func poly1305(
        _ message: UnsafeBufferPointer<UInt8>, key: UnsafePointer<UInt8>,
        into target: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        authenticate(message, by: library.poly1305, key, 32, [], target, tagBytes)
    }

    private static func authenticate(
        _ message: UnsafeBufferPointer<UInt8>, by code: OpaquePointer?, _ key: UnsafePointer<UInt8>,
        _ keyBytes: Int, _ parameters: [OSSL_PARAM], _ target: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) -> Bool {
        guard let code, let context = EVP_MAC_CTX_new(code) else { return false }
        defer { EVP_MAC_CTX_free(context) }
        var written = 0
        return EVP_MAC_init(context, key, keyBytes, parameters + [OSSL_PARAM_construct_end()]) == 1
            && EVP_MAC_update(context, message.baseAddress, message.count) == 1
            && EVP_MAC_final(context, target, &written, count) == 1 && written == count
    }

    private static let library = Library()
}

/// The algorithms of libcrypto in use, from a library context of their own, so that neither the system's
/// configuration nor other code in this process affects them. Nil where it lacks one.
///
/// None is ever changed or freed, and libcrypto allows use from any thread.
/// - Source: openssl.org, OSSL_LIB_CTX(3), EVP_MAC-BLAKE2(7), EVP_EncryptInit(3).
private struct Library: @unchecked Sendable {
    let cipher: OpaquePointer?
    let blake2b: OpaquePointer?
    let poly1305: OpaquePointer?

    init() {
        let context = OSSL_LIB_CTX_new()
        cipher = EVP_CIPHER_fetch(context, "ChaCha20-Poly1305", nil)
        blake2b = EVP_MAC_fetch(context, "BLAKE2BMAC", nil)
        poly1305 = EVP_MAC_fetch(context, "POLY1305", nil)
    }
}
