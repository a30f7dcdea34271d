package import Domain
import FoundationEssentials

/// A picture that stands inside what is drawn or written for others, as an address that holds it
/// (`data:`, RFC 2397): such a file asks for nothing else.
///
/// What it is, its bytes say, not whoever shared it. Those that programs can be trusted to draw are
/// taken, and only if they say how large they are: 32 KiB may unpack to gigabytes.
package struct EmbeddedPicture: Equatable, Sendable {
    /// `data:image/jpeg;base64,…`.
    package let address: String
    /// Bytes of the picture.
    package let size: Int

    /// Most bytes of all pictures in one file.
    package static let totalBytesMax = 4 << 20
    /// Most pixels of one.
    static let pixelsMax = 16 << 20

    /// The file of a reference that is embedded: the thumbnail, which is made for a small place and is
    /// here as soon as the thing is; without one the picture itself, if it is small enough to come by
    /// itself. Nil if there is neither.
    package static func file(of reference: BlobReference) -> BlobReference? {
        if let thumbnail = reference.thumbnailReference { return thumbnail }
        guard reference.type.isImage, reference.size <= Limits.smallBlobBytesMax else { return nil }
        return reference
    }

    /// The picture that these bytes are; nil if they are none that is embedded.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Limits.smallBlobBytesMax,
            let type = MediaType(beginning: Array(bytes.prefix(MediaType.bytesWanted))),
            let picture = PictureSize(bytes, type), picture.width > 0, picture.height > 0,
            picture.height <= Self.pixelsMax / picture.width
        else { return nil }
        size = bytes.count
        address = "data:\(type.rawValue);base64,\(Data(bytes).base64EncodedString())"
    }
}
