import CRDT
package import Domain

/// A directory that something else carries.
package struct FolderJSON: Codable, Equatable, Sendable {
    package var number: Int
    package var path: String
    /// For whom something is put there.
    package var `for`: [String]
    /// `working`, or why not: see `Folder` in docs/reference/api.md.
    package var state: String
    /// The system's reason; absent if there is none.
    package var reason: String?
    /// Files of segments in it, own ones too; of them those that are torn; and other files.
    package var files: Int
    package var torn: Int
    package var foreign: Int
    /// Files of this node that are there, and their bytes.
    package var ownFiles: Int
    package var ownBytes: Int
    /// Changes that came by it since the node has started.
    package var taken: Int
    /// Whose files wait, because he is nobody here.
    package var strangers: [String]

    private enum CodingKeys: String, CodingKey {
        case number, path, `for`, state, reason, files, torn, foreign, taken, strangers
        case ownFiles = "own_files"
        case ownBytes = "own_bytes"
    }

    /// The folder as a client sees it.
    package init(_ folder: CarriedFolder) {
        number = folder.number
        path = folder.path
        self.for = folder.addressees.map(\.name)
        state = folder.fare.state.rawValue
        reason = folder.fare.why.isEmpty ? nil : folder.fare.why
        files = folder.fare.files
        torn = folder.fare.torn
        foreign = folder.fare.foreign
        ownFiles = folder.ownFiles
        ownBytes = folder.ownBytes
        taken = folder.taken
        strangers = folder.strangers.map(\.text)
    }
}

/// `POST /v1/folders`.
package struct NewFolderRequest: Codable, Equatable, Sendable {
    /// Where it is, as the node sees it; absolute.
    package var path: String
    /// `@NAME`, `group:NAME`, `me` or `everybody`; absent means everybody.
    package var `for`: [String]?

    /// The folder at this path.
    package init(path: String, for people: [String]? = nil) {
        self.path = path
        self.for = people
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        let people = try Word.addressees(self.for ?? [])
        return .addFolder(
            path: try NodePath.checked(path), for: people.isEmpty ? [.everybody] : people)
    }
}
