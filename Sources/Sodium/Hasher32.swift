import CSodium
package import Primitives

/// BLAKE2b-256 of a message that comes in pieces, such as a file.
///
/// Equals `Hash.blake2b32` of all pieces joined.
package struct Hasher32: ~Copyable {
    /// On the heap, because the state needs 64-byte alignment.
    private let state: UnsafeMutableRawPointer

    /// Creates the hash of no pieces. `key` has 0 to 64 bytes.
    package init(key: [UInt8] = []) {
        precondition(key.count <= 64, "a BLAKE2b key is at most 64 bytes")
        state = .allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        crypto_generichash_init(OpaquePointer(state), key, key.count, 32)
    }

    /// Adds the next piece.
    package mutating func update(_ piece: [UInt8]) {
        update(piece[...])
    }

    /// Adds the next piece.
    package mutating func update(_ piece: ArraySlice<UInt8>) {
        _ = piece.withUnsafeBufferPointer {
            crypto_generichash_update(OpaquePointer(state), $0.baseAddress, UInt64($0.count))
        }
    }

    /// The hash of all pieces.
    package consuming func finish() -> Bytes32 {
        Bytes32 { crypto_generichash_final(OpaquePointer(state), $0, 32) }
    }

    deinit {
        sodium_memzero(state, crypto_generichash_statebytes())
        state.deallocate()
    }
}
