#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How much room a disk has.
package struct DiskSpace: Sendable {
    /// Bytes that this user may still write.
    package let free: UInt64
    /// Bytes that it holds in all, for whomever.
    package let whole: UInt64

    /// So much.
    package init(free: UInt64, whole: UInt64) {
        self.free = free
        self.whole = whole
    }

    /// The disk that has `directory`; nil if the system does not tell (statvfs(3)).
    package init?(of directory: String) {
        var facts = statvfs()
        guard statvfs(directory, &facts) == 0 else { return nil }
        let unit = UInt64(facts.f_frsize)
        free = UInt64(facts.f_bavail) * unit
        whole = UInt64(facts.f_blocks) * unit
    }
}
