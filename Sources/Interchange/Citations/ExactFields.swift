import Domain
import Primitives

/// The exact values of a link that a citation format would not preserve, as a JSON object in a field of our own, which
/// other programs ignore.
///
///     {"added": "2024-05-01T10:20:30.123Z", "title": "…", "note": "…", "tags": ["…"], "url": "…"}
///
/// A member is present only if needed. Braces, `@`, `%` and non-ASCII characters are written as `\u007b`, so that the
/// object fits into BibTeX and on one line.
struct ExactFields {
    var url: RawText?
    var title: RawText?
    var note: RawText?
    var tags: [RawText]?
    var added: RawText?

    /// The name of the field, where a format requires one.
    static let name = "weft"

    /// The maximum number of values read.
    private static let valuesMax = 1024

    init() {}

    /// Parses the object; nil if `bytes` contain none.
    init?(_ bytes: [UInt8]) {
        var scanner = JSONScanner(FileBytes(bytes))
        var budget = Self.valuesMax
        guard let value = try? scanner.value(budget: &budget),
            case .object(let members) = value
        else { return nil }
        self.init(members, scanner)
    }

    /// Reads the members of an object inside a larger file.
    init(_ members: [(key: Range<Int>, value: JSONValue)], _ scanner: JSONScanner) {
        for (key, value) in members {
            switch String(decoding: scanner.bytes[key].prefix(16), as: UTF8.self) {
            case "url": url = scanner.text(value, RawText.urlMax)
            case "title": title = scanner.text(value, RawText.titleMax)
            case "note": note = scanner.text(value, RawText.noteMax)
            case "added": added = scanner.text(value, 80)
            case "tags":
                guard case .array(let elements) = value else { continue }
                tags = elements.prefix(RawText.tagCountMax)
                    .map { scanner.text($0, RawText.tagMax) }
            default: continue
            }
        }
    }

    /// Replaces the values that were read from the format by the exact ones.
    func apply(to link: inout RawLink) {
        if let url {
            link.url = url
            link.isWorkWithoutAddress = false
        }
        if let title { link.title = title }
        if let note { link.note = note }
        if let tags { link.tags = tags }
        if let added { link.date(added.bytes) }
    }

    var isEmpty: Bool {
        url == nil && title == nil && note == nil && tags == nil && added == nil
    }

    /// The encoded object.
    var bytes: [UInt8] {
        var result = Array("{".utf8)
        let texts = [("added", added), ("url", url), ("title", title), ("note", note)]
        for (name, text) in texts {
            guard let text else { continue }
            if result.count > 1 { result += ", ".utf8 }
            result += "\"\(name)\": ".utf8
            Self.append(text, to: &result)
        }
        if let tags {
            if result.count > 1 { result += ", ".utf8 }
            result += "\"tags\": [".utf8
            for (index, tag) in tags.enumerated() {
                if index > 0 { result += ", ".utf8 }
                Self.append(tag, to: &result)
            }
            result += "]".utf8
        }
        return result + "}".utf8
    }

    private static func append(_ text: RawText, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        for unit in String(decoding: text.bytes, as: UTF8.self).utf16 {
            let isPlain =
                (0x20..<0x7F).contains(unit)
                && !Self.escaped.contains(UInt8(truncatingIfNeeded: unit))
            if isPlain {
                result.append(UInt8(truncatingIfNeeded: unit))
            } else {
                let hex = String(unit, radix: 16)
                result += ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8
            }
        }
        result.append(UInt8(ascii: "\""))
    }

    private static let escaped = Array("\"\\{}@%#$&~^_<".utf8)
}
