package import Domain

/// A bundle that was made, or taken in.
package struct BundleJSON: JSONShape {
    package var segments = 0
    package var forThisDevice = 0
    package var bytes = 0
    package var changes = 0
    package var people: [String] = []
    package var waiting = false
    package var summary = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("segments", &segments, "The number of its sealed parts.")
        fields.member(
            "for_this_device", &forThisDevice,
            "The number of them that this device can read; of one that was made 0.")
        fields.member("bytes", &bytes, "Its size in bytes.")
        fields.member(
            "changes", &changes,
            "The number of changes in it; of one that was taken in, new ones.")
        fields.member("people", &people, "The people it was made for, or came from.")
        fields.member(
            "waiting", &waiting,
            "Something of it can be taken in only once something else has come.")
        fields.member("summary", &summary, "A summary of the changes, in a line for a person.")
    }

    /// The report as a client sees it.
    package init(_ report: BundleReport) {
        segments = report.segments
        forThisDevice = report.segmentsForMe
        bytes = report.bytes
        changes = report.deltas
        people = report.others
        waiting = report.isWaiting
        summary = report.summary
    }
}

/// Paths on the node's machine, which it takes only in absolute form.
package enum NodePath {
    /// `path`, if it is absolute.
    ///
    /// - Throws: `invalid_value` if it is not, or holds a zero byte.
    package static func checked(_ path: String) throws(ProblemJSON) -> String {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw ProblemJSON(
                .invalidValue, "the path \(path.prefix(80)) is not absolute",
                fix: "start it with /", pointer: "/path")
        }
        return path
    }
}
