/// What the runtime of Swift writes after this program has stopped itself or was stopped by a fault.
///
/// Its report goes where the log goes, and people attach logs to reports of bugs. With its usual settings
/// it holds the registers and the memory that they point to: keys perhaps, or what somebody keeps.
/// What is left is which fault it was and where in the program it happened.
///
/// The runtime reads its settings when a process begins, so whoever starts a node sets them.
/// - Source: docs/Backtracing.rst of the Swift repository, 6.3.
package enum CrashReport {
    /// The environment variable of the runtime, and its value for a node: neither registers nor memory,
    /// neither addresses of libraries nor paths.
    ///
    /// - Parameter current: the value of an environment variable; nil if unset. Who has chosen a
    ///   report of their own has it.
    package static func variable(_ current: (String) -> String?) -> (String, String) {
        (name, current(name) ?? settings)
    }

    private static let name = "SWIFT_BACKTRACE"
    private static let settings = "registers=none,images=none,sanitize=yes,color=no"
}
