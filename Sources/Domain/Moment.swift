package import Primitives

/// Encodes a point in time as a field value: big-endian without leading zeros; up to five bytes are whole seconds, six
/// or more are milliseconds. Most links were saved at a whole second.
package enum Moment {
    /// Returns the shortest encoding of `time`.
    package static func bytes(_ time: WallTime) -> [UInt8] {
        let isWhole = time.milliseconds % 1000 == 0
        let number = isWhole ? time.milliseconds / 1000 : time.milliseconds
        var bytes: [UInt8] = []
        for shift in stride(from: 56, through: 0, by: -8) {
            let byte = UInt8(truncatingIfNeeded: number >> UInt64(shift))
            if byte != 0 || !bytes.isEmpty { bytes.append(byte) }
        }
        if bytes.isEmpty { bytes = [0] }
        while !isWhole, bytes.count < 6 { bytes.insert(0, at: 0) }
        return bytes
    }

    /// Decodes a time; nil if there are no bytes, or more than eight.
    package static func time(_ bytes: [UInt8]) -> WallTime? {
        guard (1...8).contains(bytes.count) else { return nil }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard bytes.count <= 5 else { return WallTime(milliseconds: number) }
        return WallTime(milliseconds: number * 1000)
    }
}
