import Testing

@testable import weft

/// Tests what a progress bar says, in terminals of several widths.
@Suite struct ProgressLineTests {
    @Test(
        arguments: [
            (0, 80, "[--------------------]  0 %  0 of 120"),
            (60, 80, "[##########----------]  50 %  60 of 120  30/s  2 s left"),
            (120, 80, "[####################]  100 %  120 of 120  60/s"),
            (0, 40, "[--------------------]  0 %  0 of 120"),
            (60, 40, "[##########----------]  50 %  60 of 120"),
            (120, 40, "[##########]  100 %  120 of 120  60/s"),
            (0, 20, "[----------]  0 %"), (60, 20, "[#####-----]  50 %"),
            (120, 20, "[##########]  100 %"), (60, 10, "50 %"), (60, 2, "50"), (60, 0, ""),
        ])
    func `a known total gives a bar, and as much else as fits`(
        done: Int, columns: Int, text: String
    ) {
        let line = ProgressLine(done: done, total: 120, after: .seconds(2))

        #expect(line.text(columns: columns) == text)
        #expect(text.count <= columns)
    }

    @Test(arguments: [
        (80, "1500 so far  750/s"), (40, "1500 so far  750/s"), (20, "1500 so far  750/s"),
        (12, "1500 so far"), (4, "1500"),
    ])
    func `an unknown total gives no bar`(columns: Int, text: String) {
        let line = ProgressLine(done: 1500, total: nil, after: .seconds(2))

        #expect(line.text(columns: columns) == text)
    }

    @Test func `bytes are told in units that people read`() {
        let line = ProgressLine(done: 3 << 20, total: 12 << 20, after: .seconds(3), .bytes)

        #expect(
            line.text(columns: 80)
                == "[#####---------------]  25 %  3.0 MiB of 12.0 MiB  1.0 MiB/s  9 s left")
    }

    @Test func `the first second tells no rate, and a slow one is less than one`() {
        let early = ProgressLine(done: 5, total: 10, after: .milliseconds(900))
        let slow = ProgressLine(done: 5, total: 10, after: .seconds(50))

        #expect(early.text(columns: 80) == "[##########----------]  50 %  5 of 10")
        #expect(
            slow.text(columns: 80) == "[##########----------]  50 %  5 of 10  <1/s  50 s left")
    }

    @Test func `numbers that cannot be are drawn as the nearest that can`() {
        #expect(
            ProgressLine(done: 7, total: 5, after: .zero).text(columns: 80)
                == "[####################]  100 %  5 of 5")
        #expect(ProgressLine(done: 3, total: 0, after: .zero).text(columns: 80) == "3 so far")
        #expect(
            ProgressLine(done: -1, total: 5, after: .zero).text(columns: 20) == "[----------]  0 %")
    }
}
