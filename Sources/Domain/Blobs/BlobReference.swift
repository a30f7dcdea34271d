import CRDT
package import Primitives

/// A reference to a file, as the value of a detail: its position among the thing's files, its type, its size, the name
/// by which it is requested and the key that decrypts it.
///
///     place SP type SP size SP name SP key [SP type SP size SP name SP key]
///     019e704488 image/jpeg 48213 5KZ... 9Q1...
///
/// - Shape: place 1...16 bytes in hexadecimal, not ending in 00 (`FractionalIndex`); type a `MediaType`; size
///   1...`Limits.blobBytesMax`; name and key 32 bytes in base 32; then the same four fields for the thumbnail, a
///   picture of at most `Limits.thumbnailBytesMax`, if there is one.
package struct BlobReference: Hashable, Sendable {
    /// The position; a thing's files are listed in the order of their places.
    package var place: [UInt8]
    package let type: MediaType
    /// The size of the file in bytes.
    package let size: Int
    package let name: Bytes32
    package let key: Bytes32
    /// A small picture of the file, stored as a file of its own; nil if there is none.
    package var thumbnail: Thumbnail?

    /// A thumbnail: the fields of a reference without a place.
    package struct Thumbnail: Hashable, Sendable {
        package let type: MediaType
        /// The size in bytes.
        package let size: Int
        package let name: Bytes32
        package let key: Bytes32

        /// Uses the file of a reference as a thumbnail; nil if it is no picture, too large, or has a thumbnail itself.
        package init?(_ file: BlobReference) {
            guard file.type.isImage, file.size <= Limits.thumbnailBytesMax, file.thumbnail == nil
            else { return nil }
            (type, size, name, key) = (file.type, file.size, file.name, file.key)
        }
    }

    /// Creates a reference from all fields, in declaration order.
    package init(
        place: [UInt8], type: MediaType, size: Int, name: Bytes32, key: Bytes32,
        thumbnail: Thumbnail? = nil
    ) {
        self.place = place
        self.type = type
        self.size = size
        self.name = name
        self.key = key
        self.thumbnail = thumbnail
    }

    /// The thumbnail as a reference of its own, at the same place; nil if there is none.
    package var thumbnailReference: BlobReference? {
        thumbnail.map {
            BlobReference(place: place, type: $0.type, size: $0.size, name: $0.name, key: $0.key)
        }
    }

    /// The maximum length of a place in bytes. Between two places there is always one that is little longer.
    package static let placeBytesMax = 16
    /// The maximum length of the text in bytes.
    package static let textBytesMax = 300

    /// The canonical text form.
    package var text: String {
        let file =
            "\(Self.hex(place)) \(type.rawValue) \(size) \(nameText) \(Base32.encode(key.bytes))"
        guard let small = thumbnailReference else { return file }
        return file + small.text.drop { $0 != " " }
    }

    /// Whether both name the same file, with the same size and key.
    package func isSameFile(as other: BlobReference) -> Bool {
        name == other.name && size == other.size && key == other.key
    }

    /// The name in base 32, as people and tables have it.
    package var nameText: String { Base32.encode(name.bytes) }

    /// Parses `text`; nil if it is not in the form that the property `text` produces, apart from the case of letters.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.textBytesMax else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5 || parts.count == 9,
            let place = Self.bytes(hex: parts[0].lowercased()),
            (1...Self.placeBytesMax).contains(place.count), FractionalIndex.isValid(place)
        else { return nil }
        self.init(place, parts[1...4])
        guard parts.count == 9 else { return }
        guard let small = BlobReference(place, parts[5...8]).flatMap({ Thumbnail($0) }) else {
            return nil
        }
        thumbnail = small
    }

    private init?(_ place: [UInt8], _ parts: ArraySlice<Substring>) {
        let parts = Array(parts)
        guard let type = MediaType(rawValue: parts[0].lowercased()),
            let size = Int(parts[1]), "\(size)" == parts[1],
            (1...Limits.blobBytesMax).contains(size),
            let name = Base32.decode(parts[2]).flatMap({ Bytes32($0) }),
            let key = Base32.decode(parts[3]).flatMap({ Bytes32($0) })
        else { return nil }
        self.init(place: place, type: type, size: size, name: name, key: key)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        let digits = text.utf8.map { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): return digit - UInt8(ascii: "a") + 10
            default: return nil
            }
        }
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension DetailValue {
    /// Returns the canonical spelling of a reference to a picture.
    static func photo(_ raw: String, of word: String) -> Result<String, Problem> {
        guard let reference = BlobReference(raw) else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(Problem.quote(raw)) is not a file reference",
                    fix: "upload the file first, and use the reference in the answer"))
        }
        guard reference.type.isImage else {
            return .failure(
                Problem(
                    .invalidValue, "\(word): \(reference.type.rawValue) is not an image",
                    fix: "use a JPEG, PNG, WebP, GIF, HEIC or AVIF"))
        }
        guard reference.size <= Limits.photoBytesMax else {
            return .failure(.photoTooLarge)
        }
        return .success(reference.text)
    }
}

extension Problem {
    /// The problem reported for a photo larger than `Limits.photoBytesMax`.
    package static let photoTooLarge = Problem(
        .invalidValue, "a photo can have at most \(Limits.photoBytesMax >> 20) MiB",
        fix: "make it smaller, or lower its quality")
}
