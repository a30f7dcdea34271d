package import Domain
import FoundationEssentials

/// A picture embedded in generated files as a `data:` address (RFC 2397), so that the file loads nothing else.
///
/// The type is detected from the bytes, not taken from the sender. Only formats that programs can be trusted to draw
/// are embedded, and only if they state their dimensions: 32 KiB may unpack to gigabytes.
package struct EmbeddedPicture: Equatable, Sendable {
    /// The address: `data:image/jpeg;base64,…`.
    package let address: String
    /// The size of the picture in bytes.
    package let size: Int

    /// The maximum size of all pictures in one file.
    package static let totalBytesMax = 4 << 20
    /// The maximum number of pixels of a picture.
    static let pixelsMax = 16 << 20

    /// The file to embed for a reference: the thumbnail, which is small and fetched as soon as the thing arrives; else
    /// the picture itself, if it is small enough to be fetched automatically. Nil if there is neither.
    package static func file(of reference: BlobReference) -> BlobReference? {
        if let thumbnail = reference.thumbnailReference { return thumbnail }
        guard reference.type.isImage, reference.size <= Limits.smallBlobBytesMax else { return nil }
        return reference
    }

    /// Embeds the picture in these bytes; nil if it cannot be embedded.
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
