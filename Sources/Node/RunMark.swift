import Logging
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A file that exists in a profile while its node runs, and says when the run began.
///
/// If it exists and no process holds the profile (`ProfileLock`), the node ended without stopping in order:
/// it crashed, was killed, or the machine lost power. The file does not tell which.
package struct RunMark {
    private let profile: Profile

    /// Refers to the mark of `profile`.
    package init(of profile: Profile) {
        self.profile = profile
    }

    /// The warning about a last run that did not stop in order; nil if it did, or is still running.
    package var warning: String? {
        // An unreadable mark tells nothing, and is no reason to start differently.
        guard let bytes = try? PrivateFile.read(profile.runMarkPath, bytesMax: Self.bytesMax) else {
            return nil
        }
        let time = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
        var logs = profile.logPath
        #if !canImport(Darwin)
        logs += ", or journalctl --user -u \(SystemdUnit.name(of: profile)) where a service runs it"
        #endif
        return "the node started at \(time) did not stop cleanly: it crashed or was killed,"
            + " or the power failed; fix: check the end of its log, \(logs)"
    }

    /// Records durably that a run begins.
    ///
    /// - Returns: The `warning` about the run before.
    func begin(at wall: WallTime, _ logger: Logger) -> String? {
        let earlier = warning
        if let earlier { logger.warning("\(earlier)") }
        do throws(NodeError) {
            try PrivateFile.write(Array((Self.text(wall) + "\n").utf8), to: profile.runMarkPath)
        } catch {
            // Starting the node matters more than this record.
            logger.warning("a crash of this run will not be noticed:  \(error.what): \(error.why)")
        }
        return earlier
    }

    /// Records that the run has stopped in order.
    func end(_ logger: Logger) {
        do throws(NodeError) {
            try PrivateFile.remove(profile.runMarkPath)
        } catch {
            logger.warning("the next start will report that this run crashed:  \(error.why)")
        }
    }

    /// The largest mark that is read; a larger one tells nothing.
    private static let bytesMax = 64

    private static func text(_ wall: WallTime) -> String {
        UTCText.text(time_t(wall.milliseconds / 1000), "%Y-%m-%dT%H:%M:%SZ")
    }
}
