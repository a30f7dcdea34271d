/// What the caller did wrong: what, why, and what to do. Becomes RFC 9457 problem+json and, on the
/// command line, one line with `fix:`.
package struct Problem: Error, Equatable, Sendable {
    /// The stable key that programs test.
    package var code: Code
    /// What and why, in one sentence; names the value, never more than its first 80 characters.
    package var detail: String
    /// What to type or do; empty if there is nothing to do.
    package var fix: String
    /// Which part of the request is wrong (RFC 6901); empty if that is not said, or the whole of it.
    package var pointer: String

    /// A problem.
    package init(_ code: Code, _ detail: String, fix: String = "", pointer: String = "") {
        self.code = code
        self.detail = detail
        self.fix = fix
        self.pointer = pointer
    }

    /// The same, in the part of a request that `place` names.
    package func at(_ place: String) -> Problem {
        var problem = self
        problem.pointer = place + pointer
        return problem
    }

    /// Every kind there is; the raw value is the stable key.
    package enum Code: String, CaseIterable, Sendable {
        /// No such thing, tag, collection, friend, group or act.
        case notFound = "not_found"
        /// A reference fits several things.
        case ambiguous
        /// A value breaks a rule of its field: too long, wrong scheme, bad UTF-8 …
        case invalidValue = "invalid_value"
        /// A search does not parse, or names an unknown qualifier.
        case invalidQuery = "invalid_query"
        /// It exists already.
        case conflict
        /// Somebody else's; only its author changes it.
        case notYours = "not_yours"
        /// The person's role in the group does not allow it.
        case roleRequired = "role_required"
        /// The node only reads now: a full disk, a failed write.
        case readOnly = "read_only"
        /// More at once than is allowed.
        case tooMany = "too_many"
        /// The ticket does not check out.
        case invalidTicket = "invalid_ticket"
        /// A file ends too early, or is not as it was written; what of it was whole was taken in.
        case damagedFile = "damaged_file"
        /// The thing changed since its version was read (`VersionCondition`).
        case preconditionFailed = "precondition_failed"
    }
}
