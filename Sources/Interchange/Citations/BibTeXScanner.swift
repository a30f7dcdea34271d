/// Splits a BibTeX file into entries and their fields, with macros expanded in values.
///
///     @string{jl = "Journal of Looms"}
///     @article{miller2019, title = {The {Loom}}, journal = jl # " II", year = 2019}
///     @misc(key, url = "https://a.example/")
///
/// Text outside entries is a comment, as are `@comment` and `@preamble`. Nesting uses no recursion, and no byte is read
/// more than a few times.
///
/// - Source: O. Patashnik, "BibTeXing", and the grammar of btparse.
struct BibTeXScanner {
    /// An entry with its wanted fields.
    struct Entry {
        var start: Int
        var type: String
        /// The text before the first comma; empty if that is a field.
        var key: [UInt8] = []
        /// The value of each wanted field by its lower-case name; of duplicates the first.
        var fields: [(name: String, value: [UInt8])] = []
        /// Whether its closing brace is missing; the next entry ended it.
        var isUnclosed = false
        /// Whether a value's closing brace is missing too, so that nothing of it can be used.
        var isBroken = false
    }

    let bytes: FileBytes
    private(set) var position = 0
    /// Whether the file ended inside an entry.
    private(set) var wasCut = false

    /// The fields to read; the values of others are skipped.
    private let wanted: Set<String>
    private var macros: [String: [UInt8]] = [:]
    /// Whether an entry had no end: from then on a line that begins another entry ends it.
    private var isWary = false

    /// Macros of one file that are remembered; text that names a further one stays as it is.
    private static let macrosMax = 10_000
    /// The length read of what one macro stands for.
    private static let macroBytesMax = 1024
    private static let fieldsMax = 256
    private static let keyBytesMax = 512
    /// A note of maximum length, each character of which is a command as long as `{\textbackslash}`.
    private static let valueBytesMax = 17 * RawText.noteMax

    init(_ bytes: FileBytes, wanted: Set<String>) {
        self.bytes = bytes
        self.wanted = wanted
        for (number, name) in Self.months.enumerated() {
            macros[name] = Array("\(number + 1)".utf8)
        }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the next entry; nil at the end of the file.
    mutating func next() -> Entry? {
        while let start = find(UInt8(ascii: "@"), from: position) {
            position = start + 1
            let type = word().lowercased()
            skipBlanks()
            if position == bytes.count, start == 0 || bytes[start - 1] <= 0x20 { wasCut = true }
            guard !type.isEmpty, let bracket = byte(position),
                bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "(")
            else { continue }
            position += 1
            let end = bracket == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
            let inside = position
            switch type {
            case "comment", "preamble":
                // An unterminated one is a comment up to the next entry.
                if !skipGroup(until: end) { retreat(to: inside) }
            case "string":
                if !readMacro(until: end) { retreat(to: inside) }
            default:
                var entry = Entry(start: start, type: type)
                if readFields(of: &entry, until: end) { return entry }
                if !isWary {
                    // Perhaps only the closing brace is missing.
                    isWary = true
                    position = inside
                    (entry.key, entry.fields) = ([], [])
                    if readFields(of: &entry, until: end) { return entry }
                }
                entry.isBroken = true
                guard retreat(to: inside) else {
                    wasCut = true
                    position = bytes.count
                    return nil
                }
                return entry
            }
        }
        position = bytes.count
        return nil
    }

    // Moves to the next line that begins an entry; returns false if there is none.
    @discardableResult
    private mutating func retreat(to start: Int) -> Bool {
        isWary = true
        var index = start
        while let lineEnd = find(0x0A, from: index) {
            if beginsEntry(lineEnd + 1) {
                position = lineEnd + 1
                return true
            }
            index = lineEnd + 1
        }
        position = bytes.count
        return false
    }

    // Whether `@word{key,` follows, after spaces.
    private func beginsEntry(_ offset: Int) -> Bool {
        var index = offset
        while let next = byte(index), next == 0x20 || next == 0x09, index - offset < 64 {
            index += 1
        }
        guard byte(index) == UInt8(ascii: "@") else { return false }
        index += 1
        let wordStart = index
        while let next = byte(index), BibTeXByte.isLetter(next), index - wordStart < 64 {
            index += 1
        }
        guard index > wordStart, let bracket = byte(index),
            bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "(")
        else { return false }
        index += 1
        let keyStart = index
        while let next = byte(index), BibTeXByte.isKey(next), index - keyStart < 256 { index += 1 }
        return byte(index) == UInt8(ascii: ",")
    }

    // MARK: Fields

    // Returns false if a value has no end, or the file ends first. Once `isWary`, the next entry ends this one.
    private mutating func readFields(of entry: inout Entry, until end: UInt8) -> Bool {
        while true {
            skipBlanks()
            guard let next = byte(position) else { return false }
            if next == end {
                position += 1
                return true
            }
            if isWary, next == UInt8(ascii: "@") {
                entry.isUnclosed = true
                return true
            }
            let nameStart = position
            while let next = byte(position), BibTeXByte.isName(next) { position += 1 }
            guard position > nameStart else {
                // A comma, or something out of place.
                if next == UInt8(ascii: "{") {
                    position += 1
                    guard skipGroup(until: UInt8(ascii: "}")) else { return false }
                } else {
                    position += 1
                }
                continue
            }
            let nameEnd = position
            skipBlanks()
            guard byte(position) == UInt8(ascii: "=") else {
                if entry.key.isEmpty, entry.fields.isEmpty {
                    entry.key = Array(bytes[nameStart..<nameEnd].prefix(Self.keyBytesMax))
                }
                continue
            }
            position += 1
            let name = String(decoding: bytes[nameStart..<nameEnd].prefix(32), as: UTF8.self)
                .lowercased()
            let isWanted =
                wanted.contains(name) && entry.fields.count < Self.fieldsMax
                && !entry.fields.contains { $0.name == name }
            guard let value = value(isWanted ? Self.valueBytesMax : 0, until: end) else {
                return false
            }
            if isWanted { entry.fields.append((name, value)) }
        }
    }

    private mutating func readMacro(until end: UInt8) -> Bool {
        skipBlanks()
        let nameStart = position
        while let next = byte(position), BibTeXByte.isName(next) { position += 1 }
        let name = String(decoding: bytes[nameStart..<position].prefix(128), as: UTF8.self)
            .lowercased()
        skipBlanks()
        guard byte(position) == UInt8(ascii: "=") else { return skipGroup(until: end) }
        position += 1
        guard let value = value(Self.macroBytesMax, until: end) else { return false }
        if macros.count < Self.macrosMax { macros[name] = value }
        return skipGroup(until: end)
    }

    // Reads the value after `=`, at most `bytesMax` of it; nil if the file ends inside.
    private mutating func value(_ bytesMax: Int, until end: UInt8) -> [UInt8]? {
        var result: [UInt8] = []
        while true {
            skipBlanks()
            guard let next = byte(position) else { return nil }
            let start = position
            switch next {
            case UInt8(ascii: "{"):
                position += 1
                guard skipGroup(until: UInt8(ascii: "}")) else { return nil }
                Self.append(bytes[(start + 1)..<(position - 1)], bytesMax, to: &result)
            case UInt8(ascii: "\""):
                position += 1
                guard skipGroup(until: UInt8(ascii: "\"")) else { return nil }
                Self.append(bytes[(start + 1)..<(position - 1)], bytesMax, to: &result)
            default:
                while let next = byte(position), BibTeXByte.isName(next) { position += 1 }
                let word = bytes[start..<position]
                if word.isEmpty {
                    // There is no value; a comma or the end of the entry is left to the caller.
                    return result
                }
                if word.allSatisfy({ (0x30...0x39).contains($0) }) {
                    Self.append(word, bytesMax, to: &result)
                } else if bytesMax > 0 {
                    let name = String(decoding: word.prefix(128), as: UTF8.self).lowercased()
                    // An undefined macro stands for its own name.
                    Self.append((macros[name] ?? Array(word))[...], bytesMax, to: &result)
                }
            }
            skipBlanks()
            guard byte(position) == UInt8(ascii: "#") else { return result }
            position += 1
        }
    }

    private static func append(_ part: ArraySlice<UInt8>, _ bytesMax: Int, to result: inout [UInt8])
    {
        result += part.prefix(Swift.max(0, bytesMax - result.count))
    }

    // Moves behind `end`, outside all braces; returns false if there is none.
    private mutating func skipGroup(until end: UInt8) -> Bool {
        var depth = 0
        while let next = byte(position) {
            if next == end, depth == 0 {
                position += 1
                return true
            }
            switch next {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                // A surplus closing brace ends a quoted value.
                guard depth > 0 else { return false }
                depth -= 1
            case UInt8(ascii: "\\"):
                // `\"` is an accent and ends nothing; braces count all the same.
                if byte(position + 1) == UInt8(ascii: "\""), end != UInt8(ascii: "}") {
                    position += 1
                }
            case 0x0A where isWary:
                if beginsEntry(position + 1) { return false }
            default: break
            }
            position += 1
        }
        return false
    }

    // MARK: Bytes

    private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func find(_ wanted: UInt8, from: Int) -> Int? {
        var index = from
        while index < bytes.count {
            if bytes[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    private mutating func skipBlanks() {
        while let next = byte(position), next <= 0x20 { position += 1 }
    }

    private mutating func word() -> String {
        let start = position
        while let next = byte(position), BibTeXByte.isLetter(next), position - start < 64 {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
