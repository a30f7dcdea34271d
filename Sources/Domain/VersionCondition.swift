/// A precondition that something is unchanged since it was read; the command runs only if it holds.
///
/// It is checked in the same step as the command, so that of two writers who read the same version only one succeeds
/// (RFC 9110, section 13.1.1, `If-Match`).
package struct VersionCondition: Equatable, Sendable {
    /// The thing or profile that must be unchanged.
    package enum Target: Equatable, Sendable {
        case thing(Reference)
        /// The own profile; while there is none, no version matches.
        case profile
    }

    package let target: Target
    /// The accepted versions (`EntityTag`), without quotes; `*` accepts any.
    private let tags: [String]

    /// Creates the condition from an `If-Match` header.
    ///
    /// - Parameter field: the value: quoted tags separated by commas, or `*`. A weak tag never matches. If a tag has
    ///   two parts separated by a full stop, the first is the version.
    package init(_ target: Target, field: String) {
        self.target = target
        tags = field.split(separator: ",").map { part in
            let tag = part.filter { $0 != " " && $0 != "\t" }
            let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            guard isQuoted else { return tag == "*" ? "*" : "" }
            return String(tag.dropFirst().dropLast().prefix { $0 != "." })
        }
    }

    /// Whether `thing`, the current state, satisfies the condition.
    package func holds(of thing: Bookmark?) -> Bool {
        guard let thing else { return false }
        return tags.contains("*") || tags.contains(EntityTag.text(of: thing))
    }

    /// The problem reported if it does not hold.
    package static var problem: Problem {
        Problem(.preconditionFailed, "it changed since it was read", fix: "read it again")
    }
}
