import CSodium

/// Compares secrets without revealing by timing where they differ.
package enum ConstantTime {
    /// Whether both hold the same bytes. Only a difference in length affects the time.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
