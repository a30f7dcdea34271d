import Domain
import Logging
import Primitives
import Testing

@testable import Node

/// Tests that a node notices that its last run did not stop cleanly.
@Suite struct RunMarkTests {
    private let home = TemporaryHome()
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let wall = WallTime(milliseconds: 1_795_730_672_000)

    @Test func `a run that stopped in order leaves nothing to tell`() throws {
        let mark = RunMark(of: try home.profile())
        #expect(mark.warning == nil)
        #expect(mark.begin(at: wall, logger) == nil)
        mark.end(logger)
        #expect(mark.warning == nil)
        #expect(mark.begin(at: wall, logger) == nil)
    }

    @Test func `a run that did not is told of by the next one, and by none after that`() throws {
        let profile = try home.profile()
        let first = RunMark(of: profile)
        _ = first.begin(at: wall, logger)

        let told = try #require(RunMark(of: profile).begin(at: wall, logger))
        #expect(told.contains("2026-11-26T"))
        #expect(told.contains("fix: ") && told.contains(profile.logPath))
        // The mark cannot distinguish a crash from a power cut.
        for cause in ["crashed", "killed", "power failed"] { #expect(told.contains(cause)) }

        RunMark(of: profile).end(logger)
        #expect(RunMark(of: profile).begin(at: wall, logger) == nil)
        #expect(home.mode(of: profile.runMarkPath) == 0o600)
    }

    @Test func `a node runs without a mark that cannot be written`() throws {
        let profile = try Profile { $0 == "WEFT_HOME" ? "/nowhere" : nil }
        let mark = RunMark(of: profile)
        #expect(mark.begin(at: wall, logger) == nil)
        mark.end(logger)
    }

    @Test(arguments: [true, false])
    func `onlookers hear of it, and a stopped node takes its mark away`(
        isAfterCrash: Bool
    ) async throws {
        let profile = try home.profile("ana")
        if isAfterCrash { _ = RunMark(of: profile).begin(at: wall, logger) }
        let node = try await RunningNode("ana", in: home, .nowhere)
        _ = await node.requests.ask(.query(.status()))
        #expect(RunMark(of: profile).warning != nil)

        node.stop()

        var warnings: [String] = []
        for await numbered in node.requests.notices(after: 0).all {
            if case .warning(let text) = numbered.notice { warnings.append(text) }
        }
        #expect(warnings.count == (isAfterCrash ? 1 : 0))
        #expect(warnings.allSatisfy { $0.contains("did not stop cleanly") })
        #expect(RunMark(of: profile).warning == nil)
    }
}
