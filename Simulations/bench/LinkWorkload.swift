import Primitives

/// One bookmark of the workload.
struct Link {
    let url: String
    let title: String
    let tags: [String]
    /// Seconds since 1970.
    let addedSeconds: UInt32

    /// The size of its text and four bytes of date.
    var rawBytes: Int {
        url.utf8.count + title.utf8.count + tags.map(\.utf8.count).reduce(0, +) + 4
    }
}

/// The bookmarks that every program under test imports, in a file with one on each line.
///
///     url TAB title TAB tag,tag,tag TAB seconds
struct Workload {
    enum Origin: String, Codable {
        /// scripts/bench-workload: the same on every machine.
        case script
        /// Our own generator, with the same distribution, where python3 is missing.
        case own
    }

    let path: String
    let origin: Origin
    private let bytes: [UInt8]
    /// The start of each line, and the end of the last.
    private let starts: [Int]

    /// Writes `count` bookmarks into a file in `folder`.
    static func make(
        count: Int, python: String?, script: String, in folder: String
    ) throws -> Workload {
        let path = folder + "/workload.tsv"
        if let python {
            let child = try Child([python, script, String(count)], output: .file(path))
            guard child.wait() == 0 else { throw BenchError("\(script) failed") }
        } else {
            try File.put(ownLines(count), at: path)
        }
        let bytes = try File.bytes(path)
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(index + 1)
        }
        guard starts.count == count + 1 else { throw BenchError("\(path) is not whole") }
        return Workload(
            path: path, origin: python == nil ? .own : .script, bytes: bytes, starts: starts)
    }

    var count: Int { starts.count - 1 }

    subscript(number: Int) -> Link {
        let line = bytes[starts[number]..<starts[number + 1] - 1]
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        precondition(parts.count == 4, "a line has four parts")
        return Link(
            url: parts[0], title: parts[1], tags: parts[2].split(separator: ",").map(String.init),
            addedSeconds: UInt32(parts[3]) ?? 0)
    }

    /// The average raw bytes of a bookmark.
    var rawBytesEach: Double { Double(rawBytes(of: 0..<count)) / Double(count) }

    func rawBytes(of range: Range<Int>) -> Int {
        // Three tabs, two commas and a line end; the date's ten digits count as four bytes.
        range.reduce(0) { $0 + starts[$1 + 1] - starts[$1] - 6 - 10 + 4 }
    }

    /// Returns the bookmarks as the file that browsers export.
    func netscape(_ range: Range<Int>) -> [UInt8] {
        var text = Array(
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n".utf8)
        text.reserveCapacity(range.count * 190)
        let front = Array("<DT><A HREF=\"".utf8)
        let date = Array("\" ADD_DATE=\"".utf8)
        let tags = Array("\" TAGS=\"".utf8)
        let title = Array("\">".utf8)
        let end = Array("</A>\n".utf8)
        for number in range {
            let parts = bytes[starts[number]..<starts[number + 1] - 1]
                .split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            precondition(parts.count == 4, "a line has four parts")
            text += front
            text += parts[0]
            text += date
            text += parts[3]
            text += tags
            text += parts[2]
            text += title
            text += parts[1]
            text += end
        }
        return text + Array("</DL><p>\n".utf8)
    }

    private static func ownLines(_ count: Int) -> [UInt8] {
        var text: [UInt8] = []
        for number in 0..<count {
            var dice = Dice(seed: UInt64(number))
            let word = { (dice: inout Dice, count: Int) in
                String(
                    decoding: (0..<count).map { _ in UInt8(97 + dice.roll(below: 26)) },
                    as: UTF8.self)
            }
            let folder = ["blog", "docs", "wiki", "p"][dice.roll(below: 4)]
            let host = dice.roll(below: 500)
            let slug = word(&dice, 24)
            let title = (0..<6).map { _ in word(&dice, 3 + dice.roll(below: 6)) }
                .joined(separator: " ")
            let tags = dice.shuffle(Array(0..<200)).prefix(3)
                .map { "tag" + String(String(1000 + $0).dropFirst()) }.joined(separator: ",")
            let seconds = 1_700_000_000 + number * 37
            text += Array(
                "https://example\(host).org/\(folder)/\(slug)-\(number)\t\(title)\t\(tags)\t\(seconds)\n"
                    .utf8)
        }
        return text
    }
}
