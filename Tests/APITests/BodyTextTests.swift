import API
import Testing

/// Tests the text of JSON bodies: escapes, bytes that are not Unicode, and truncation.
@Suite struct BodyTextTests {
    @Test(arguments: [
        Array(#"{"name":"\ud800"}"#.utf8), Array(#"{"name":"\ud83dx"}"#.utf8),
        Array(#"{"name":"\udc00\ud800"}"#.utf8), Array(#"{"name":"\\\ud800\u0041"}"#.utf8),
        Array(#"{"name":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
        Array(#"{"name":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
    ])
    func `a text that is not valid Unicode is told as such`(body: [UInt8]) throws {
        let thrown = #expect(throws: ProblemJSON.self) {
            try JSONText.decode(RenameDevice.self, from: body)
        }

        let problem = try #require(thrown)
        #expect(problem.code == "bad_json" && problem.fix?.isEmpty == false)
        #expect(problem.detail == "a text in it is not valid Unicode")
    }

    @Test func `a pair of escapes is one character, and an escaped backslash begins none`() throws {
        let body = Array(#"{"name":"\ud83d\ude00 \\ud800"}"#.utf8)

        let read = try JSONText.decode(RenameDevice.self, from: body)

        #expect(read.name == "\u{1F600} \\ud800")
    }

    @Test func `a link's JSON is refused or read at every truncation, never worse`() throws {
        let whole = Array(text(Samples.job).utf8)

        for length in 0..<whole.count {
            #expect(throws: ProblemJSON.self) {
                try JSONText.decode(ImportJobJSON.self, from: Array(whole[..<length]))
            }
        }
        #expect(try JSONText.decode(ImportJobJSON.self, from: whole) == Samples.job)
    }
}
