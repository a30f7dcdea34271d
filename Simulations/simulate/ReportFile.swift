import FoundationEssentials
import Glibc
import Primitives
import Simulator

/// A report written to a file now and then, so that an interrupted run has one too.
struct ReportFile {
    private let path: String
    private var report: SoakReport
    private var added = 0

    /// - Throws: an error if nothing can be written there.
    init(path: String, twiceIn: UInt64) throws {
        self.path = path
        report = SoakReport(
            command: Self.command, commit: Commit.name,
            machine: "\(Self.cores) of \(Self.processor)", twiceIn: twiceIn)
        try save()
    }

    /// Adds a seed.
    mutating func add(_ verdict: Verdict, _ cost: Cost, failure: String?) {
        report.add(verdict, cost, failure: failure)
        added += 1
        // A failure here is harmless: it is written again, and an error at the end counts.
        if added % 500 == 0 { try? save() }
    }

    /// Writes everything that was added.
    func save() throws {
        try Data(report.markdown.utf8).write(to: URL(filePath: path))
    }

    private static var command: String {
        (["scripts/simulate"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
    }

    private static var cores: String {
        let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        return count == 1 ? "one core" : "\(count) cores"
    }

    private static var processor: String {
        let info = FileManager.default.contents(atPath: "/proc/cpuinfo") ?? Data()
        let line = String(decoding: info, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
            ?? "an unknown processor"
    }
}
