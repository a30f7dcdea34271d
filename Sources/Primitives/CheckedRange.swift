extension Range<Int> {
    /// The places from `start` up to `end`, where either comes from bytes that somebody else wrote.
    ///
    /// - Returns: nil if `end` lies before `start`, where `..<` would end the process.
    package init?(from start: Int, to end: Int) {
        guard start <= end else { return nil }
        self = start..<end
    }

    /// `count` places from `start` on, the same way.
    ///
    /// - Returns: nil if `count` is negative, or the sum overflows.
    package init?(from start: Int, count: Int) {
        let (end, overflow) = start.addingReportingOverflow(count)
        guard !overflow else { return nil }
        self.init(from: start, to: end)
    }
}
