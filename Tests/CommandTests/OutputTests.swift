import API
import Domain
import Testing

@testable import weft

struct OutputTests {
    @Test func `columns stand under each other and the elastic one gives way`() {
        var table = Table(heads: ["A", "B"], elastic: 1)
        table.add(["x", "\(String(repeating: "t", count: 30))", "end"])
        table.add(["日本", "t", ""])

        let lines = table.aligned(width: 30).map(\.plain)

        #expect(lines[0] == "A     B")
        #expect(lines[1] == "x     " + String(repeating: "t", count: 18) + "…  end")
        #expect(lines[2] == "日本  t")
    }

    @Test(arguments: [40, 60, 80])
    func `a list fits a narrow terminal, and its first column stays whole`(width: Int) {
        var table = Table(elastic: 1)
        table.add([
            "K3F9QH2M", "Conflict-free replicated data types", "#crdt #reading #sync",
            "friends, group:lab", "@benjamin",
        ])
        table.add(["ZZZZQH2M", "Short", "", "private", ""])

        let lines = table.aligned(width: width).map(\.plain)

        #expect(lines.allSatisfy { $0.count <= width })
        #expect(lines[0].hasPrefix("K3F9QH2M  Conflic"))
        #expect(lines[1].hasPrefix("ZZZZQH2M  Short"))
    }

    @Test func `nothing is cut without a known terminal width`() {
        var table = Table(elastic: 0)
        table.add(["\(String(repeating: "t", count: 300))"])

        #expect(table.aligned(width: nil)[0].plain.count == 300)
    }

    @Test func `a tab in a title makes no column`() {
        var table = Table()
        table.add(["a", "b\tc", ""])
        table.add(["\("d\te")", "f", "g"])

        #expect(table.tabbed().last?.plain == "d\\u{0009}e\tf\tg")
    }

    @Test(arguments: [
        ("{}", "{\"weft_json\":1}"), (" { } \n", "{\"weft_json\":1}"), ("", "{\"weft_json\":1}"),
        ("{\"a\":1}", "{\"weft_json\":1,\"a\":1}"), ("[1]\n", "{\"weft_json\":1,\"value\":[1]}"),
        ("null", "{\"weft_json\":1,\"value\":null}"),
    ])
    func `every answer names the form it has`(body: String, marked: String) {
        #expect(String(decoding: VersionedJSON.mark(Array(body.utf8)), as: UTF8.self) == marked)
    }

    @Test func `JSON keeps its value and loses what acts on a terminal`() {
        let body = "{\"t\":\"a\u{202E}\u{9B}\u{7F}b\"}\n"

        let escaped = String(decoding: VersionedJSON.escaped(Array(body.utf8)), as: UTF8.self)

        #expect(escaped == "{\"t\":\"a\\u202e\\u009b\\u007fb\"}\n")
    }

    @Test func `a failure is JSON that says how it ends`() {
        let failure = Failure(.notFound, "no \"x\"", fix: "weft ls", problem: "not_found")

        let text = String(decoding: VersionedJSON.failure(failure), as: UTF8.self)

        #expect(
            text == """
                {"weft_json":1,"error":{"detail":"no \\"x\\"","code":"not_found","fix":"weft ls",\
                "exit":3}}
                """)
    }

    @Test(arguments: Problem.Code.allCases)
    func `each problem of the node ends with its own code`(code: Problem.Code) {
        let expected: ExitCode =
            switch code {
            case .notFound: .notFound
            case .ambiguous, .invalidValue, .invalidQuery, .tooMany, .invalidTicket: .usage
            case .conflict, .readOnly, .preconditionFailed: .conflict
            case .notYours, .roleRequired: .denied
            case .damagedFile: .partial
            }

        #expect(ExitCode(problemCode: code.rawValue, status: 500) == expected)
    }

    @Test(arguments: [
        (404, ExitCode.notFound), (409, .conflict), (412, .conflict), (403, .denied),
        (401, .denied), (400, .usage), (422, .usage), (500, .failure), (418, .failure),
    ])
    func `an unknown problem ends by its status`(status: Int, code: ExitCode) {
        #expect(ExitCode(problemCode: "something new", status: status) == code)
    }

    @Test func `the numbers are the documented ones`() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 130])
    }

    @Test(arguments: [
        (0, "0 s"), (59_999, "59 s"), (60_000, "1 min 0 s"), (3_600_000, "1 h 0 min"),
        (90_061_000, "1 d 1 h"),
    ])
    func `an age has its two largest units`(milliseconds: UInt64, text: String) {
        #expect(StatusCommand.age(milliseconds: milliseconds) == text)
    }

    @Test func `a phrase is read down the columns`() {
        let words = (1...24).map { "w\($0)" }

        let lines = RecoveryWords.lines(of: words, isPlain: false).map(\.plain)

        #expect(lines.count == 6)
        #expect(lines[0] == "   1 w1          7 w7         13 w13        19 w19")
    }

    @Test(arguments: [
        (1_577_836_799, Finding.Level.failure), (1_577_836_800, .ok), (7_258_118_399, .ok),
        (7_258_118_400, .failure),
    ])
    func `a clock outside 2020 to 2200 is a finding`(seconds: Int, level: Finding.Level) {
        #expect(DoctorChecks.clock(at: seconds).level == level)
    }

    @Test(arguments: [(1023, "1023 bytes"), (1024, "1.0 KiB"), (1_610_612_736, "1.5 GiB")])
    func `sizes are short`(bytes: UInt64, text: String) {
        #expect(ByteCount.shown(bytes) == text)
    }

    @Test(arguments: [
        ("1023", 1023), ("1.5 GiB", 1_610_612_736), ("1.5GB", 1_500_000_000), ("0.125k", 128),
        ("512MiB", 536_870_912),
    ])
    func `sizes are read as they are shown`(text: String, bytes: Int) {
        #expect(ByteCount.read(text) == bytes)
    }

    @Test(arguments: [
        "", "1.5", "1.GiB", "1.5.5k", "1.0000k", "-1", "9999999999999999999", "9000000000 GiB",
    ])
    func `a text that is not a size is refused`(text: String) {
        #expect(ByteCount.read(text) == nil)
    }

    @Test func `lines come whole out of any pieces`() throws {
        var lines: [String] = []
        let splitter = LineSplitter { lines.append(String(decoding: $0, as: UTF8.self)) }

        for piece in ["{\"a\"", ":1}\n\n{", "}\n{\"rest\""] { try splitter.take(Array(piece.utf8)) }

        #expect(lines == ["{\"a\":1}", "{}"])
    }

    @Test func `an export with others' texts does not go to a terminal`() {
        let failure = ExportCommand.failure(writingTo: "-", isTerminal: true)

        #expect(failure?.code == .usage)
        #expect(failure?.fix.contains("-o FILE") == true)
        #expect(ExportCommand.failure(writingTo: "-", isTerminal: false) == nil)
        #expect(ExportCommand.failure(writingTo: "a.csv", isTerminal: true) == nil)
    }
}
