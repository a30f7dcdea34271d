/// Finds tags in bookmark files, which are only roughly HTML: titles contain bare `<` and `&`.
///
/// Every call advances; no byte is read more than a few times, whatever the file contains.
struct HTMLScanner {
    let bytes: FileBytes
    private(set) var position = 0

    init(_ bytes: FileBytes) {
        self.bytes = bytes
    }

    /// A tag with the ranges of its name and its attributes.
    struct Tag {
        /// The offset of its `<`.
        var start: Int
        var isClosing: Bool
        var name: Range<Int>
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        /// Whether an attribute's quotation mark is not closed before the next entry begins.
        var isBroken = false
    }

    /// The maximum number of attributes; further ones are skipped.
    private static let attributesMax = 64

    /// Returns the next tag, skipping comments and text; nil at the end of the file.
    ///
    /// - Returns: nil also if the file ends within a tag or comment (`wasCut`).
    mutating func nextTag() -> Tag? {
        while let start = find(UInt8(ascii: "<"), from: position) {
            position = start + 1
            if starts("!--", at: position) {
                guard skipComment() else { return nil }
                continue
            }
            let isClosing = byte(position) == UInt8(ascii: "/")
            let nameStart = isClosing ? position + 1 : position
            var end = nameStart
            while let next = byte(end), Self.isNameByte(next) { end += 1 }
            guard end > nameStart else { continue }
            position = end
            var tag = Tag(start: start, isClosing: isClosing, name: nameStart..<end)
            guard readAttributes(into: &tag) else {
                wasCut = true
                return nil
            }
            return tag
        }
        position = bytes.count
        return nil
    }

    /// Whether the file ended inside a tag, a comment or a text that needs an end tag.
    private(set) var wasCut = false

    /// Reads text up to the first of `stops` (in lower case, such as `</a`), which is not consumed. At the end of the
    /// file it returns the remaining text, and nil for the stop.
    mutating func text(until stops: [[UInt8]]) -> (range: Range<Int>, stop: Int?) {
        let start = position
        var from = position
        while let open = find(UInt8(ascii: "<"), from: from) {
            if let stop = stops.firstIndex(where: { isTag($0, at: open + 1) }) {
                position = open
                return (start..<open, stop)
            }
            from = open + 1
        }
        position = bytes.count
        return (start..<bytes.count, nil)
    }

    /// Records that the file ended inside a text.
    mutating func endedInside() { wasCut = true }

    /// Whether the range contains `name`, ignoring case.
    func isNamed(_ range: Range<Int>, _ name: String) -> Bool {
        range.count == name.utf8.count && starts(name, at: range.lowerBound)
    }

    /// Returns the raw value of an attribute; nil if the tag has none of this name.
    func value(of name: String, in tag: Tag) -> ArraySlice<UInt8>? {
        tag.attributes.first { isNamed($0.name, name) }.map { bytes[$0.value] }
    }

    private mutating func skipComment() -> Bool {
        var from = position + 3
        while let dash = find(UInt8(ascii: "-"), from: from) {
            if starts("->", at: dash + 1) {
                position = dash + 3
                return true
            }
            from = dash + 1
        }
        position = bytes.count
        wasCut = true
        return false
    }

    /// Reads up to and including `>`; returns false if the file ends before it.
    private mutating func readAttributes(into tag: inout Tag) -> Bool {
        while let next = byte(position) {
            if next == UInt8(ascii: ">") {
                position += 1
                return true
            }
            guard Self.isAttributeNameByte(next) else {
                position += 1
                continue
            }
            let name = run { Self.isAttributeNameByte($0) }
            skipBlanks()
            var value = position..<position
            if byte(position) == UInt8(ascii: "=") {
                position += 1
                skipBlanks()
                guard let read = readValue(into: &tag) else { return false }
                value = read
                if tag.isBroken { return true }
            }
            if tag.attributes.count < Self.attributesMax { tag.attributes.append((name, value)) }
        }
        return false
    }

    private mutating func readValue(into tag: inout Tag) -> Range<Int>? {
        guard let quote = byte(position) else { return nil }
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return run { $0 > 0x20 && $0 != UInt8(ascii: ">") }
        }
        let start = position + 1
        var index = start
        while let next = byte(index) {
            if next == quote {
                position = index + 1
                return start..<index
            }
            // A missing quotation mark must not swallow the following entries.
            if next == 0x0A, beginsEntry(index + 1) {
                position = index
                tag.isBroken = true
                return start..<index
            }
            index += 1
        }
        position = bytes.count
        return nil
    }

    /// Whether an entry or the end of a folder begins here, after spaces.
    private func beginsEntry(_ offset: Int) -> Bool {
        var index = offset
        while let next = byte(index), next == 0x20 || next == 0x09, index - offset < 256 {
            index += 1
        }
        return byte(index) == UInt8(ascii: "<")
            && (starts("dt>", at: index + 1) || starts("/dl>", at: index + 1))
    }

    private func isTag(_ name: [UInt8], at offset: Int) -> Bool {
        guard bytes.count - offset > name.count else { return false }
        for index in name.indices where Self.lower(bytes[offset + index]) != name[index] {
            return false
        }
        return !Self.isNameByte(bytes[offset + name.count])
    }

    private func starts(_ text: String, at offset: Int) -> Bool {
        guard bytes.count - offset >= text.utf8.count else { return false }
        var index = offset
        for wanted in text.utf8 {
            guard Self.lower(bytes[index]) == Self.lower(wanted) else { return false }
            index += 1
        }
        return true
    }

    private func find(_ wanted: UInt8, from: Int) -> Int? {
        var index = from
        while index < bytes.count {
            if bytes[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    private mutating func run(while isPart: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while let next = byte(position), isPart(next) { position += 1 }
        return start..<position
    }

    private mutating func skipBlanks() {
        while let next = byte(position), next <= 0x20 { position += 1 }
    }

    private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    private static func isAttributeNameByte(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ":")
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

// An XML file, which consists of one element.
extension HTMLScanner {
    /// Positions the scanner after the start tag of `root`; nil if the file has none.
    init?(_ bytes: FileBytes, inside root: String) {
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
        self.init(bytes)
        while let tag = nextTag() {
            if isNamed(tag.name, root) { return }
        }
        return nil
    }

    /// The early end reported for a file without its end tag.
    func noEndTag(_ lines: inout LineCounter) -> ImportReport.EarlyEnd {
        .init(
            line: lines.line(of: bytes.count, in: bytes), why: "the file ends before its end tag")
    }
}
