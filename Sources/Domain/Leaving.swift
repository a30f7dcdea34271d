/// How a person's membership says that he left: one byte, and behind it the grants that he ended by
/// it, 8 bytes each, so that his other devices can say the same in the group.
package enum Leaving {
    /// Grants that one leave ends: a person holds one as a rule.
    package static let grantsMax = 8

    /// The spelling for `grants`, of which the first eight are named.
    package static func bytes(_ grants: [UInt64]) -> [UInt8] {
        [1]
            + grants.prefix(grantsMax).flatMap { grant in
                stride(from: 56, through: 0, by: -8).map { shift in
                    UInt8(truncatingIfNeeded: grant >> UInt64(shift))
                }
            }
    }

    /// The grants that are named; nil if `bytes` say nothing of a leave.
    package static func grants(_ bytes: [UInt8]) -> [UInt64]? {
        guard bytes.first == 1, bytes.count % 8 == 1, bytes.count <= 1 + 8 * grantsMax else {
            return nil
        }
        return stride(from: 1, to: bytes.count, by: 8).map { start in
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}
