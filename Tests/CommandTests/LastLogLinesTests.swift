import Testing

@testable import weft

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests repeating what a background node printed before it ended.
struct LastLogLinesTests {
    private static let refusal = "error: the port is taken\n  fix: take another\n"

    /// Writes a log, and reads its end from `start`.
    private func lastWords(_ log: String, from start: Int = 0) -> LastLogLines {
        var template = Array("/tmp/weft-log-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
        defer {
            close(file)
            unlink(path)
        }
        let bytes = Array(log.utf8)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        return LastLogLines(in: path, from: off_t(start))
    }

    private func exited(_ code: Int32) -> Int32 { code << 8 }

    @Test(
        arguments: [(1, .failure), (5, .conflict), (7, .denied), (99, .failure)]
            as [(Int32, ExitCode)])
    func `problem, fix and exit code are the node's own`(code: Int32, expected: ExitCode) {
        let failure = lastWords("info\n" + Self.refusal).failure(status: exited(code))

        #expect(failure == Failure(expected, "the port is taken", fix: "take another"))
    }

    @Test func `the last error counts, and a fix belongs to the error right before it`() {
        let failure = lastWords(Self.refusal + "error: no keys\ninfo\n  fix: this is not its\n")
            .failure(status: exited(3))

        #expect(failure == Failure(.notFound, "no keys"))
    }

    @Test func `lines of an earlier start are not read`() {
        let words = lastWords(Self.refusal + "new\n", from: Self.refusal.utf8.count)

        #expect(words.problem == nil)
        #expect(words.lastLine == "new")
    }

    @Test func `an error far back in a long log is still found`() {
        let words = lastWords(String(repeating: "x\n", count: 20_000) + Self.refusal)

        #expect(words.problem?.what == "the port is taken")
    }

    @Test(
        arguments: [("", 9), ("Killed\n", 9), (refusal, 11), (refusal, 0)] as [(String, Int32)])
    func `an end without an error of its own leads to the log`(log: String, status: Int32) {
        let failure = lastWords(log).failure(status: status)

        #expect(failure.code == .failure)
        #expect(failure.fix.hasPrefix("check the log /tmp/weft-log-"))
    }
}
