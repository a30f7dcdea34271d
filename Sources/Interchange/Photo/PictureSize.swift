import Domain
import Primitives

/// The pixel dimensions stated by a picture.
///
/// - Source: PNG, section 11.2.2; GIF 89a, section 18; ITU-T T.81, section B.2.2; RFC 9649, section 2.
struct PictureSize: Equatable {
    let width: Int
    let height: Int

    /// Reads the dimensions of a picture of this type; nil if they are missing, or the type has none.
    init?(_ bytes: [UInt8], _ type: MediaType) {
        func number(_ places: [Int]) -> Int? {
            guard let last = places.max(), last < bytes.count else { return nil }
            return Int(bigEndian: places.map { bytes[$0] })
        }
        let found: (width: Int?, height: Int?)
        switch type {
        case .png:
            guard bytes.dropFirst(12).starts(with: "IHDR".utf8) else { return nil }
            found = (number([16, 17, 18, 19]), number([20, 21, 22, 23]))
        case .gif: found = (number([7, 6]), number([9, 8]))
        case .jpeg:
            guard let frame = Self.frame(of: bytes) else { return nil }
            found = (number([frame + 3, frame + 4]), number([frame + 1, frame + 2]))
        case .webp:
            switch String(decoding: bytes.dropFirst(12).prefix(4), as: UTF8.self) {
            case "VP8 ":
                found = (
                    number([27, 26]).map { $0 & 0x3FFF }, number([29, 28]).map { $0 & 0x3FFF }
                )
            case "VP8L":
                let packed = number([24, 23, 22, 21])
                found = (
                    packed.map { ($0 & 0x3FFF) + 1 }, packed.map { (($0 >> 14) & 0x3FFF) + 1 }
                )
            case "VP8X":
                found = (number([26, 25, 24]).map { $0 + 1 }, number([29, 28, 27]).map { $0 + 1 })
            default: return nil
            }
        case .heic, .avif, .mp4, .webm, .quickTime, .html, .pdf: return nil
        }
        guard let width = found.width, let height = found.height else { return nil }
        self.width = width
        self.height = height
    }

    // Returns the offset of the first frame's parameters, which begin with the precision. Each segment is skipped at
    // once.
    private static func frame(of bytes: [UInt8]) -> Int? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return place + 4 }
            guard marker != 0xDA, marker != 0xD9 else { return nil }
            guard let length = bytes.number(at: place + 2, width: 2), length >= 2 else {
                return nil
            }
            place += 2 + length
        }
        return nil
    }
}
