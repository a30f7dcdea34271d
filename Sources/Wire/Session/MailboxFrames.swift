package import Primitives

/// A request to a node that stores segments for others.
///
///     form  u8, then
///     1 look   after 16, n times tag 16             tags ascending; n a multiple of 32
///     2 put    name 16, length u32, n times tag 16  the same; length as of a segment
///     3 drop   n times name 16                      ascending; none: all that this device stored
///     4 get    tag 16, name 16, offset u32          a multiple of `pieceBytes`
///
/// - Source: docs/reference/wire.md, section 13; docs/decisions/0035.
package enum MailboxRequest: Equatable, Sendable {
    /// List this device's own segments, and those under these tags, by name after `after`; zeros: from the first on.
    case look(after: Bytes16, tags: [Bytes16])
    /// Store a segment of `length` bytes, which follows in pieces, for those who know one of `tags`.
    case put(name: Bytes16, length: Int, tags: [Bytes16])
    /// Delete these segments.
    case drop(names: [Bytes16])
    /// Send the segment of this name under `tag`, from `offset` on.
    case get(tag: Bytes16, name: Bytes16, offset: Int)

    /// The maximum number of tags in one look: one for each device that may write to this one, at most 256, and blanks.
    package static let lookTagsMax = 256
    /// The maximum number of tags of one segment: one for each of its deliveries.
    package static let putTagsMax = 1024
    /// The maximum number of names in one message.
    package static let namesMax = 1024
    /// The size of a piece, except the last one of a segment.
    package static let pieceBytes = 32 * 1024

    func write(to writer: inout ByteWriter) {
        switch self {
        case .look(let after, let tags):
            writer.byte(1)
            writer.bytes16(after)
            for tag in tags { writer.bytes16(tag) }
        case .put(let name, let length, let tags):
            writer.byte(2)
            writer.bytes16(name)
            writer.u32(UInt32(length))
            for tag in tags { writer.bytes16(tag) }
        case .drop(let names):
            writer.byte(3)
            for name in names { writer.bytes16(name) }
        case .get(let tag, let name, let offset):
            writer.byte(4)
            writer.bytes16(tag)
            writer.bytes16(name)
            writer.u32(UInt32(offset))
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let start = reader.offset
        switch try reader.byte() {
        case 1:
            self = .look(
                after: try reader.bytes16(), tags: try Self.tags(from: &reader, Self.lookTagsMax))
        case 2:
            let name = try reader.bytes16()
            let place = reader.offset
            let length = Int(try reader.u32())
            guard length <= Segment.bytesMax else { throw .tooLong(offset: place) }
            guard length > 0, length % Segment.classBytes == 0 else {
                throw .notCanonical(offset: place)
            }
            let tags = try Self.tags(from: &reader, Self.putTagsMax)
            // A segment has a delivery for each tag; without this check, a short segment could take up much space in
            // tags.
            guard tags.count * Segment.deliveryBytes < length else {
                throw .notCanonical(offset: place)
            }
            self = .put(name: name, length: length, tags: tags)
        case 3:
            self = .drop(names: try reader.names(atMost: Self.namesMax))
        case 4:
            let (tag, name) = (try reader.bytes16(), try reader.bytes16())
            let place = reader.offset
            let offset = Int(try reader.u32())
            guard offset < Segment.bytesMax else { throw .tooLong(offset: place) }
            guard offset % Self.pieceBytes == 0 else { throw .notCanonical(offset: place) }
            self = .get(tag: tag, name: name, offset: offset)
        default: throw .unknownKind(offset: start)
        }
    }

    private static func tags(
        from reader: inout ByteReader, _ most: Int
    ) throws(WireError) -> [Bytes16] {
        let start = reader.offset
        guard reader.remaining > 0, reader.remaining % (16 * Message.padding) == 0 else {
            throw .notCanonical(offset: start)
        }
        return try reader.names(atMost: most)
    }
}

/// The answers to requests: one for each request, in order. A get that is not refused is answered by pieces alone, a
/// put that is not refused by two `ready` messages.
///
///     form  u8, then
///     1 listed   last u8, quota u64, used u64, own u16, own times name 16,
///                n times (name 16, length u32, place u16)   both ascending by name
///     2 ready    offset u32     the first: continue from here; the second: all of it is durable
///     3 refused  reason u8      1 unkept, 2 full, 3 gone, 4 torn
///     4 dropped
///     5 news                    unsolicited: another look would find more
package enum MailboxAnswer: Equatable, Sendable {
    case listed(MailboxList)
    case ready(offset: Int)
    case refused(Refusal)
    case dropped
    case news

    /// Why a segment is not stored, or not sent.
    package enum Refusal: UInt8, CaseIterable, Sendable {
        /// Nothing is stored for this person.
        case unkept = 1
        /// The quota is used up.
        case full = 2
        /// No such segment is stored, or not under that tag.
        case gone = 3
        /// The stored bytes do not match the name.
        case torn = 4
    }

    func write(to writer: inout ByteWriter) {
        switch self {
        case .listed(let list):
            writer.byte(1)
            list.write(to: &writer)
        case .ready(let offset):
            writer.byte(2)
            writer.u32(UInt32(offset))
        case .refused(let reason):
            writer.byte(3)
            writer.byte(reason.rawValue)
        case .dropped: writer.byte(4)
        case .news: writer.byte(5)
        }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        let start = reader.offset
        switch try reader.byte() {
        case 1: self = .listed(try MailboxList(from: &reader))
        case 2:
            let place = reader.offset
            let offset = Int(try reader.u32())
            guard offset <= Segment.bytesMax else { throw .tooLong(offset: place) }
            self = .ready(offset: offset)
        case 3:
            let place = reader.offset
            guard let reason = Refusal(rawValue: try reader.byte()) else {
                throw .unknownKind(offset: place)
            }
            self = .refused(reason)
        case 4: self = .dropped
        case 5: self = .news
        default: throw .unknownKind(offset: start)
        }
    }
}

/// A part of the listing for the requesting device, in the order of names.
package struct MailboxList: Equatable, Sendable {
    /// Whether nothing follows after `found`.
    package let isLast: Bool
    /// The quota for this person in bytes, 0 if nothing is stored; and the bytes used.
    package let quota: UInt64
    package let used: UInt64
    /// The names of what this device stored; all of them in the first part, none in others.
    package let own: [Bytes16]
    /// The segments under one of the requested tags.
    package let found: [Found]

    /// A segment that may be requested.
    package struct Found: Equatable, Sendable {
        package let name: Bytes16
        /// The length in bytes, as of a segment.
        package let length: Int
        /// The index of its tag among the requested tags.
        package let place: Int

        /// Creates an entry for the segment of this name under the tag at `place`.
        package init(name: Bytes16, length: Int, place: Int) {
            self.name = name
            self.length = length
            self.place = place
        }
    }

    /// Creates a value from all fields, in declaration order.
    package init(isLast: Bool, quota: UInt64, used: UInt64, own: [Bytes16], found: [Found]) {
        self.isLast = isLast
        self.quota = quota
        self.used = used
        self.own = own
        self.found = found
    }

    /// The maximum quota and usage that a keeper may state.
    package static let roomMax = Int.foreignMax
    /// The maximum number of segments in one part.
    package static let foundMax = 1024

    fileprivate func write(to writer: inout ByteWriter) {
        writer.byte(isLast ? 1 : 0)
        writer.u64(quota)
        writer.u64(used)
        writer.u16(UInt16(own.count))
        for name in own { writer.bytes16(name) }
        for one in found {
            writer.bytes16(one.name)
            writer.u32(UInt32(one.length))
            writer.u16(UInt16(one.place))
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(WireError) {
        var place = reader.offset
        let last = try reader.byte()
        guard last <= 1 else { throw .notCanonical(offset: place) }
        place = reader.offset
        let (quota, used) = (try reader.u64(), try reader.u64())
        // A put adds to the usage, so the sum must not overflow.
        guard max(quota, used) <= UInt64(Self.roomMax) else { throw .tooLong(offset: place) }
        place = reader.offset
        let count = Int(try reader.u16())
        guard count <= MailboxRequest.namesMax else { throw .tooLong(offset: place) }
        var names = try reader.part(count * 16)
        let own = try names.names(atMost: count)
        guard reader.remaining <= Self.foundMax * 22 else { throw .tooLong(offset: reader.offset) }
        var found: [Found] = []
        while !reader.isAtEnd {
            place = reader.offset
            let one = Found(
                name: try reader.bytes16(), length: Int(try reader.u32()),
                place: Int(try reader.u16()))
            guard found.last.map({ $0.name < one.name }) ?? true, one.length > 0,
                one.length <= Segment.bytesMax, one.length % Segment.classBytes == 0,
                one.place < MailboxRequest.lookTagsMax
            else { throw .notCanonical(offset: place) }
            found.append(one)
        }
        self.init(isLast: last == 1, quota: quota, used: used, own: own, found: found)
    }
}

extension ByteReader {
    /// Reads names or tags to the end, ascending, at most `most`.
    fileprivate mutating func names(atMost most: Int) throws(WireError) -> [Bytes16] {
        let start = offset
        guard remaining <= most * 16 else { throw .tooLong(offset: start) }
        var names: [Bytes16] = []
        while !isAtEnd {
            let place = offset
            let name = try bytes16()
            guard names.last.map({ $0 < name }) ?? true else { throw .notCanonical(offset: place) }
            names.append(name)
        }
        return names
    }
}
