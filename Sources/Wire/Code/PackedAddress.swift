import Primitives

/// An address `host:port` in few bytes.
///
///     0        length varint and the text, 1...262 bytes
///     4        IPv4 address 4, port u16
///     6        IPv6 address 16, port u16
///
/// An address has one encoding: a literal that its bytes give back letter for letter is packed, and anything else is text.
enum PackedAddress {
    /// The encoded address.
    static func bytes(of address: String) -> [UInt8] {
        var writer = ByteWriter()
        if let packed = packed(address) {
            writer.raw(packed)
        } else {
            writer.byte(0)
            writer.lengthed(Array(address.utf8))
        }
        return writer.bytes
    }

    /// Reads an address.
    ///
    /// - Throws: `notCanonical` for an empty text, for one that is not UTF-8, and for a literal that is not packed.
    static func read(from reader: inout ByteReader) throws(WireError) -> String {
        let start = reader.offset
        switch try reader.byte() {
        case 0:
            let text = try reader.lengthed(atMost: PastedText.addressBytesMax)
            guard let address = String(validating: text, as: UTF8.self), !address.isEmpty,
                packed(address) == nil
            else { throw .notCanonical(offset: start) }
            return address
        case 4:
            let host = try reader.take(4).map { String($0) }.joined(separator: ".")
            return "\(host):\(try reader.u16())"
        case 6:
            let bytes = Array(try reader.take(16))
            let groups = (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
            return "[\(text(groups))]:\(try reader.u16())"
        default: throw .unknownKind(offset: start)
        }
    }

    // Nil if the address is no literal that its bytes give back as it is written.
    private static func packed(_ address: String) -> [UInt8]? {
        guard let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else { return nil }
        let host = address[..<colon]
        var writer = ByteWriter()
        let again: String
        if host.hasPrefix("["), host.hasSuffix("]") {
            guard let groups = groups(host.dropFirst().dropLast()) else { return nil }
            writer.byte(6)
            for group in groups { writer.u16(group) }
            again = "[\(text(groups))]:\(port)"
        } else {
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            let bytes = parts.compactMap { UInt8($0) }
            guard parts.count == 4, bytes.count == 4 else { return nil }
            writer.byte(4)
            writer.raw(bytes)
            again = bytes.map { String($0) }.joined(separator: ".") + ":\(port)"
        }
        guard again == address else { return nil }
        writer.u16(port)
        return writer.bytes
    }

    private static func groups(_ host: Substring) -> [UInt16]? {
        let halves = host.split(separator: "::", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count) else { return nil }
        let parts = halves.map { half in
            half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
        }
        let read = parts.map { $0.compactMap { UInt16($0, radix: 16) } }
        guard zip(parts, read).allSatisfy({ $0.count == $1.count }) else { return nil }
        guard read.count == 2 else { return read[0].count == 8 ? read[0] : nil }
        let zeros = 8 - read[0].count - read[1].count
        guard zeros > 0 else { return nil }
        return read[0] + Array(repeating: 0, count: zeros) + read[1]
    }

    // As RFC 5952 writes it: the longest run of zeros, and of equal ones the first, is left out.
    private static func text(_ groups: [UInt16]) -> String {
        var longest = 0..<0
        var begin = 0
        while begin < 8 {
            var end = begin
            while end < 8, groups[end] == 0 { end += 1 }
            if end - begin > max(longest.count, 1) { longest = begin..<end }
            begin = max(end, begin + 1)
        }
        let words = groups.map { String($0, radix: 16) }
        guard !longest.isEmpty else { return words.joined(separator: ":") }
        return words[..<longest.lowerBound].joined(separator: ":") + "::"
            + words[longest.upperBound...].joined(separator: ":")
    }
}
