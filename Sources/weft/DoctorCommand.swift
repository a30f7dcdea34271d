import ArgumentParser
import Node

/// `weft doctor`: what is wrong, and what to do about it.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find problems and show how to fix them.",
        discussion: "Changes nothing. Exits with code 8 if a check fails.")

    @OptionGroup var options: GlobalOptions

    func run() throws {
        let output = options.output
        let examination = DoctorChecks(
            profile: try options.chosenProfile(), client: try options.client())
        let findings = examination.findings()
        print(findings, output)
        let found = findings.filter { $0.level != .ok }
        guard found.isEmpty else {
            throw Failure(
                .findings, "\(found.count) of \(findings.count) checks reported a problem",
                fix: found.first { !$0.fix.isEmpty }?.fix ?? "")
        }
        output.next("node status", "weft status")
    }

    private func print(_ findings: [Finding], _ output: Output) {
        guard output.form != .json else {
            let checks = findings.map(\.json).joined(separator: ",")
            output.json(Array("{\"checks\":[\(checks)]}".utf8))
            return
        }
        var table = Table()
        for finding in findings {
            let fix: TerminalText = finding.fix.isEmpty ? "" : "fix: \(finding.fix)"
            table.add([
                "\(finding.level.rawValue, finding.level.style)", "\(finding.name)",
                "\(finding.detail)", fix,
            ])
        }
        table.print(to: output)
    }
}

/// The result of one check.
struct Finding: Equatable {
    enum Level: String {
        case ok = "OK"
        case warning = "WARN"
        case failure = "FAIL"

        var style: Style {
            switch self {
            case .ok: return .good
            case .warning: return .notable
            case .failure: return .bad
            }
        }
    }

    let level: Level
    let name: String
    let detail: String
    let fix: String

    init(_ level: Level, _ name: String, _ detail: String, fix: String = "") {
        self.level = level
        self.name = name
        self.detail = detail
        self.fix = fix
    }

    /// The check failed with `error`.
    init(_ name: String, _ error: NodeError) {
        self.init(.failure, name, "\(error.what): \(error.why)", fix: error.fix)
    }

    var json: String {
        """
        {"check":\(VersionedJSON.quoted(name)),"level":\(VersionedJSON.quoted(level.rawValue)),\
        "detail":\(VersionedJSON.quoted(detail)),"fix":\(VersionedJSON.quoted(fix))}
        """
    }
}
