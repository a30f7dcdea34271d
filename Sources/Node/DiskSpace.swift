#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How much room a disk has.
package struct DiskSpace: Sendable {
    /// Bytes that this user may still write.
    package let free: UInt64
    /// The size of the disk in bytes, including what is reserved for others.
    package let whole: UInt64

    /// Creates a value, for tests.
    package init(free: UInt64, whole: UInt64) {
        self.free = free
        self.whole = whole
    }

    /// Measures the disk that holds `directory`; nil if the system does not tell (statvfs(3)).
    package init?(of directory: String) {
        var facts = statvfs()
        guard statvfs(directory, &facts) == 0 else { return nil }
        let unit = UInt64(facts.f_frsize)
        free = UInt64(facts.f_bavail) * unit
        whole = UInt64(facts.f_blocks) * unit
    }
}
