/// What is wrong with bytes from outside. Carries where, never what.
package enum WireError: Error, Equatable, Sendable {
    /// The bytes end before the value does.
    case truncated(offset: Int)
    /// Bytes are left over behind the value.
    case trailing(offset: Int)
    /// The value has a shorter or otherwise more proper spelling.
    case notCanonical(offset: Int)
    /// A length or count above its limit.
    case tooLong(offset: Int)
    /// A number that names nothing, where only known ones may stand.
    case unknownKind(offset: Int)
    /// The version is neither ours nor the one before.
    case unknownVersion(UInt8)
    /// A certificate with a kind of signature that only a newer version knows.
    case unknownAlgorithm(UInt8)
}
