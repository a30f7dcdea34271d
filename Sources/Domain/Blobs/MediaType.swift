/// The type of a file, detected from its first bytes. The raw value is the media type name.
///
/// - Source: iana.org/assignments/media-types; the bytes: mimesniff.spec.whatwg.org, section 6, and for HEIC, AVIF, MP4
///   and QuickTime the brands of ISO/IEC 14496-12, section 4.3.
package enum MediaType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"
    case heic = "image/heic"
    case avif = "image/avif"
    case mp4 = "video/mp4"
    case webm = "video/webm"
    case quickTime = "video/quicktime"
    /// The type in a reference to a saved page; a file is accepted as a page only by `PageHead`.
    case html = "text/html"
    case pdf = "application/pdf"

    /// Whether it is a picture, still or looping.
    package var isImage: Bool {
        switch self {
        case .jpeg, .png, .webp, .gif, .heic, .avif: return true
        case .mp4, .webm, .quickTime, .html, .pdf: return false
        }
    }

    /// Whether it is a film, with a beginning and an end.
    package var isFilm: Bool { self == .mp4 || self == .webm || self == .quickTime }

    /// The file name extension, without the dot.
    package var ending: String {
        switch self {
        case .jpeg: return "jpg"
        case .quickTime: return "mov"
        case .png, .webp, .gif, .heic, .avif, .mp4, .webm, .html, .pdf:
            return String(rawValue.drop { $0 != "/" }.dropFirst())
        }
    }

    /// The number of leading bytes that determine the type.
    package static let bytesWanted = 16

    /// Detects the type from `bytes`, the first `bytesWanted` or the whole file; nil if it is no picture,
    /// film or PDF.
    package init?(beginning bytes: [UInt8]) {
        let head = bytes.prefix(Self.bytesWanted)
        let begins = { (start: Int, text: [UInt8]) in head.dropFirst(start).starts(with: text) }
        if begins(0, [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins(0, Array("RIFF".utf8)), begins(8, Array("WEBPVP8".utf8)) {
            self = .webp
        } else if begins(0, Array("GIF87a".utf8)) || begins(0, Array("GIF89a".utf8)) {
            self = .gif
        } else if begins(0, [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .webm
        } else if begins(0, Array("%PDF-".utf8)) {
            self = .pdf
        } else if begins(4, Array("ftyp".utf8)), head.count >= 12 {
            let brand = String(decoding: head[8..<12], as: UTF8.self)
            guard let known = Self.brands.first(where: { $0.brand == brand }) else { return nil }
            self = known.type
        } else {
            return nil
        }
    }

    private static let brands: [(brand: String, type: MediaType)] =
        ["heic", "heix", "heim", "heis", "mif1"].map { ($0, .heic) }
        + ["avif", "avis"].map { ($0, .avif) }
        + ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "dash"]
        .map { ($0, .mp4) } + [("qt  ", .quickTime)]
}
