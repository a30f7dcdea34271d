#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The progress of a long command: one line that is written over, only on a terminal, and only for people.
struct ProgressBar: Sendable {
    private let output: Output
    private let unit: ProgressLine.Unit
    private let start = ContinuousClock.now
    private let isShown: Bool

    init(_ output: Output, in unit: ProgressLine.Unit = .items) {
        self.output = output
        self.unit = unit
        isShown = !output.isQuiet && output.form != .json && isatty(STDERR_FILENO) == 1
    }

    /// Shows that so much is done.
    ///
    /// - Parameter total: nil as long as it is not known.
    func show(done: Int, of total: Int?) {
        guard isShown else { return }
        let line = ProgressLine(done: done, total: total, after: ContinuousClock.now - start, unit)
        put("\r\u{1B}[K" + line.text(columns: Terminal.columns(of: STDERR_FILENO) - 1))
    }

    func clear() {
        guard isShown else { return }
        put("\r\u{1B}[K")
    }

    /// Shows what `look` says, five times a second, until `work` is done.
    ///
    /// - Parameter look: how much is done, and of how much; nil as long as nothing is known. It is called on a
    ///   thread of its own.
    func watch<Result>(
        _ look: @escaping @Sendable () -> (done: Int, total: Int?)?,
        during work: () throws -> Result
    ) rethrows -> Result {
        guard isShown else { return try work() }
        let ticker = ProgressTicker { if let now = look() { show(done: now.done, of: now.total) } }
        defer {
            ticker.stop()
            clear()
        }
        return try work()
    }

    private func put(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
