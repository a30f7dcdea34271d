import Domain
import Primitives

/// The sort key of a link in an order of lists; smaller ones come first. It ends in the row, so that no two links
/// have the same key.
///
///     added, updated  time 8, row 8             both inverted: newest first
///     size            3 - size, time 8, row 8   time and row inverted
///     likes           number 8, time 8, row 8   all inverted
///     near            millimetres 8, row 8      row inverted
///     title           1 untitled else 0, folded title cut to 200 bytes, 0, row 8
struct ListKey: Comparable {
    let order: SortOrder
    let bytes: [UInt8]

    /// Creates the key of `row`.
    ///
    /// - Parameters:
    ///   - likes: the number of likes; used only in that order.
    ///   - distance: the distance in millimetres; used only in that order.
    init(of row: SearchCandidate, in order: SortOrder, likes: Int64, distance: Int64) {
        var bytes: [UInt8] = []
        switch order {
        case .likes:
            Self.spell(~likes, to: &bytes)
            Self.spell(~row.added, to: &bytes)
            Self.spell(~row.row, to: &bytes)
        case .near:
            Self.spell(distance, to: &bytes)
            Self.spell(~row.row, to: &bytes)
        case .added:
            Self.spell(~row.added, to: &bytes)
            Self.spell(~row.row, to: &bytes)
        case .updated:
            Self.spell(~row.updated, to: &bytes)
            Self.spell(~row.row, to: &bytes)
        case .size:
            bytes.append(UInt8(clamping: 3 - row.size))
            Self.spell(~row.added, to: &bytes)
            Self.spell(~row.row, to: &bytes)
        case .title:
            let folded = row.withText(.title) { FoldedBytes.folded($0) }
            bytes.append(folded.isEmpty ? 1 : 0)
            bytes += folded.prefix(Self.titleBytesMax)
            bytes.append(0)
            Self.spell(row.row, to: &bytes)
        }
        self.order = order
        self.bytes = bytes
    }

    /// The row of the key.
    var row: Int64 {
        let row = Self.number(bytes.suffix(8))
        return order == .title ? row : ~row
    }

    /// The time the thing was saved; nil in orders without it.
    var added: Int64? {
        switch order {
        case .added: return ~Self.number(bytes.prefix(8))
        case .likes: return ~Self.number(bytes.dropFirst(8).prefix(8))
        case .updated, .title, .size, .near: return nil
        }
    }

    /// The number of likes; nil in other orders.
    var likes: Int64? { order == .likes ? ~Self.number(bytes.prefix(8)) : nil }

    static func < (left: ListKey, right: ListKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    // MARK: Cursors

    /// The opaque cursor for the client: order and key, in base 32.
    var cursor: String { Base32.encode([Self.mark(of: order)] + bytes) }

    /// Parses a cursor; nil if it is invalid or of another order.
    init?(cursor: String, in order: SortOrder) {
        guard cursor.utf8.count <= Self.cursorBytesMax, let all = Base32.decode(cursor),
            all.first == Self.mark(of: order)
        else { return nil }
        let bytes = Array(all.dropFirst())
        switch order {
        case .added, .updated, .near: guard bytes.count == 16 else { return nil }
        case .size: guard bytes.count == 17 else { return nil }
        case .likes: guard bytes.count == 24 else { return nil }
        case .title:
            guard (10...(10 + Self.titleBytesMax)).contains(bytes.count), bytes[0] <= 1,
                bytes[bytes.count - 9] == 0
            else { return nil }
        }
        self.order = order
        self.bytes = bytes
    }

    private static func mark(of order: SortOrder) -> UInt8 {
        switch order {
        case .added: return 1
        case .updated: return 2
        case .title: return 3
        case .size: return 4
        case .likes: return 5
        case .near: return 6
        }
    }

    // Beyond this, two titles count as equal, and the older row comes first.
    private static let titleBytesMax = 200
    private static let cursorBytesMax = 400

    /// Writes big-endian with the sign bit inverted, so that bytes sort like the numbers.
    private static func spell(_ number: Int64, to bytes: inout [UInt8]) {
        let word = UInt64(bitPattern: number) ^ 1 << 63
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } ^ 1 << 63)
    }
}
