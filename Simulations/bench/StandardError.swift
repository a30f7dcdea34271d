#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Progress output; only the report goes to standard output.
enum StandardError {
    static func note(_ text: String) {
        let line = Array((text + "\n").utf8)
        // A failed write of progress output is harmless.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
