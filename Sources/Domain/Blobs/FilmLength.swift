/// The duration of a film, as stated in the file's header.
///
/// An MP4 or QuickTime file is a sequence of boxes, which may be nested:
///
///     box   size u32 big-endian, including these 8 bytes; 1: a u64 follows the type; 0: to the end
///           type 4 letters
///     moov  boxes, among them
///     mvhd  version u8, flags 3; created, changed: u32 each, or u64 from version 1 on;
///           units per second u32; duration u32, or u64
///
/// - Source: ISO/IEC 14496-12, sections 4.2, 8.2.1 and 8.2.2.
/// - Limit: at most `boxesMax` headers are read, 16 bytes each, wherever `moov` is in the file.
package enum FilmLength: Equatable, Sendable {
    /// The duration in tenths of a second, rounded.
    case tenths(Int)
    /// The file is well-formed as far as it was read, but does not state a duration.
    case unsaid
    /// There is no such header, or it is truncated.
    case broken

    /// The maximum number of boxes examined, in the file and in `moov` together.
    package static let boxesMax = 256

    /// Reads the duration from a file of `size` bytes.
    ///
    /// - Parameter read: returns `count` bytes from `start` on, both within the file.
    package static func of<Failure>(
        _ size: Int, _ read: (_ start: Int, _ count: Int) throws(Failure) -> [UInt8]
    ) throws(Failure) -> FilmLength {
        var boxes = boxesMax
        guard let movie = try find("moov", in: 0..<size, &boxes, read),
            let header = try find("mvhd", in: movie, &boxes, read)
        else { return .broken }
        let body = try read(header.lowerBound, min(header.count, 32))
        guard let version = body.first else { return .broken }
        let isWide = version > 0
        guard body.count >= (isWide ? 32 : 20) else { return .broken }
        let units = number(body[(isWide ? 20 : 12)..<(isWide ? 24 : 16)])
        let duration = number(isWide ? body[24..<32] : body[16..<20])
        guard units > 0 else { return .broken }
        // A film that was streamed while it was recorded has no known duration: zero, or all ones.
        guard duration > 0, duration != (isWide ? .max : UInt64(UInt32.max)) else { return .unsaid }
        // This is far beyond any clip, and keeps the arithmetic from overflowing.
        guard duration / units < 1_000_000 else { return .tenths(10_000_000) }
        return .tenths(Int((duration * 10 + units / 2) / units))
    }

    // Returns the content of the first box of this type, without its header.
    private static func find<Failure>(
        _ type: String, in range: Range<Int>, _ boxes: inout Int,
        _ read: (Int, Int) throws(Failure) -> [UInt8]
    ) throws(Failure) -> Range<Int>? {
        var start = range.lowerBound
        while range.upperBound - start >= 8, boxes > 0 {
            boxes -= 1
            let head = try read(start, min(16, range.upperBound - start))
            guard head.count >= 8 else { return nil }
            var length = number(head[0..<4])
            var body = 8
            if length == 1 {
                guard head.count >= 16 else { return nil }
                length = number(head[8..<16])
                body = 16
            } else if length == 0 {
                length = UInt64(range.upperBound - start)
            }
            guard length >= UInt64(body), length <= UInt64(range.upperBound - start) else {
                return nil
            }
            let end = start + Int(length)
            if head[4..<8].elementsEqual(type.utf8) { return (start + body)..<end }
            start = end
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
