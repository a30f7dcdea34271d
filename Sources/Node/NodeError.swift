/// Why the node cannot start or use its files, in the three parts that a person needs.
///
/// Names paths, modes and process ids; never what stands in a file.
package struct NodeError: Error, Equatable, Sendable {
    /// What a caller may want to tell apart.
    package enum Kind: Equatable, Sendable {
        /// The profile or one of its files is not there yet.
        case missing
        /// It is there already.
        case exists
        /// Another process holds the profile.
        case inUse
        /// Others may read or have changed it: wrong owner, mode, or a symbolic link.
        case unsafe
        /// A passphrase or phrase is missing, or another one than is needed.
        case denied
        /// The bytes are not what was once written.
        case damaged
        /// A value that the person or the environment gave breaks a rule.
        case invalid
        /// The system refused; `why` holds its words.
        case machine
    }

    /// Which kind it is.
    package let kind: Kind
    /// What cannot be done, as a clause: `the keys cannot be read`.
    package let what: String
    /// The reason, as a clause.
    package let why: String
    /// What to type or do; empty if there is nothing to do.
    package let fix: String

    /// An error in its three parts.
    package init(_ kind: Kind, _ what: String, why: String, fix: String = "") {
        self.kind = kind
        self.what = what
        self.why = why
        self.fix = fix
    }
}
