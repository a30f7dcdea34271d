import Domain
import Primitives

/// Removes metadata from files made of boxes: HEIC, AVIF, MP4 and QuickTime. Nothing is moved, because boxes refer to
/// each other by offset: metadata boxes of a film become free space; in a picture, Exif items become empty and XMP
/// items become zeros.
///
/// - Source: ISO/IEC 14496-12, sections 4.2, 8.10 and 8.11; ISO/IEC 23008-12, annex A.
/// - Not removed: metadata tracks recorded beside image and sound in a film, and the time of its creation.
struct BoxMetadata {
    private let isPicture: Bool
    private var pending = PendingBytes()
    private var phase = Phase.box
    /// The ends of the open boxes, outermost first.
    private var ends: [Int] = []
    /// Whether the list of items was read; a file has one (section 8.11.1).
    private var hasItems = false
    /// The ranges still to be overwritten, in descending order.
    private var wipes: [MetadataItems.Item] = []

    /// The maximum size of a box that is buffered for inspection: thousands of items.
    static let heldBytesMax = 4 << 20
    /// The maximum depth of inspected boxes: `moov` and `trak`.
    private static let depthMax = 2

    private enum Phase: Equatable {
        case box
        /// The content of a box that is kept or overwritten, with the number of bytes left.
        case body(rest: Int, isKept: Bool)
        /// The box of all items, with the length of the box and of its header.
        case items(length: Int, head: Int)
        /// The last box, which extends to the end of the file.
        case last(isKept: Bool)
    }

    init(isPicture: Bool) {
        self.isPicture = isPicture
    }

    mutating func take(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
        pending.append(bytes)
        var out: [UInt8] = []
        while try step(&out) {}
        return out
    }

    func finish() throws(Problem) {
        if case .last = phase { return }
        guard phase == .box, pending.count == 0, ends.isEmpty else {
            throw .damagedPicture("it ends too early", at: pending.offset)
        }
    }

    private mutating func step(_ out: inout [UInt8]) throws(Problem) -> Bool {
        switch phase {
        case .box:
            while let end = ends.last, pending.offset == end { ends.removeLast() }
            return try box(&out)
        case .body(let rest, let isKept):
            let count = min(rest, pending.count)
            pass(count, isKept, &out)
            phase = count == rest ? .box : .body(rest: rest - count, isKept: isKept)
            return count == rest
        case .items(let length, let head):
            guard pending.count >= length else { return false }
            try items(length, head, &out)
            phase = .box
            return true
        case .last(let isKept):
            pass(pending.count, isKept, &out)
            return false
        }
    }

    private mutating func box(_ out: inout [UInt8]) throws(Problem) -> Bool {
        guard pending.count >= 8, var length = pending.number(at: 0, width: 4) else {
            return false
        }
        var head = 8
        if length == 1 {
            guard pending.count >= 16 else { return false }
            guard let long = pending.number(at: 8, width: 8) else { throw tooLong }
            length = long
            head = 16
        }
        let isLast = length == 0 && ends.isEmpty
        guard isLast || length >= head, length <= Limits.blobBytesMax else { throw tooLong }
        if let end = ends.last, pending.offset + length > end { throw tooLong }
        let name = String(decoding: pending.prefix(8).suffix(4), as: UTF8.self)
        if name == "meta", isPicture, ends.isEmpty {
            guard !isLast, length <= Self.heldBytesMax else { throw tooLong }
            phase = .items(length: length, head: head)
            return true
        }
        let isKept = !["udta", "uuid", "meta"].contains(name)
        out +=
            pending.prefix(4) + (isKept ? Array(pending.prefix(8).suffix(4)) : Array("free".utf8))
        out += pending.prefix(head).dropFirst(8)
        pending.skip(head)
        if ["moov", "trak"].contains(name), !isLast, ends.count < Self.depthMax {
            ends.append(pending.offset + length - head)
            phase = .box
        } else {
            phase = isLast ? .last(isKept: isKept) : .body(rest: length - head, isKept: isKept)
        }
        return true
    }

    private mutating func items(
        _ length: Int, _ head: Int, _ out: inout [UInt8]
    ) throws(Problem) {
        let offset = pending.offset
        guard !hasItems else { throw .damagedPicture("a second list of items begins", at: offset) }
        hasItems = true
        guard let items = MetadataItems(Array(pending.prefix(length)), head: head, at: offset)
        else { throw .damagedPicture("its items cannot be read", at: offset) }
        guard items.found.allSatisfy({ $0.range.lowerBound >= offset }) else {
            throw Problem(
                .invalidValue,
                "the location data comes before the list of items and cannot be removed",
                fix: "save it as a JPEG, or add it unchanged with --keep-metadata")
        }
        wipes = items.found.reversed()
        pass(length, true, &out)
    }

    private mutating func pass(_ count: Int, _ isKept: Bool, _ out: inout [UInt8]) {
        guard let passed = Range(from: pending.offset, count: count) else { return }
        let begin = out.count
        let bytes = pending.take(count)
        out += isKept ? Array(bytes) : [UInt8](repeating: 0, count: bytes.count)
        while let wipe = wipes.last, wipe.range.lowerBound < passed.upperBound {
            for place in wipe.range.clamped(to: passed) {
                out[begin + place - passed.lowerBound] = wipe.byte(at: place)
            }
            guard wipe.range.upperBound <= passed.upperBound else { return }
            wipes.removeLast()
        }
    }

    private var tooLong: Problem {
        .damagedPicture("a box is longer than what it is in, or no box", at: pending.offset)
    }
}
