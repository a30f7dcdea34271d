#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The processor time of the calling thread.
enum ThreadClock {
    /// Seconds used so far, not counting waits for a disk.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
