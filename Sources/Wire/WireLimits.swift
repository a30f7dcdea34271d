/// What may be claimed by bytes from outside, with the reasons. A delta that breaks one is void for
/// everybody alike, so these never change within a version.
package enum WireLimits {
    /// One operation's body: a note of 60 KiB and what stands around it.
    package static let operationBytesMax = 64 * 1024
    /// One delta's payload as it is stored: four full operations, or thousands of small ones.
    package static let payloadBytesMax = 256 * 1024
    /// Operations in a delta: each takes two bytes at least, so the payload binds first.
    package static let operationsMax = 65_536
    /// One entry of the table of strings: an element of a set.
    package static let elementBytesMax = 1024
    /// The table of strings spelled out: front coding could claim 300 times its bytes.
    package static let tableBytesMax = 512 * 1024
    /// Foreign chains that one payload names.
    package static let chainsMax = 4096
    /// Dots that one operation names.
    package static let dotsMax = 4096
    /// Devices in one rotation: 65 KiB of deliveries would break the operation first.
    package static let deliveriesMax = 1500
    /// Unsigned bytes in a row: how much a receiver holds before it can check a signature.
    package static let unsignedBytesMax = 256 * 1024
    /// When the latest invitation ends, in seconds since 1970: with the beginning of 2200, as stamps
    /// do. Its milliseconds fit too.
    package static let expirySecondsMax: UInt64 = 7_258_118_400
    /// Every delta whose sequence this divides is signed for good.
    package static let anchorEvery: UInt64 = 64
}
