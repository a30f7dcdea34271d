import Primitives
import Testing

@testable import Interchange

/// Tests that a date is accepted only if its whole text has one of the known forms.
@Suite struct DateTextTests {
    @Test(arguments: [
        ("1588332645", "2020-05-01T11:30:45Z"), ("1588332645.25", "2020-05-01T11:30:45.250Z"),
        ("1588332645123", "2020-05-01T11:30:45.123Z"),
        ("1588332645123456", "2020-05-01T11:30:45.123Z"),
        ("13232806245123456", "2020-05-01T11:30:45.123Z"),
        ("1588332645123456789", "2020-05-01T11:30:45.123Z"), ("1", "1970-01-01T00:00:01Z"),
        ("4102444799", "2099-12-31T23:59:59Z"), ("20210607", "2021-06-07T00:00:00Z"),
        ("20210607T080910Z", "2021-06-07T08:09:10Z"), ("20210607080910", "2021-06-07T08:09:10Z"),
        ("2021-06-07", "2021-06-07T00:00:00Z"), (" 2021-6-7 ", "2021-06-07T00:00:00Z"),
        ("2021-06-07T08:09:10.5Z", "2021-06-07T08:09:10.500Z"),
        ("2021-06-07 08:09", "2021-06-07T08:09:00Z"),
        ("2021-06-07T08:09:10+02", "2021-06-07T06:09:10Z"),
        ("2021-06-07 08:09:10 -0530", "2021-06-07T13:39:10Z"),
        ("2023-05-06 07:08:09+00:00", "2023-05-06T07:08:09Z"),
        ("2021-06-07 08:09:10 UTC", "2021-06-07T08:09:10Z"), ("2021/06/07", "2021-06-07T00:00:00Z"),
        ("2020-02-29", "2020-02-29T00:00:00Z"), ("07.06.2021 8:09", "2021-06-07T08:09:00Z"),
        ("13/5/2020", "2020-05-13T00:00:00Z"), ("5/13/2020 1:05 PM", "2020-05-13T13:05:00Z"),
        ("5/5/2020", "2020-05-05T00:00:00Z"), ("12/25/2020, 12:00:01 AM", "2020-12-25T00:00:01Z"),
        ("10/Oct/2000:13:55:36 +0300", "2000-10-10T10:55:36Z"),
        ("Sat, 01 May 2021 08:09:00 GMT", "2021-05-01T08:09:00Z"),
        ("1 May 2021", "2021-05-01T00:00:00Z"), ("May 1, 2021", "2021-05-01T00:00:00Z"),
        ("September 30, 2021 11:59 pm", "2021-09-30T23:59:00Z"),
        ("Sat May 01 2021 08:09:00 GMT+0200 (CEST)", "2021-05-01T06:09:00Z"),
    ])
    func `a known form is a date`(text: String, date: String) throws {
        guard case .time(let time) = DateText.read(text.utf8) else {
            Issue.record("\(text): \(DateText.read(text.utf8))")
            return
        }
        #expect(Timestamps.format(time) == date)
    }

    @Test(arguments: [
        "1.62305E+09", "2021-02-31", "2021-13-01", "2021-00-10", "2019-02-29", "99999999999",
        "4102444800", "0000-01-01", "99999-01-01", "1969-12-31", "-1", "12:30", "2021-06-07T25:00",
        "2021-06-07T08:60", "2021-06-07 08:09:10 02:00", "2021-06-07x", "31/31/2021", "6/7/21",
        "1588332645 s", "1588332645,5", "yesterday", "Mon", "May 2021", "2021-06",
        "2021-06-07T08:09:10+2", "2021-06-07T08:09:10+99:00", "1 Mai 2021", "20211301x",
        "2021-06-07T08:09:10Zjunk", "13:05 PM 2020-01-01", "\u{FFFD}", "١٢٣",
        String(repeating: "1", count: 65),
    ])
    func `anything else is none`(text: String) {
        #expect(DateText.read(text.utf8) == .unknown)
    }

    @Test(arguments: ["", "  ", "0", "null", "0001-01-01T00:00:00Z"])
    func `nothing is no date, and no fault`(text: String) {
        #expect(DateText.read(text.utf8) == .absent)
    }

    @Test func `day and month are in the order of their column`() {
        #expect(DateText.read("6/7/2021 8:09".utf8) == .dayOrMonth)
        #expect(DateText.order(of: "6/7/2021".utf8) == nil)
        #expect(DateText.order(of: "13/7/2021".utf8) == .dayFirst)
        #expect(DateText.order(of: "7/13/2021".utf8) == .monthFirst)
        #expect(DateText.order(of: "13.7.2021".utf8) == nil)
        #expect(DateText.order(of: "2021-07-13".utf8) == nil)
        #expect(DateText.read("6/7/2021".utf8, .dayFirst) == DateText.read("2021-07-06".utf8))
        #expect(DateText.read("6-7-2021".utf8, .monthFirst) == DateText.read("2021-06-07".utf8))
        #expect(DateText.read("13/7/2021".utf8, .monthFirst) == .unknown)
    }

    /// Parsing ends for any bytes, and an accepted date can be written and read again.
    @Test func `chance finds nothing that traps`() {
        var random = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789-/.: TZ+amGMT,()Jun".utf8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...30, using: &random)
            let text = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
            guard case .time(let time) = DateText.read(text) else { continue }
            let written = Timestamps.format(time)
            #expect(DateText.read(written.utf8) == .time(time), "\(written)")
        }
    }
}
