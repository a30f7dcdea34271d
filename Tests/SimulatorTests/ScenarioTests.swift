import Foundation
import Laws
import Primitives
import Testing

@testable import Simulator

/// Tests playing scenarios.
@Suite struct ScenarioTests {
    /// All of them run before a change is merged, by `scripts/simulate scenarios` and `regressions` in `.ci/run`.
    @Test func `some scenarios that are kept hold, and some cases`() throws {
        for folder in ["scenarios", "regressions"] {
            let files = try files(in: folder).filter { $0.0 != "gossip.weft" }
            for (name, text) in files.prefix(LawSeeds.count(3, soak: .max)) {
                let scenario = try Scenario(text: text)

                let outcome = try ScenarioPlayer(scenario).play()

                #expect(outcome.verdict.broken == nil, "\(name):\(outcome.line?.number ?? 0)")
            }
        }
    }

    @Test func `every file that is kept has the one form`() throws {
        for folder in ["scenarios", "regressions"] {
            for (name, text) in try files(in: folder) {
                #expect(try Scenario(text: text).text == text, "\(name)")
            }
        }
        #expect(try files(in: "scenarios").count == 22)
    }

    @Test func `the story in the manual holds, and its list of lines is whole`() throws {
        let manual = try text(of: "docs/internals/simulation.md")

        let block = try #require(
            manual.components(separatedBy: "```\n").first { $0.hasPrefix("# Ana and Ben share") })
        let outcome = try play(block)

        #expect(outcome.verdict.broken == nil)
        #expect(try Scenario(text: block).text == block)
        for verb in Verb.allCases {
            #expect(manual.contains("\n    \(verb.usage)\n"), "\(verb.usage)")
        }
    }

    @Test func `a claim that does not hold names its line and what was found`() throws {
        let outcome = try play(
            """
            people ana ben
            befriend everybody
            ana keeps "x" for friends
            within 2m: ben sees "x"
            ben sees "y"
            ben sees "x"
            """)

        #expect(outcome.line?.number == 5)
        #expect(outcome.verdict.broken?.claim == #"ben sees "y""#)
        #expect(outcome.verdict.broken?.detail == #"ben sees 1: "x""#)
    }

    @Test(arguments: [
        "ben sees 2 links", "ana sees 0 links", "ben does not see \"x\"", "ana is told of a copy",
        "ana ben agree on ana", "ana is viewer in lab", "ana is not in lab", "ben is owner in lab",
        "refused: ana keeps \"z\"", "ana removes \"nothing\"", "at 1s", "within 5s: ben sees \"z\"",
    ])
    func `every claim can fail`(line: String) throws {
        let outcome = try play(
            """
            people ana ben
            befriend everybody
            ana founds lab
            ana keeps "x" for friends
            within 2m: ben sees "x"
            cut ana from ben
            ana keeps "later" for friends
            \(line)
            """)

        #expect(outcome.line?.number == 8)
        #expect(outcome.verdict.broken != nil)
    }

    @Test func `a scenario goes the same way twice, and with another seed another way`() throws {
        let text =
            "people ana ben cleo\nbefriend everybody\neverybody act by chance for 5m every 20s"
        let digests = try ["seed 1\n", "seed 1\n", "seed 2\n"].map {
            try play($0 + text).verdict.digest
        }

        #expect(digests[0] == digests[1])
        #expect(digests[0] != digests[2])
    }

    private func play(_ text: String) throws -> ScenarioPlayer.Outcome {
        try ScenarioPlayer(try Scenario(text: text)).play()
    }

    private func files(in folder: String) throws -> [(String, String)] {
        try FileManager.default.contentsOfDirectory(atPath: "\(root)/Simulations/\(folder)")
            .sorted().filter { $0.hasSuffix(".weft") || $0.hasSuffix(".weft-case") }
            .map { ($0, try text(of: "Simulations/\(folder)/\($0)")) }
    }

    private func text(of path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    private var root: String {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(3)
        return "/" + parts.joined(separator: "/")
    }
}
