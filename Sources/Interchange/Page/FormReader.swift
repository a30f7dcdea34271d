package import Domain

/// Reads a form with files incrementally, part by part.
///
///     --BOUNDARY CRLF
///     Content-Disposition: form-data; name="file"; filename="page.html" CRLF
///     other headers, each with CRLF; CRLF
///     any bytes CRLF
///     --BOUNDARY CRLF ... the next part ...
///     --BOUNDARY-- [CRLF]
///
/// It accepts only what browsers and curl send: nothing before the first part or after the last, each part named, none
/// encoded.
/// - Limit: it buffers one header block, or one separator line; see `headBytesMax`.
/// - Source: RFC 7578; RFC 2046, section 5.1.1; html.spec.whatwg.org, "multipart form data".
package struct FormReader {
    /// A piece of the form.
    package enum Piece: Equatable, Sendable {
        /// The beginning of the part with this name.
        case part(String)
        /// The next bytes of the part.
        case bytes([UInt8])
    }

    /// The maximum length of a part's headers.
    package static let headBytesMax = 4096
    /// The maximum number of parts.
    package static let partsMax = 8

    private enum Phase {
        /// After a separator: another part or the end follows.
        case separated
        case head
        case body
        case ended
    }

    private var phase = Phase.body
    private let separator: [UInt8]
    // The first separator has no preceding line, whose end would be part of it.
    private var held = Array("\r\n".utf8)
    private var parts = 0

    /// Creates a reader for a form of this content type; nil if it is no form, or its boundary is invalid.
    package init?(contentType: String) {
        let words = Self.words(of: contentType)
        guard words.first?.name == "multipart/form-data",
            let boundary = words.dropFirst().first(where: { $0.name == "boundary" })?.value,
            (1...70).contains(boundary.utf8.count), boundary.utf8.last != UInt8(ascii: " "),
            boundary.utf8.allSatisfy(Self.isBoundaryByte)
        else { return nil }
        separator = Array("\r\n--\(boundary)".utf8)
    }

    /// Returns the pieces in the next bytes of the form.
    package mutating func take(_ bytes: [UInt8]) throws(Problem) -> [Piece] {
        held += bytes
        var pieces: [Piece] = []
        while case .taken(let piece) = try step() {
            if let piece { pieces.append(piece) }
        }
        return pieces
    }

    /// Ends the form; throws if it is incomplete.
    package func finish() throws(Problem) {
        guard case .ended = phase else {
            throw Self.problem("the form is truncated", fix: "send all of it")
        }
    }

    private enum Step {
        /// Something was consumed, possibly without a piece to return.
        case taken(Piece?)
        /// More bytes are needed.
        case waiting
    }

    private mutating func step() throws(Problem) -> Step {
        switch phase {
        case .body: return try passBody()
        case .separated: return try passSeparator()
        case .head: return try passHead()
        case .ended:
            guard held.isEmpty || Array("\r\n".utf8).starts(with: held) else {
                throw Self.problem("there is data after the end of the form")
            }
            return .waiting
        }
    }

    private mutating func passBody() throws(Problem) -> Step {
        let (end, isWhole) = Self.place(of: separator, in: held)
        // Nothing may precede the first part.
        guard end == 0 || parts > 0 else {
            throw Self.problem("the form does not begin with its boundary")
        }
        let bytes = Array(held[..<end])
        guard isWhole else {
            guard !bytes.isEmpty else { return .waiting }
            held.removeFirst(end)
            return .taken(.bytes(bytes))
        }
        held.removeFirst(end + separator.count)
        phase = .separated
        return .taken(bytes.isEmpty ? nil : .bytes(bytes))
    }

    private mutating func passSeparator() throws(Problem) -> Step {
        guard held.count >= 2 else { return .waiting }
        let two = Array(held.prefix(2))
        held.removeFirst(2)
        if two == Array("--".utf8) {
            phase = .ended
            return .taken(nil)
        }
        guard two == Array("\r\n".utf8) else {
            throw Self.problem(
                "a line of the form starts with the boundary but continues differently")
        }
        parts += 1
        guard parts <= Self.partsMax else {
            throw Self.problem("the form has more than \(Self.partsMax) parts")
        }
        phase = .head
        return .taken(nil)
    }

    private mutating func passHead() throws(Problem) -> Step {
        let (end, isWhole) = Self.place(of: Array("\r\n\r\n".utf8), in: held)
        guard end <= Self.headBytesMax else {
            throw Self.problem("the headers of a part have more than \(Self.headBytesMax) bytes")
        }
        guard isWhole else { return .waiting }
        let name = try Self.name(of: Array(held[..<end]))
        held.removeFirst(end + 4)
        // A part without bytes is followed immediately by its separator.
        phase = .body
        return .taken(.part(name))
    }

    // MARK: Parsing

    /// Returns the index of `word` in `bytes`, and whether it is complete; else the index where an incomplete match at
    /// the end begins.
    private static func place(of word: [UInt8], in bytes: [UInt8]) -> (Int, isWhole: Bool) {
        var place = 0
        while place < bytes.count {
            guard bytes[place] == word[0] else {
                place += 1
                continue
            }
            let count = min(word.count, bytes.count - place)
            if (1..<count).allSatisfy({ bytes[place + $0] == word[$0] }) {
                return (place, count == word.count)
            }
            place += 1
        }
        return (place, false)
    }

    private static func name(of head: [UInt8]) throws(Problem) -> String {
        guard let text = String(validating: head, as: UTF8.self) else {
            throw problem("the headers of a part are not UTF-8")
        }
        var found: String?
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            guard let colon = line.firstIndex(of: ":") else {
                throw problem("the headers of a part have a line without a colon")
            }
            let value = String(line[line.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "content-disposition":
                let words = words(of: value)
                guard found == nil, words.first?.name == "form-data",
                    let name = words.dropFirst().first(where: { $0.name == "name" })?.value
                else { throw problem("a part of the form has no name, or several") }
                found = name
            case "content-transfer-encoding":
                guard ["binary", "8bit", "7bit"].contains(words(of: value).first?.name) else {
                    throw problem(
                        "a part of the form is encoded", fix: "send its bytes as they are")
                }
            default: break
            }
        }
        guard let found else { throw problem("a part of the form has no name") }
        return found
    }

    /// Parses `form-data; name="a b"`: words separated by semicolons, with optional values; names in lower case.
    private static func words(of text: String) -> [(name: String, value: String?)] {
        var words: [(name: String, value: String?)] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            let name = rest.prefix { $0 != ";" && $0 != "=" }
            rest = rest[name.endIndex...]
            var value: String?
            if rest.first == "=" {
                rest = rest.dropFirst()
                if rest.first == "\"" {
                    let quoted = rest.dropFirst().prefix { $0 != "\"" }
                    value = String(quoted)
                    rest = rest[quoted.endIndex...].dropFirst()
                    rest = rest[(rest.firstIndex(of: ";") ?? rest.endIndex)...]
                } else {
                    let plain = rest.prefix { $0 != ";" }
                    value = trimmed(plain)
                    rest = rest[plain.endIndex...]
                }
            }
            words.append((trimmed(name).lowercased(), value))
            rest = rest.dropFirst()
        }
        return words
    }

    private static func trimmed(_ text: Substring) -> String {
        let begin = text.drop(while: \.isWhitespace)
        let end = begin.lastIndex { !$0.isWhitespace }
        return end.map { String(begin[...$0]) } ?? ""
    }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return true
        default: return "'()+_,-./:=? ".utf8.contains(byte)
        }
    }

    private static func problem(
        _ detail: String, fix: String = "send it as curl -F does, or a browser"
    ) -> Problem {
        Problem(.invalidValue, detail, fix: fix)
    }
}
