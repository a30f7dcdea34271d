import CSodium

/// Memory for secrets: between guard pages, excluded from swap and core dumps, wiped when released.
///
/// Written once, on creation, and only read after that, so threads may share it.
/// - Source: `sodium_malloc`, `sodium_free`.
struct SecretMemory: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutableRawPointer
    private let count: Int

    /// Allocates `count` bytes, which `fill` writes.
    ///
    /// Traps if the system has no memory left, as an array would.
    init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        Sodium.start()
        guard let start = sodium_malloc(count) else {
            preconditionFailure("the system has \(count) bytes of protected memory")
        }
        self.start = start
        self.count = count
        fill(start.assumingMemoryBound(to: UInt8.self))
        sodium_mprotect_readonly(start)
    }

    /// The address of the bytes; valid while this value lives.
    var pointer: UnsafePointer<UInt8> {
        UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    }

    /// All bytes, for reading.
    var buffer: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: pointer, count: count)
    }

    deinit {
        sodium_free(start)
    }
}
