import CSodium
package import Primitives

/// Thirty-two secret bytes: a seed, a scalar, a symmetric key.
///
/// There is one copy of them, in memory that is locked out of swap and core dumps; it is wiped when
/// the value goes. Each key costs a few pages, so this is for keys that live long.
package struct SecretKey: ~Copyable, Sendable {
    let memory: SecretMemory

    /// Takes over the value of `bytes`, of which there must be exactly 32.
    ///
    /// The array itself is the caller's: it is neither wiped nor locked.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a secret key is 32 bytes")
        memory = SecretMemory(count: 32) { $0.update(from: bytes, count: 32) }
    }

    /// Takes over the value of `bytes`, which stays the caller's.
    package init(_ bytes: Bytes32) {
        memory = SecretMemory(count: 32) { target in
            bytes.withPointer { target.update(from: $0, count: 32) }
        }
    }

    /// A second key with the same bytes, in memory of its own.
    package init(copying other: borrowing SecretKey) {
        let source = other.memory.pointer
        memory = SecretMemory(count: 32) { $0.update(from: source, count: 32) }
    }

    /// A key that `fill` writes.
    init(fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        memory = SecretMemory(count: 32, fill: fill)
    }

    /// Lends the 32 bytes to `body`. What `body` copies out of them is no longer protected.
    package borrowing func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(memory.buffer.span)
    }
}
