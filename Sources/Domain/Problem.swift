/// An error of the caller: what is wrong, why, and how to fix it. It becomes RFC 9457 problem+json and, on the command
/// line, one line with `fix:`.
package struct Problem: Error, Equatable, Sendable {
    /// The stable key for programs.
    package var code: Code
    /// The problem and its reason, in one sentence; quotes at most the first 80 characters of a value.
    package var detail: String
    /// The fix: a command or an action; empty if there is none.
    package var fix: String
    /// The part of the request that is wrong (RFC 6901); empty if unknown, or if it is the whole request.
    package var pointer: String

    /// Creates a problem.
    package init(_ code: Code, _ detail: String, fix: String = "", pointer: String = "") {
        self.code = code
        self.detail = detail
        self.fix = fix
        self.pointer = pointer
    }

    /// Returns the problem with `place` put before its pointer.
    package func at(_ place: String) -> Problem {
        var problem = self
        problem.pointer = place + pointer
        return problem
    }

    /// The kinds of problems. The raw value is the stable key.
    package enum Code: String, CaseIterable, Sendable {
        /// No such thing, tag, collection, friend, group or act.
        case notFound = "not_found"
        /// A reference matches several things.
        case ambiguous
        /// A value breaks a rule of its field: too long, wrong scheme, bad UTF-8 …
        case invalidValue = "invalid_value"
        /// A search does not parse, or names an unknown qualifier.
        case invalidQuery = "invalid_query"
        /// It exists already.
        case conflict
        /// It is another person's; only its author may change it.
        case notYours = "not_yours"
        /// The person's role in the group does not allow it.
        case roleRequired = "role_required"
        /// The node is read-only: a full disk, a failed write.
        case readOnly = "read_only"
        /// More at once than is allowed.
        case tooMany = "too_many"
        /// The ticket is invalid.
        case invalidTicket = "invalid_ticket"
        /// A file is truncated or corrupted; its intact parts were imported.
        case damagedFile = "damaged_file"
        /// The thing changed since its version was read (`VersionCondition`).
        case preconditionFailed = "precondition_failed"
    }
}
