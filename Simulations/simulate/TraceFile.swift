import FoundationEssentials

/// The lines of a trace, on their way to a file.
struct TraceFile {
    private let path: String
    private var text = Data()

    /// A file at `path`, emptied if it is there.
    init(path: String) throws {
        self.path = path
        try Data().write(to: URL(filePath: path))
    }

    mutating func write(_ line: String) {
        text.append(contentsOf: Array(line.utf8))
        text.append(UInt8(ascii: "\n"))
    }

    /// Everything is in the file when this returns.
    func close() throws {
        try text.write(to: URL(filePath: path))
    }
}
