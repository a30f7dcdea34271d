import Primitives
import Zlib

/// The files in a zip archive, read by way of the directory at its end.
///
///     local header, file   of each file: "PK\3\4", 30 bytes, name, extra, the packed file
///     directory            of each file: "PK\1\2", 46 bytes, name, extra, comment
///     end                  "PK\5\6", 22 bytes, comment; before it those of ZIP64, where it is large
///
/// Files are unpacked on demand. Every offset and length is checked, because the archive is untrusted.
///
/// - Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
struct ZipArchive {
    /// A file in the archive.
    struct Entry: Equatable {
        /// The name with its folders, as spelled in the archive.
        var name: String
        fileprivate var method: Int
        fileprivate var isEncrypted: Bool
        fileprivate var checksum: UInt32
        fileprivate var packedBytes: Int
        fileprivate var headerPlace: Int
    }

    /// The maximum size of all unpacked files together, the same as for a file that is no archive.
    static let unpackedBytesMax = 256 << 20
    /// The maximum number of files in an archive.
    static let entriesMax = 200_000

    /// The files, in the order of the directory.
    let entries: [Entry]
    private let bytes: FileBytes
    /// The number of bytes that may still be unpacked.
    private var bytesLeft: Int

    /// Whether `bytes` begin an archive that contains a file.
    static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4])
    }

    /// Reads the directory.
    ///
    /// - Parameter unpackedBytesMax: the maximum total size of unpacked files.
    init(
        _ bytes: FileBytes, unpackedBytesMax: Int = Self.unpackedBytesMax
    ) throws(InterchangeError) {
        guard let directory = Directory(bytes) else { throw .damagedArchive }
        guard directory.count <= Self.entriesMax else { throw .archiveTooLong }
        var entries: [Entry] = []
        var place = directory.place
        while entries.count < directory.count {
            guard let (entry, next) = Self.entry(at: place, of: bytes) else {
                throw .damagedArchive
            }
            entries.append(entry)
            place = next
        }
        // Overlapping files could be unpacked over and over.
        let packed = entries.reduce(0) { min($0 + $1.packedBytes, Int.foreignMax) }
        guard packed <= bytes.count else { throw .damagedArchive }
        self.entries = entries
        self.bytes = bytes
        bytesLeft = unpackedBytesMax
    }

    /// Unpacks a file and appends it to `text`, in chunks.
    ///
    /// - Parameter bytesMax: the maximum size of this file; the bytes unpacked count towards the total in any case.
    /// - Throws: if the file is damaged, encrypted or packed by an unusual method, or if it or the archive exceeds a
    ///   limit.
    mutating func unpack(
        _ entry: Entry, to text: inout DecodedText, bytesMax: Int = .max
    ) throws(InterchangeError) {
        guard !entry.isEncrypted else { throw .encryptedArchive }
        guard let packed = packed(entry) else { throw .damagedArchive }
        let most = min(bytesLeft, bytesMax)
        // A file over its own limit cannot be what its name says.
        let tooLong: InterchangeError = bytesMax < bytesLeft ? .damagedArchive : .archiveTooLong
        let bytes = bytes
        var place = packed.lowerBound
        func next() -> ArraySlice<UInt8> {
            let count = min(FileBytes.windowBytes, packed.upperBound - place)
            defer { place += count }
            return bytes.slice(from: place, count: count) ?? []
        }
        var (count, sum) = (0, UInt32(0))
        func take(_ part: ArraySlice<UInt8>) {
            text.append(part)
            count += part.count
            sum = Inflate.checksum(part, behind: sum)
        }
        defer { bytesLeft -= count }
        switch entry.method {
        case 0:
            guard packed.count <= most else { throw tooLong }
            while place < packed.upperBound { take(next()) }
        case 8:
            do throws(Inflate.Fault) {
                try Inflate.inflate(bytesMax: most, next, to: take)
            } catch {
                throw error == .tooLong ? tooLong : .damagedArchive
            }
        default: throw .damagedArchive
        }
        guard sum == entry.checksum else { throw .damagedArchive }
    }

    // Returns the range of the packed file, after its local header, whose name and extra field may have other lengths
    // than in the directory.
    private func packed(_ entry: Entry) -> Range<Int>? {
        guard bytes.littleNumber(at: entry.headerPlace, width: 4) == 0x0403_4B50,
            let name = bytes.littleNumber(at: entry.headerPlace + 26, width: 2),
            let extra = bytes.littleNumber(at: entry.headerPlace + 28, width: 2),
            let range = Range(
                from: entry.headerPlace + 30 + name + extra, count: entry.packedBytes),
            range.upperBound <= bytes.count
        else { return nil }
        return range
    }

    // Parses the entry of the directory at `place`; returns it with the offset of the next.
    private static func entry(at place: Int, of bytes: FileBytes) -> (Entry, next: Int)? {
        func number(_ offset: Int, _ width: Int) -> Int? {
            bytes.littleNumber(at: place + offset, width: width)
        }
        guard number(0, 4) == 0x0201_4B50, let flags = number(8, 2), let method = number(10, 2),
            let checksum = number(16, 4), let packed = number(20, 4), let unpacked = number(24, 4),
            let nameBytes = number(28, 2), let extraBytes = number(30, 2),
            let commentBytes = number(32, 2), let header = number(42, 4),
            let name = bytes.slice(from: place + 46, count: nameBytes),
            let extra = bytes.slice(from: place + 46 + nameBytes, count: extraBytes)
        else { return nil }
        var large = LargeNumbers(Array(extra))
        // ZIP64 has the numbers in this order, each only if its field here has the maximum value.
        if unpacked == 0xFFFF_FFFF { _ = large.next() }
        let packedBytes = packed == 0xFFFF_FFFF ? large.next() : packed
        let headerPlace = header == 0xFFFF_FFFF ? large.next() : header
        guard let packedBytes, let headerPlace else { return nil }
        let entry = Entry(
            name: String(decoding: name, as: UTF8.self), method: method,
            isEncrypted: flags & 1 == 1, checksum: UInt32(truncatingIfNeeded: checksum),
            packedBytes: packedBytes, headerPlace: headerPlace)
        return (entry, place + 46 + nameBytes + extraBytes + commentBytes)
    }
}

/// The offset of an archive's directory, and the number of its files.
private struct Directory {
    let place: Int
    let count: Int

    /// The maximum length of the comment at the end, plus the 22 bytes of the end record.
    private static let tailBytes = 22 + 0xFFFF

    init?(_ bytes: FileBytes) {
        let first = max(0, bytes.count - Self.tailBytes)
        let places = stride(from: bytes.count - 22, through: first, by: -1)
        guard
            let end = places.first(where: {
                bytes.littleNumber(at: $0, width: 4) == 0x0605_4B50
            }),
            let count = bytes.littleNumber(at: end + 10, width: 2),
            let place = bytes.littleNumber(at: end + 16, width: 4)
        else { return nil }
        guard count == 0xFFFF || place == 0xFFFF_FFFF,
            bytes.littleNumber(at: end - 20, width: 4) == 0x0706_4B50
        else {
            (self.place, self.count) = (place, count)
            return
        }
        guard let large = bytes.littleNumber(at: end - 20 + 8, width: 8),
            bytes.littleNumber(at: large, width: 4) == 0x0606_4B50,
            let count = bytes.littleNumber(at: large + 32, width: 8),
            let place = bytes.littleNumber(at: large + 48, width: 8)
        else { return nil }
        (self.place, self.count) = (place, count)
    }
}

/// The eight-byte numbers in the extra field of ZIP64.
private struct LargeNumbers {
    private var rest: [UInt8] = []

    init(_ extra: [UInt8]) {
        var place = 0
        while let id = extra.littleNumber(at: place, width: 2),
            let size = extra.littleNumber(at: place + 2, width: 2)
        {
            if id == 1 {
                rest = extra.slice(from: place + 4, count: size).map { Array($0) } ?? []
                return
            }
            place += 4 + size
        }
    }

    /// Returns the next number; nil if there is none.
    mutating func next() -> Int? {
        guard let number = rest.littleNumber(at: 0, width: 8) else { return nil }
        rest.removeFirst(8)
        return number
    }
}
