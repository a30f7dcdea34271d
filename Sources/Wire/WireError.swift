/// An error in bytes from outside. It carries the offset, never the content.
package enum WireError: Error, Equatable, Sendable {
    /// The bytes end before the value does.
    case truncated(offset: Int)
    /// Bytes are left over after the value.
    case trailing(offset: Int)
    /// The value is not in its canonical encoding.
    case notCanonical(offset: Int)
    /// A length or count exceeds its limit.
    case tooLong(offset: Int)
    /// A number is unknown where only known ones are allowed.
    case unknownKind(offset: Int)
    /// The version is not supported.
    case unknownVersion(UInt8)
    /// A certificate has a signature algorithm that only a newer version knows.
    case unknownAlgorithm(UInt8)
}
