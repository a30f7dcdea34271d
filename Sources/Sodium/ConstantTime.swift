import CSodium

/// Comparing secrets without telling by the time it takes where they differ.
package enum ConstantTime {
    /// True when both hold the same bytes. Only a difference in length shows in the time.
    package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && sodium_memcmp(left, right, left.count) == 0
    }
}
