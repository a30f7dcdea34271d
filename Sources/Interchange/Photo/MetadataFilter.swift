package import Domain
import Primitives

/// Removes metadata about location and equipment from a picture or film as it is streamed: Exif, XMP, IPTC, comments,
/// and embedded previews. The image data is unchanged, bit for bit, as is the orientation of a JPEG, HEIC or AVIF.
///
/// - Shape: JPEG, PNG, WebP, HEIC, AVIF, MP4 and QuickTime; other files pass unchanged.
/// - Limit: it buffers one segment of the file, at most `BoxMetadata.heldBytesMax`.
package struct MetadataFilter {
    private var phase = Phase.beginning([])

    private enum Phase {
        /// The format is not known yet.
        case beginning([UInt8])
        case plain
        case jpeg(JPEGMetadata)
        case png(PNGMetadata)
        case webP(WebPMetadata)
        case boxes(BoxMetadata)
    }

    /// Creates a filter for one file.
    package init() {}

    /// Filters the next bytes.
    ///
    /// - Throws: the problem with the file, if it violates the format of its first bytes.
    package mutating func take(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        switch phase {
        case .beginning(let known):
            let head = known + bytes
            guard head.count >= MediaType.bytesWanted else {
                phase = .beginning(head)
                return []
            }
            phase = Self.phase(of: head)
            return try pass(head)
        case .plain, .jpeg, .png, .webP, .boxes: return try pass(bytes)
        }
    }

    /// Returns the remaining bytes after the last input.
    ///
    /// - Throws: as `take`, for a truncated file.
    package mutating func finish() throws(Problem) -> [UInt8] {
        var rest: [UInt8] = []
        if case .beginning(let head) = phase {
            phase = Self.phase(of: head)
            rest = try pass(head)
        }
        switch phase {
        case .beginning, .plain: break
        case .jpeg(let jpeg): try jpeg.finish()
        case .png(let png): try png.finish()
        case .webP(let webP): try webP.finish()
        case .boxes(let boxes): try boxes.finish()
        }
        return rest
    }

    private static func phase(of head: [UInt8]) -> Phase {
        guard let type = MediaType(beginning: head) else { return .plain }
        switch type {
        case .jpeg: return .jpeg(JPEGMetadata())
        case .png: return .png(PNGMetadata())
        case .webp: return .webP(WebPMetadata())
        case .heic, .avif, .mp4, .quickTime: return .boxes(BoxMetadata(isPicture: type.isImage))
        case .gif, .webm, .html, .pdf: return .plain
        }
    }

    private mutating func pass(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        // The phase is moved out while it changes, so that its buffer is not copied.
        let before = phase
        phase = .plain
        switch before {
        case .beginning, .plain: return bytes
        case .jpeg(var jpeg):
            let out = try jpeg.take(bytes)
            phase = .jpeg(jpeg)
            return out
        case .png(var png):
            let out = try png.take(bytes)
            phase = .png(png)
            return out
        case .webP(var webP):
            let out = try webP.take(bytes)
            phase = .webP(webP)
            return out
        case .boxes(var boxes):
            let out = try boxes.take(bytes)
            phase = .boxes(boxes)
            return out
        }
    }
}

extension Problem {
    /// The problem reported for a file that violates its format, so that nothing can be removed.
    static func damagedPicture(_ what: String, at offset: Int) -> Problem {
        Problem(
            .invalidValue, "the file is damaged: \(what) at byte \(offset)",
            fix: "open and save it again, or add it unchanged with --keep-metadata")
    }
}

/// Bytes that were received but not processed yet.
struct PendingBytes {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The file offset of the first of them.
    private(set) var offset = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: [UInt8]) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    subscript(_ place: Int) -> UInt8 { bytes[start + place] }

    /// Returns the first `count` bytes, or as many as there are.
    func prefix(_ count: Int) -> ArraySlice<UInt8> { bytes.dropFirst(start).prefix(max(count, 0)) }

    /// Skips the first `count` bytes, or as many as there are.
    mutating func skip(_ count: Int) {
        let passed = min(max(count, 0), self.count)
        start += passed
        offset += passed
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        let taken = prefix(count)
        skip(count)
        return taken
    }

    /// Returns the index of the first such byte; nil if there is none.
    func firstIndex(of byte: UInt8) -> Int? {
        bytes.dropFirst(start).firstIndex(of: byte).map { $0 - start }
    }

    /// Returns the big-endian number of `width` bytes; nil if they are not there yet, or above `Int.foreignMax`.
    func number(at place: Int, width: Int) -> Int? {
        bytes.number(at: start + place, width: width)
    }

    /// Returns the little-endian number of `width` bytes, as `number(at:width:)`.
    func littleNumber(at place: Int, width: Int) -> Int? {
        bytes.littleNumber(at: start + place, width: width)
    }
}
