extension Range<Int> {
    /// The range from `start` up to `end`, where either comes from untrusted bytes.
    ///
    /// - Returns: nil if `end` lies before `start`, where `..<` would trap.
    package init?(from start: Int, to end: Int) {
        guard start <= end else { return nil }
        self = start..<end
    }

    /// The range of `count` places from `start` on, where either comes from untrusted bytes.
    ///
    /// - Returns: nil if `count` is negative, or the sum overflows.
    package init?(from start: Int, count: Int) {
        let (end, overflow) = start.addingReportingOverflow(count)
        guard !overflow else { return nil }
        self.init(from: start, to: end)
    }
}
