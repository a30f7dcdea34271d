package import Domain

/// `POST /v1/tags/{name}:rename`.
package struct RenameRequest: Codable, Equatable, Sendable {
    /// The new name.
    package var to: String
    /// Change nothing; the answer counts what would be renamed.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case to
        case dryRun = "dry_run"
    }

    /// Renames to this name.
    package init(to: String, dryRun: Bool? = nil) {
        self.to = to
        self.dryRun = dryRun
    }
}

/// `POST /v1/tags:merge`.
package struct MergeRequest: Codable, Equatable, Sendable {
    package var from: [String]
    package var into: String
    /// Change nothing; the answer counts what would be merged.
    package var dryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case from, into
        case dryRun = "dry_run"
    }

    /// Merges these tags into one.
    package init(from: [String], into: String, dryRun: Bool? = nil) {
        self.from = from
        self.into = into
        self.dryRun = dryRun
    }

    /// What it asks of the node.
    package var command: Command { .mergeTags(from, into: into) }
}

/// `POST /v1/connect`.
package struct ConnectRequest: Codable, Equatable, Sendable {
    package var host: String
    package var port: Int

    /// Dials this address.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = Int(port)
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        guard let port = UInt16(exactly: port), port > 0 else {
            throw ProblemJSON(
                .invalidValue, "\(port) is not a port", fix: "a number from 1 to 65535",
                pointer: "/port")
        }
        return .connect(host: host, port: port)
    }
}

/// `POST /v1/backup`.
package struct BackupRequest: Codable, Equatable, Sendable {
    /// Where the copy goes, as the node sees it; absolute.
    package var path: String

    /// A copy at this path.
    package init(path: String) {
        self.path = path
    }
}
