#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Temporary folders for their owner alone (mode 0700).
enum PrivateFolder {
    /// Creates one in `TMPDIR`.
    ///
    /// - Returns: its path, whose last part begins with `weft-` and `use`.
    /// - Throws: if there is no room for it.
    static func make(for use: String) throws(Failure) -> String {
        let root = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(root)/weft-\(use)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure(
                .failure,
                "cannot create a folder in \(root): \(String(cString: strerror(errno)))",
                fix: "set TMPDIR to a folder of yours")
        }
        return String(cString: made)
    }
}
