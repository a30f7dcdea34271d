/// The limits on bytes from outside, with their reasons. A delta that exceeds one is void on every node, so they never
/// change within a version.
package enum WireLimits {
    /// The maximum size of an operation's body: a note of 60 KiB and its surroundings.
    package static let operationBytesMax = 64 * 1024
    /// The maximum size of a delta's payload as stored: four full operations, or thousands of small ones.
    package static let payloadBytesMax = 256 * 1024
    /// The maximum number of operations in a delta: each takes at least two bytes, so the payload limit applies first.
    package static let operationsMax = 65_536
    /// The maximum size of an entry of the string table: an element of a set.
    package static let elementBytesMax = 1024
    /// The maximum size of the decoded string table: front coding could otherwise expand its bytes 300 times.
    package static let tableBytesMax = 512 * 1024
    /// The maximum number of foreign chains in one payload.
    package static let chainsMax = 4096
    /// The maximum number of dots in one operation.
    package static let dotsMax = 4096
    /// The maximum number of devices in one rotation: 65 KiB of deliveries would exceed the operation limit first.
    package static let deliveriesMax = 1500
    /// The maximum number of consecutive unsigned bytes: what a receiver stores before it can verify a signature.
    package static let unsignedBytesMax = 256 * 1024
    /// The latest expiry of an invitation, in seconds since 1970: the beginning of 2200, as for stamps. It also fits in
    /// milliseconds.
    package static let expirySecondsMax: UInt64 = 7_258_118_400
    /// Every delta whose sequence is a multiple of this is permanently signed.
    package static let anchorEvery: UInt64 = 64
}
