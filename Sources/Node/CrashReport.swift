/// Limits what Swift's runtime writes after this program has trapped or crashed.
///
/// The report goes into the log, and people attach logs to bug reports. With default settings it holds the
/// registers and the memory that they point to, possibly keys or personal data. These settings keep only the
/// kind of fault and where in the program it happened.
///
/// The runtime reads its settings when a process begins, so they have to be set by whatever starts a node.
/// - Source: docs/Backtracing.rst of the Swift repository, 6.3.
package enum CrashReport {
    /// The runtime's environment variable, and its value for a node: no registers or memory, no library
    /// addresses, no paths.
    ///
    /// - Parameter current: Returns the value of an environment variable; nil if unset. A value that the user
    ///   has set is kept.
    package static func variable(_ current: (String) -> String?) -> (String, String) {
        (name, current(name) ?? settings)
    }

    private static let name = "SWIFT_BACKTRACE"
    private static let settings = "registers=none,images=none,sanitize=yes,color=no"
}
