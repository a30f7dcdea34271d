#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// How much room a disk has, in bytes.
package struct DiskSpace: Sendable {
    /// What this user may still write.
    package let free: UInt64
    /// All that it holds, for whomever.
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
