import Logging
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that lies in a profile as long as its node runs, and says when that began.
///
/// Where it lies and no process holds the profile (`ProfileLock`), the node ended without stopping: it
/// stopped itself because of a fault of its own, somebody ended it, or the machine lost its power. Which
/// of these it was the file does not tell.
package struct RunMark {
    private let profile: Profile

    /// The mark of `profile`.
    package init(of profile: Profile) {
        self.profile = profile
    }

    /// What to tell when the last run did not stop in order; nil if it did, or runs.
    package var warning: String? {
        // What cannot be read tells nothing: it is no reason to begin otherwise.
        guard let bytes = try? PrivateFile.read(profile.runMarkPath, bytesMax: Self.bytesMax) else {
            return nil
        }
        let time = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        var logs = profile.logPath
        #if !canImport(Darwin)
        logs += ", or journalctl --user -u \(SystemdUnit.name(of: profile)) where a service runs it"
        #endif
        return "the node that was started at \(time) did not stop in order: it crashed, was killed,"
            + " or the machine went off; fix: look at the end of its log, \(logs)"
    }

    /// Notes that a run begins, durably.
    ///
    /// - Returns: the `warning` that stood before.
    func begin(at wall: WallTime, _ logger: Logger) -> String? {
        let earlier = warning
        if let earlier { logger.warning("\(earlier)") }
        do throws(NodeError) {
            try PrivateFile.write(Array((Self.text(wall) + "\n").utf8), to: profile.runMarkPath)
        } catch {
            // A node that runs is worth more than what its next start knows.
            logger.warning("nobody will know if it ends badly: \(error.what): \(error.why)")
        }
        return earlier
    }

    /// Notes that the run has stopped in order.
    func end(_ logger: Logger) {
        do throws(NodeError) {
            try PrivateFile.remove(profile.runMarkPath)
        } catch {
            logger.warning("the next start will say that this run ended badly: \(error.why)")
        }
    }

    private static let bytesMax = 64

    private static func text(_ wall: WallTime) -> String {
        UTCText.text(time_t(wall.milliseconds / 1000), "%Y-%m-%dT%H:%M:%SZ")
    }
}
