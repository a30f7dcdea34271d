#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What is said while it runs; the report alone goes to standard output.
enum Terminal {
    static func note(_ text: String) {
        let line = Array((text + "\n").utf8)
        // Lost words about progress are no loss.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
