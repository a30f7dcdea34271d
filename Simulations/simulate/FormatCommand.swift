import ArgumentParser
import FoundationEssentials
import Simulator

/// Formats scenarios canonically.
struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Put scenarios into the one form that they have, in place.",
        discussion: "Example: simulate format mine.weft")

    @Argument(help: "The files, or folders of them.")
    var files: [String]
    @Flag(help: "Change nothing; exit with 8 if a file has another form.")
    var check = false

    func run() throws {
        var others = 0
        for path in try ScenarioFiles.all(files) {
            let text = try ScenarioFiles.scenario(in: path).text
            guard try ScenarioFiles.text(of: path) != text else { continue }
            others += 1
            print(check ? "\(path) has another form" : "\(path) written anew")
            if !check { try Data(text.utf8).write(to: URL(filePath: path)) }
        }
        if check, others > 0 { throw ExitCode(8) }
    }
}

/// Lists every line that a scenario may have.
struct Grammar: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "List every line that a scenario may have.")

    func run() {
        for chapter in Verb.Chapter.allCases {
            print("\n\(chapter.rawValue)")
            for verb in Verb.allCases where verb.chapter == chapter { print("    \(verb.usage)") }
        }
        print("\n    # anything: a comment, also behind a line")
        print("    refused: before what a node is to refuse")
        print("    within TIME: before what is to hold after a while")
    }
}
