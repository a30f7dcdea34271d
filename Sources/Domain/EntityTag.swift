import CRDT
import Primitives

/// Computes the version of a thing, for `ETag` and `If-Match` (RFC 9110, section 8.8.3).
package enum EntityTag {
    /// Returns 13 characters of base 32, without the quotes that the header requires.
    ///
    /// Reactions are left out, so that somebody's like does not block its owner's change. The tag distinguishes two
    /// states of one's own thing; it does not resist an attacker.
    package static func text(of bookmark: Bookmark) -> String {
        var hash = FowlerNollVo()
        hash.mix(bookmark.id.text)
        hash.mix(bookmark.author.person.text)
        hash.mix(bookmark.url)
        hash.mix(bookmark.title)
        hash.mix(bookmark.note)
        hash.mix(bookmark.tags)
        hash.mix(bookmark.placement.map(\.name))
        hash.mix(bookmark.size.letter)
        hash.mix(bookmark.isUnread ? "unread" : "read")
        hash.mix(bookmark.isTrashed ? "trashed" : "kept")
        hash.mix(String(bookmark.added.milliseconds))
        hash.mix(String(bookmark.updated.milliseconds))
        hash.mix(bookmark.conflicts.map { $0.field + "=" + $0.losingValue })
        if bookmark.kind != .link { hash.mix(bookmark.kind.word) }
        for detail in bookmark.details {
            hash.mix(detail.name.word)
            hash.mix(detail.values)
        }
        return hash.text
    }

    /// Returns the tag of a whole response body.
    package static func text(of bytes: [UInt8]) -> String {
        var hash = FowlerNollVo()
        hash.mix(bytes)
        return hash.text
    }
}

/// FNV-1a over 64 bits. - Source: RFC 9923 (Fowler, Noll, Vo).
private struct FowlerNollVo {
    private(set) var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var text: String {
        Base32.encode((0..<8).map { UInt8(truncatingIfNeeded: state >> (56 - 8 * UInt64($0))) })
    }

    mutating func mix(_ bytes: [UInt8]) {
        for byte in bytes { mix(byte) }
    }

    mutating func mix(_ text: String) {
        for byte in text.utf8 { mix(byte) }
        // 0xFF occurs in no UTF-8, so ("a", "b") and ("ab", "") differ.
        mix(0xFF as UInt8)
    }

    mutating func mix(_ texts: [String]) {
        mix(String(texts.count))
        for text in texts { mix(text) }
    }

    private mutating func mix(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}
