import Domain
import Interchange
import Primitives
import Testing

/// Tests the page that Shiori exports, which escapes nothing.
@Suite struct ShioriTests {
    @Test func `text that resembles a character reference stays text`() throws {
        let reading = try Importer.read(Fixture.bytes(named: "shiori-export.html"))

        let links = reading.entries.map(\.draft)
        #expect(reading.format == .netscape)
        #expect(
            links.map(\.url) == [
                "https://c35.example/?a=1&copy=2&amp;x=3&lt;", "https://c35.example/plain",
            ])
        #expect(links.map(\.title) == ["AT&T &amp; <b>sons</b> > 1", "https://c35.example/plain"])
        #expect(links.map(\.tags) == [["small boats", "sail"], []])
        #expect(links.map(\.added?.milliseconds) == [1_714_558_830_000, 1_614_558_830_000])
        #expect(reading.report.notices.isEmpty)
        #expect(reading.report.earlyEnd == nil)
    }
}
