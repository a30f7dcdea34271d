/// Builds a JSON text in one buffer. - Source: RFC 8259.
///
/// The same values give the same bytes: members are sorted by name, and there is no space between tokens.
package final class JSONBuffer {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty buffer.
    package init() {}

    /// Writes `null`.
    package func null() { bytes += "null".utf8 }

    /// Writes `true` or `false`.
    package func boolean(_ truth: Bool) { bytes += (truth ? "true" : "false").utf8 }

    /// Writes a whole number.
    package func number(_ number: some BinaryInteger) { bytes += "\(number)".utf8 }

    /// Writes a number with a fraction: the shortest text that gives it back, without the fraction if it is
    /// whole. Infinity and NaN, which JSON lacks, are null.
    package func fraction(_ number: Double) {
        if let whole = Int(exactly: number) { return self.number(whole) }
        if number.isFinite { bytes += "\(number)".utf8 } else { null() }
    }

    /// Writes a text in quotation marks. Only what JSON forbids inside them is escaped.
    package func string(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                guard let escape = Self.escape(utf8[index]) else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                bytes += escape.utf8
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a list of what `write` writes for each item.
    package func array<Item>(_ items: [Item], _ write: (Item) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes an object whose names are sorted already.
    package func object(_ names: [String], _ write: (String) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        for (index, name) in names.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            string(name)
            bytes.append(UInt8(ascii: ":"))
            write(name)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an object whose members come in any order; `write` calls the function that it gets for each.
    func object(_ write: (_ member: (String, () -> Void) -> Void) -> Void) {
        let start = bytes.count
        var members: [(name: String, end: Int)] = []
        var isSorted = true
        write { name, value in
            if let last = members.last, last.name > name { isSorted = false }
            bytes.append(UInt8(ascii: members.isEmpty ? "{" : ","))
            string(name)
            bytes.append(UInt8(ascii: ":"))
            value()
            members.append((name, bytes.count))
        }
        if members.isEmpty { bytes.append(UInt8(ascii: "{")) }
        if !isSorted { sort(members, from: start) }
        bytes.append(UInt8(ascii: "}"))
    }

    // Each member is a separator and a text; the separators are written again in their order.
    private func sort(_ members: [(name: String, end: Int)], from start: Int) {
        var parts: [(name: String, place: Range<Int>)] = []
        var next = start
        for member in members {
            parts.append((member.name, next + 1..<member.end))
            next = member.end
        }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(next - start)
        for (index, part) in parts.sorted(by: { $0.name < $1.name }).enumerated() {
            sorted.append(UInt8(ascii: index == 0 ? "{" : ","))
            sorted.append(contentsOf: bytes[part.place])
        }
        bytes.replaceSubrange(start..., with: sorted)
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        case 0..<0x20:
            let hex = String(byte, radix: 16)
            return "\\u00" + (byte < 16 ? "0" : "") + hex
        default: return nil
        }
    }
}
