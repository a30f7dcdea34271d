/// Why the node cannot start or use its files, in the three parts that a user needs.
///
/// Names paths, modes and process ids, never the content of a file.
package struct NodeError: Error, Equatable, Sendable {
    /// Distinguishes errors for callers.
    package enum Kind: Equatable, Sendable {
        /// The profile or one of its files does not exist yet.
        case missing
        /// It exists already.
        case exists
        /// Another process holds the profile.
        case inUse
        /// Others may read or have changed it: wrong owner, mode, or a symbolic link.
        case unsafe
        /// A passphrase or phrase is missing or wrong.
        case denied
        /// The bytes are not what was once written.
        case damaged
        /// A value given by the user or the environment breaks a rule.
        case invalid
        /// The system refused; `why` has its message.
        case machine
    }

    /// The kind of error.
    package let kind: Kind
    /// What cannot be done, as a clause: `the keys cannot be read`.
    package let what: String
    /// The reason, as a clause.
    package let why: String
    /// What to type or do; empty if there is nothing to do.
    package let fix: String

    /// Creates an error from its parts.
    package init(_ kind: Kind, _ what: String, why: String, fix: String = "") {
        self.kind = kind
        self.what = what
        self.why = why
        self.fix = fix
    }
}
