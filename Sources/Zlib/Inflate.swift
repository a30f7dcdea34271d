import CZlib

/// Decompresses files of archives: raw deflate, and the checksum beside it. - Source: RFC 1951; zlib of the
/// system.
package enum Inflate {
    /// The reason why decompression failed.
    package enum Fault: Error, Equatable {
        /// The bytes are not valid deflate, or end too early.
        case damaged
        /// The output exceeds the limit. No more than the limit was passed on.
        case tooLong
    }

    /// The most output bytes of one part.
    private static let partBytes = 64 * 1024

    /// Decompresses the bytes that `next` returns and passes the output to `take`, part by part, at most
    /// `bytesMax` in all. Ignores what stands after the end of the deflate stream.
    ///
    /// - Parameter next: Returns the next bytes; none at their end.
    package static func inflate(
        bytesMax: Int, _ next: () -> ArraySlice<UInt8>, to take: (ArraySlice<UInt8>) -> Void
    ) throws(Fault) {
        var stream = z_stream()
        // Raw deflate: negative window bits mean that there is no header.
        let begun = inflateInit2_(
            &stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw .damaged }
        defer { inflateEnd(&stream) }
        var part = [UInt8](repeating: 0, count: partBytes)
        var source: ArraySlice<UInt8> = []
        var used = 0
        var given = 0
        while true {
            if used == source.count {
                source = next()
                used = 0
            }
            var (status, taken, made) = (Z_OK, 0, 0)
            source.withUnsafeMutableBufferPointer { from in
                part.withUnsafeMutableBufferPointer { to in
                    // zlib counts in 32 bits.
                    let count = min(from.count - used, 1 << 30)
                    stream.next_in = from.baseAddress?.advanced(by: used)
                    stream.avail_in = UInt32(count)
                    stream.next_out = to.baseAddress
                    stream.avail_out = UInt32(to.count)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    taken = count - Int(stream.avail_in)
                    made = to.count - Int(stream.avail_out)
                }
            }
            used += taken
            given += made
            guard given <= bytesMax else { throw .tooLong }
            take(part.prefix(made))
            if status == Z_STREAM_END { return }
            guard status == Z_OK, taken > 0 || made > 0 else { throw .damaged }
        }
    }

    /// CRC-32 as used in archives, of `bytes` after others whose sum is `sum`. - Source: APPNOTE.TXT of
    /// PKWARE, section 4.4.7.
    package static func checksum(_ bytes: ArraySlice<UInt8>, behind sum: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBufferPointer {
            UInt32(truncatingIfNeeded: crc32_z(UInt(sum), $0.baseAddress, $0.count))
        }
    }
}
