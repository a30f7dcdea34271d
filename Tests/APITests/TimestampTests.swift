import API
import Primitives
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        (UInt64(0), "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_795_233_623_120, "2026-11-21T04:00:23.120Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func `a time is written and read back`(milliseconds: UInt64, text: String) {
        #expect(Timestamp.text(WallTime(milliseconds: milliseconds)) == text)
        #expect(Timestamp.time(text) == WallTime(milliseconds: milliseconds))
    }

    @Test(arguments: [
        "2026-11-21T05:30:23.12+01:30", "2026-11-21t04:00:23.12z",
        "2026-11-21T00:00:23.120999-04:00",
    ])
    func `offsets and fractions are understood`(text: String) {
        #expect(Timestamp.time(text) == WallTime(milliseconds: 1_795_233_623_120))
    }

    @Test(arguments: [
        "", "2026", "2026-11-21", "2026-11-21T04:00:23", "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z", "2026-11-21T24:00:00Z", "1969-12-31T23:59:59Z",
        "2026-11-21T04:00:23.Z", "2026-11-21T04:00:23Z ", "2026-11-21T04:00:23+1",
    ])
    func `a text that is not a time from 1970 on is refused`(text: String) {
        #expect(Timestamp.time(text) == nil)
    }
}
