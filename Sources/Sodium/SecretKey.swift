import CSodium
package import Primitives

/// Thirty-two secret bytes: a seed, a scalar, a symmetric key.
///
/// There is one copy of them, in memory that is excluded from swap and core dumps and wiped when the value is
/// destroyed. Each key takes a few pages, so use this for long-lived keys.
package struct SecretKey: ~Copyable, Sendable {
    let memory: SecretMemory

    /// Copies `bytes`, of which there must be exactly 32.
    ///
    /// The array remains the caller's: it is neither wiped nor locked.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 32, "a secret key is 32 bytes")
        memory = SecretMemory(count: 32) { $0.update(from: bytes, count: 32) }
    }

    /// Copies `bytes`, which remain the caller's.
    package init(_ bytes: Bytes32) {
        memory = SecretMemory(count: 32) { target in
            bytes.withPointer { target.update(from: $0, count: 32) }
        }
    }

    /// Creates a second key with the same bytes, in memory of its own.
    package init(copying other: borrowing SecretKey) {
        let source = other.memory.pointer
        memory = SecretMemory(count: 32) { $0.update(from: source, count: 32) }
    }

    /// Creates a key from the bytes that `fill` writes.
    init(fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        memory = SecretMemory(count: 32, fill: fill)
    }

    /// Lends the 32 bytes to `body`. Copies that `body` makes are not protected.
    package borrowing func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(memory.buffer.span)
    }
}
