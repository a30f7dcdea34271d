package import Domain
import Primitives

/// Takes out of a picture or film, as it comes, what says where and with what it was taken: Exif, XMP,
/// IPTC, comments, and pictures within the picture. What is seen stays as it is, bit for bit; so does how
/// a JPEG, HEIC or AVIF is turned.
///
/// - Shape: JPEG, PNG, WebP, HEIC, AVIF, MP4 and QuickTime; others pass as they are.
/// - Limit: what is held is a segment of the file, at most `BoxMetadata.heldBytesMax`.
package struct MetadataFilter {
    private var phase = Phase.beginning([])

    private enum Phase {
        /// It is not known yet what comes.
        case beginning([UInt8])
        case plain
        case jpeg(JPEGMetadata)
        case png(PNGMetadata)
        case webP(WebPMetadata)
        case boxes(BoxMetadata)
    }

    /// A filter for one file.
    package init() {}

    /// What goes on of the next bytes.
    ///
    /// - Throws: what is wrong with the file, if it is not built as its first bytes say.
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

    /// What is left when all has come.
    ///
    /// - Throws: the same as `take`, of a file that ends too early.
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
        case .gif, .webm, .html: return .plain
        }
    }

    private mutating func pass(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        // Taken out while it changes, so that what it holds is not copied.
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
    /// A file is not built as it says it is, so that nothing can be taken out of it.
    static func damagedPicture(_ what: String, at offset: Int) -> Problem {
        Problem(
            .invalidValue, "the file is damaged: \(what) at byte \(offset)",
            fix: "open and save it anew, or put it in as it is with --keep-metadata")
    }
}

/// Bytes that have come and are not looked at yet.
struct PendingBytes {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Where in the file the first of them stands.
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

    /// The first `count`, or as many as have come.
    func prefix(_ count: Int) -> ArraySlice<UInt8> { bytes.dropFirst(start).prefix(max(count, 0)) }

    /// Passes over the first `count`, or as many as have come.
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

    /// Where the first of these stands; nil if none does.
    func firstIndex(of byte: UInt8) -> Int? {
        bytes.dropFirst(start).firstIndex(of: byte).map { $0 - start }
    }

    /// A number of `width` bytes, the most significant first; nil if they have not come, and above
    /// `Int.foreignMax`.
    func number(at place: Int, width: Int) -> Int? {
        bytes.number(at: start + place, width: width)
    }

    /// The same, the least significant first.
    func littleNumber(at place: Int, width: Int) -> Int? {
        bytes.littleNumber(at: start + place, width: width)
    }
}
