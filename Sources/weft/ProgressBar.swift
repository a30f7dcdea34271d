#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How far a long command is: one line that is written over, only on a terminal.
struct ProgressBar {
    private let output: Output
    private let isShown: Bool

    init(_ output: Output) {
        self.output = output
        isShown = !output.isQuiet && isatty(STDERR_FILENO) == 1
    }

    func show(done: Int, of total: Int?) {
        guard isShown else { return }
        put("\r\u{1B}[K" + Self.text(done: done, of: total))
    }

    func clear() {
        guard isShown else { return }
        put("\r\u{1B}[K")
    }

    /// `[#####---------------]  25 %  30 of 120`.
    static func text(done: Int, of total: Int?) -> String {
        guard let total, total > 0 else { return "\(done) …" }
        let part = min(done, total)
        let filled = part * 20 / total
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
        return "[\(bar)]  \(part * 100 / total) %  \(done) of \(total)"
    }

    private func put(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
