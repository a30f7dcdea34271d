package import Domain

/// A bundle that was made, or taken in.
package struct BundleJSON: Codable, Equatable, Sendable {
    /// Sealed parts in it.
    package var segments: Int
    /// Those of them that this device can read; of one that was made 0.
    package var forThisDevice: Int
    package var bytes: Int
    /// Changes in it; of one that was taken in those that were new here.
    package var changes: Int
    /// Whom it was made for, or came from.
    package var people: [String]
    /// Something of it can be taken in only once something else has come.
    package var waiting: Bool
    /// One line for a person.
    package var summary: String

    private enum CodingKeys: String, CodingKey {
        case segments, bytes, changes, people, waiting, summary
        case forThisDevice = "for_this_device"
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

/// `POST /v1/bundles`.
package struct NewBundleRequest: Codable, Equatable, Sendable {
    /// Where the file goes, as the node sees it; absolute.
    package var path: String
    /// `@NAME`, `group:NAME`, `me` or `everybody`.
    package var `for`: [String]
    /// Also what they have said that they have.
    package var whole: Bool?

    /// A bundle for these people.
    package init(path: String, for people: [String], whole: Bool? = nil) {
        self.path = path
        self.for = people
        self.whole = whole
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .makeBundle(
            path: try NodePath.checked(path), for: try Word.addressees(self.for),
            isWhole: whole ?? false)
    }
}

/// `POST /v1/bundles:apply`.
package struct ApplyBundleRequest: Codable, Equatable, Sendable {
    /// Where the file is, as the node sees it; absolute.
    package var path: String

    /// Takes in what is at this path.
    package init(path: String) {
        self.path = path
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        .applyBundle(path: try NodePath.checked(path))
    }
}

/// Paths mean the same to the node only from the root on.
package enum NodePath {
    /// `path`, if it begins there.
    package static func checked(_ path: String) throws(ProblemJSON) -> String {
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw ProblemJSON(
                .invalidValue, "the path \(path.prefix(80)) is not absolute",
                fix: "begin it with /", pointer: "/path")
        }
        return path
    }
}
