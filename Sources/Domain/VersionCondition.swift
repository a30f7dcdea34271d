/// That something is as it was when it was read: what is bound to it is done only then.
///
/// It is held against the thing in the step that does what is asked, so that of two who read the same version
/// one writes (RFC 9110, section 13.1.1, `If-Match`).
package struct VersionCondition: Equatable, Sendable {
    /// What has to be as it was.
    package enum Target: Equatable, Sendable {
        case thing(Reference)
        /// What one has said of oneself; before anything was, no version fits.
        case profile
    }

    package let target: Target
    /// Versions of which one has to be the present one (`EntityTag`), without quotes; `*` is any.
    private let tags: [String]

    /// - Parameter field: what stands in `If-Match`: tags in quotes and commas between them, or `*`. A weak tag
    ///   fits nothing. Of a tag in two parts, with a full stop between them, the first is the version.
    package init(_ target: Target, field: String) {
        self.target = target
        tags = field.split(separator: ",").map { part in
            let tag = part.filter { $0 != " " && $0 != "\t" }
            let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            guard isQuoted else { return tag == "*" ? "*" : "" }
            return String(tag.dropFirst().dropLast().prefix { $0 != "." })
        }
    }

    /// Whether it holds of this, which is there now.
    package func holds(of thing: Bookmark?) -> Bool {
        guard let thing else { return false }
        return tags.contains("*") || tags.contains(EntityTag.text(of: thing))
    }

    /// What is told if it does not hold.
    package static var problem: Problem {
        Problem(.preconditionFailed, "it changed since it was read", fix: "read it again")
    }
}
