/// The encoding of a departure in a person's membership: one byte, then the grants ended by it, 8 bytes each, so that
/// their other devices can write the same in the group.
package enum Leaving {
    /// The maximum number of grants that one departure ends; a person usually has one.
    package static let grantsMax = 8

    /// Encodes `grants`, of which only the first eight are stored.
    package static func bytes(_ grants: [UInt64]) -> [UInt8] {
        [1]
            + grants.prefix(grantsMax).flatMap { grant in
                stride(from: 56, through: 0, by: -8).map { shift in
                    UInt8(truncatingIfNeeded: grant >> UInt64(shift))
                }
            }
    }

    /// Decodes the grants; nil if `bytes` are no departure.
    package static func grants(_ bytes: [UInt8]) -> [UInt64]? {
        guard bytes.first == 1, bytes.count % 8 == 1, bytes.count <= 1 + 8 * grantsMax else {
            return nil
        }
        return stride(from: 1, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
