import ArgumentParser
import FoundationEssentials
import Primitives
import Simulator

/// The optional output about a run beside its verdict.
struct Pictures: ParsableArguments {
    @Option(
        defaultAsFlag: Pictures.folder,
        help: """
            Tell everything that happens: as sentences in a .txt and as a timeline in an .html, \
            both in .build/traces or in the folder that is named. A name that ends in .txt or \
            .html gets that one alone, any other file a JSON object a line. In the folder lies \
            then also what was on each machine's disk when a claim broke: its database.
            """)
    var trace: String?
    @Option(
        help: "Draw into this SVG file how machines came to agree, and how much they said.")
    var plot: String?
    @Option(help: "With --plot: milliseconds of the world between two points, 1 to 3600000.")
    var plotEvery = 1000

    static let folder = ".build/traces"

    var isWanted: Bool { trace != nil || plot != nil }

    func validate() throws {
        guard (1...3_600_000).contains(plotEvery) else {
            throw ValidationError("--plot-every takes 1 to 3600000, not \(plotEvery)")
        }
    }

    /// The path for lines of JSON, if they are wanted.
    var linesFile: String? {
        guard let trace, !isFolder(trace), !trace.hasSuffix(".txt"), !trace.hasSuffix(".html")
        else { return nil }
        return trace
    }

    func chronicle(_ names: [String]) -> Chronicle? {
        trace == nil || linesFile != nil ? nil : Chronicle(names: names)
    }

    var agreement: AgreementWatch? {
        plot == nil ? nil : AgreementWatch(every: .milliseconds(plotEvery))
    }

    /// Writes the output and prints where it is.
    ///
    /// - Parameters:
    ///   - name: the name of the files if only a folder was given.
    ///   - title: the title of the output.
    func write(
        _ chronicle: Chronicle?, _ agreement: AgreementWatch?, name: String, title: String,
        _ verdict: Verdict
    ) throws {
        if let agreement, let plot {
            try save(ConvergencePlot(agreement.samples, title: title).svg, plot)
        }
        guard let chronicle, let trace else { return }
        let verdictText = verdict.broken.map { "broken: \($0.claim): \($0.detail)" } ?? "all held"
        let page = Timeline(chronicle, title: title, subtitle: "\(verdictText). \(verdict.options)")
        guard isFolder(trace) else {
            return try save(trace.hasSuffix(".txt") ? chronicle.text : page.html, trace)
        }
        try FileManager.default.createDirectory(
            atPath: trace, withIntermediateDirectories: true)
        try save(chronicle.text, "\(trace)/\(name).txt")
        try save(page.html, "\(trace)/\(name).html")
        for (machine, files) in chronicle.disks {
            let folder = "\(trace)/\(name).disks/\(machine)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for (file, bytes) in files {
                try Data(bytes).write(to: URL(filePath: "\(folder)/\(file)"))
            }
        }
        if !chronicle.disks.isEmpty { print("written: \(trace)/\(name).disks") }
    }

    private func save(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        print("written: \(path)")
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return path == Self.folder || path.hasSuffix("/")
            || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }
}
