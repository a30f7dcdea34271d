/// The headers of a tar archive. An entry is a header block of 512 bytes followed by the content, padded with zeros to
/// whole blocks; two zero blocks end the archive.
///
/// - Source: POSIX.1-2017, pax, "ustar Interchange Format".
package enum Tar {
    /// The size of a block in bytes.
    package static let blockBytes = 512

    /// The end of an archive.
    package static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

    /// The content of a header.
    package enum Entry: Equatable, Sendable {
        /// A file of this size in bytes.
        case file(name: String, size: Int)
        /// Another entry, such as a directory, with this many bytes of content.
        case other(size: Int)
        /// The end of the archive.
        case end
    }

    /// Returns the header of a file that only its owner may read.
    ///
    /// - Parameters:
    ///   - name: at most 100 bytes.
    ///   - size: less than 8 GiB.
    ///   - modified: seconds since 1970.
    package static func header(name: String, size: Int, modified: UInt64) -> [UInt8] {
        precondition(name.utf8.count <= 100 && size < 1 << 33)
        var block: [UInt8] = Array(name.utf8)
        block += [UInt8](repeating: 0, count: 100 - block.count)
        block += octal(0o600, 7) + octal(0, 7) + octal(0, 7)
        block += octal(UInt64(size), 11) + octal(min(modified, 1 << 33 - 1), 11)
        block += [UInt8](repeating: 0x20, count: 8)
        block.append(UInt8(ascii: "0"))
        block += [UInt8](repeating: 0, count: 100)
        block += Array("ustar\u{0}00".utf8)
        block += [UInt8](repeating: 0, count: blockBytes - block.count)
        let sum = octal(checksum(block), 6) + [0x20]
        block.replaceSubrange(148..<156, with: sum)
        return block
    }

    /// Returns the number of zeros after a content of this size.
    package static func padding(behind size: Int) -> Int {
        (blockBytes - size % blockBytes) % blockBytes
    }

    /// Whether a file that begins with `bytes` is a tar archive.
    package static func begins(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        bytes.count >= blockBytes
            && bytes.dropFirst(257).prefix(5).elementsEqual("ustar".utf8)
    }

    /// Parses a header block; nil if it is none.
    package static func entry(_ block: [UInt8]) -> Entry? {
        guard block.count == blockBytes else { return nil }
        guard block.contains(where: { $0 != 0 }) else { return .end }
        guard begins(block), let sum = number(block[148..<156]), sum == checksum(block),
            let size = number(block[124..<136])
        else { return nil }
        let kind = block[156]
        guard kind == UInt8(ascii: "0") || kind == 0 else { return .other(size: Int(size)) }
        let name = block[..<100].prefix { $0 != 0 }
        guard let name = String(validating: name, as: UTF8.self) else { return nil }
        return .file(name: name, size: Int(size))
    }

    // The checksum is computed with its own field as spaces.
    private static func checksum(_ block: [UInt8]) -> UInt64 {
        block.indices.reduce(0) { sum, index in
            sum + UInt64((148..<156).contains(index) ? 0x20 : block[index])
        }
    }

    private static func octal(_ number: UInt64, _ digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: digits - text.count) + text).utf8) + [0]
    }

    // Parses octal digits followed by NUL or a space; at most 33 bits.
    private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
        let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
        guard (1...11).contains(digits.count),
            digits.allSatisfy({ (0x30...0x37).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 << 3 | UInt64($1 & 7) }
    }
}
