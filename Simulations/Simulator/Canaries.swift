import CRDT
import Domain
import Primitives
import Sodium

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Random words in everything that people write, by which it is recognised wherever it turns up:
/// 128 bits each, so that one is found only where it was copied to.
struct Canaries {
    /// What stands before each of them.
    static let marker = Array("canary".utf8)
    private static let digits = 32

    private var entropy: Entropy
    /// Who wrote each of them.
    private var writers: [[UInt8]: Int] = [:]
    /// Those that were ever in an audience beside `private`.
    private var exposed: Set<[UInt8]> = []

    init(seed: UInt64) {
        entropy = Entropy.seeded(Hash.blake2b32(Array("canaries \(seed)".utf8)))
    }

    /// A fresh one, written by the person at `node`.
    mutating func next(writer node: Int) -> String {
        let hex = Array("0123456789abcdef".utf8)
        let digits = entropy.bytes(Self.digits / 2).flatMap {
            [hex[Int($0 >> 4)], hex[Int($0 & 15)]]
        }
        writers[digits] = node
        return String(decoding: Self.marker + digits, as: UTF8.self)
    }

    /// Takes note of what a person's shared links show by now.
    mutating func expose(_ diary: Diary) {
        for id in diary.touched {
            guard let entry = diary.entries[id], !entry.places.isEmpty else { continue }
            for text in [entry.url, entry.note, entry.title] {
                for digits in Self.find(in: Array(text.utf8)) { exposed.insert(digits) }
            }
        }
    }

    /// The first one in `bytes` that node `reader` must not have, and who wrote it.
    ///
    /// - Parameter friends: those who have shared something with the reader.
    func leak(in bytes: UnsafeRawBufferPointer, at reader: Int, friends: [Int]) -> (
        digits: String, writer: Int
    )? {
        for digits in Self.find(in: bytes) {
            guard let writer = writers[digits], writer != reader else { continue }
            if !exposed.contains(digits) || !friends.contains(writer) {
                return (String(decoding: digits, as: UTF8.self), writer)
            }
        }
        return nil
    }

    /// Every canary in `bytes`, in order.
    static func find(in bytes: [UInt8]) -> [[UInt8]] {
        bytes.withUnsafeBytes { find(in: $0) }
    }

    /// The same in bytes that lie anywhere.
    static func find(in all: UnsafeRawBufferPointer) -> [[UInt8]] {
        var found: [[UInt8]] = []
        let length = marker.count + digits
        guard all.count >= length, let start = all.baseAddress else { return [] }
        // The y is rarer than the other letters, and the system finds one byte fast.
        var place = marker.count - 1
        while place < all.count,
            let match = memchr(start + place, Int32(marker[marker.count - 1]), all.count - place)
        {
            let begin = UnsafeRawPointer(match) - start - (marker.count - 1)
            place = begin + marker.count
            guard begin + length <= all.count,
                memcmp(start + begin, marker, marker.count) == 0
            else { continue }
            found.append(Array(all[place..<(begin + length)]))
        }
        return found
    }
}
