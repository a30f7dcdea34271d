#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The last error of a process in the background, out of its log.
struct LastLogLines {
    /// The error it named last, and the way out that it gave with it.
    let problem: (what: String, fix: String)?
    /// The last line, whatever it is; empty if there is none.
    let lastLine: String
    private let logPath: String

    /// Enough for an error with two long paths.
    private static let bytesMax = 16 * 1024

    /// Reads the end of the log, not further back than `start`.
    init(in logPath: String, from start: off_t) {
        self.logPath = logPath
        let lines = Self.end(of: logPath, from: start).split(separator: "\n")
        lastLine = lines.last.map(String.init) ?? ""
        guard let place = lines.lastIndex(where: { $0.hasPrefix("error: ") }) else {
            problem = nil
            return
        }
        let next = lines[(place + 1)...].first
        let fix = next.flatMap { $0.hasPrefix("  fix: ") ? String($0.dropFirst(7)) : nil }
        problem = (String(lines[place].dropFirst(7)), fix ?? "")
    }

    /// The same failure again, for a process that ended with `status` (wait(2)).
    func failure(status: Int32) -> Failure {
        let signal = status & 0x7F
        let code = ExitCode(rawValue: (status >> 8) & 0xFF) ?? .failure
        if let problem, signal == 0, code != .ok {
            return Failure(code, problem.what, fix: problem.fix)
        }
        let how = signal == 0 ? "with exit code \(code.rawValue)" : "by signal \(signal)"
        let said = lastLine.isEmpty ? "no output" : "last output: \(lastLine)"
        return Failure(
            .failure, "the node exited at once \(how); \(said)",
            fix: "check the log \(logPath), or run weft up --foreground")
    }

    private static func end(of path: String, from start: off_t) -> String {
        let log = open(path, O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { return "" }
        defer { close(log) }
        let end = lseek(log, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = pread(log, &bytes, bytes.count, max(start, end - off_t(bytes.count)))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
