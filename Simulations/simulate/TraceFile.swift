import FoundationEssentials

/// The lines of a trace, to be written to a file.
struct TraceFile {
    private let path: String
    private var text = Data()

    /// Creates a file at `path`, emptied if it exists.
    init(path: String) throws {
        self.path = path
        try Data().write(to: URL(filePath: path))
    }

    mutating func write(_ line: String) {
        text.append(contentsOf: Array(line.utf8))
        text.append(UInt8(ascii: "\n"))
    }

    /// Writes everything to the file.
    func close() throws {
        try text.write(to: URL(filePath: path))
    }
}
