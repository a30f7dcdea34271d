import CRDT
package import Domain

/// A directory through which this node syncs, carried by another program or by hand.
package struct FolderJSON: JSONShape {
    package var number = 0
    package var path = ""
    package var `for`: [String] = []
    package var state = ""
    package var reason: String?
    package var files = 0
    package var torn = 0
    package var foreign = 0
    package var ownFiles = 0
    package var ownBytes = 0
    package var taken = 0
    package var strangers: [String] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "The number that names it in a path.")
        fields.member("path", &path, "An absolute path, as the node sees it.")
        fields.member("for", &`for`, "The people for whom data is put there.")
        fields.member(
            "state", &state, as: .words(FolderScan.State.self),
            "The state: `working`, or why it does not work.")
        fields.member("reason", &reason, "The system's reason for that; absent if it gives none.")
        fields.member("files", &files, "The number of segment files in it.")
        fields.member("torn", &torn, "The number of them that are torn or changed.")
        fields.member("foreign", &foreign, "The number of other files in it.")
        fields.member("own_files", &ownFiles, "The number of this node's files there.")
        fields.member("own_bytes", &ownBytes, "The size of those in bytes.")
        fields.member(
            "taken", &taken, "The number of changes imported from it since the node started.")
        fields.member(
            "strangers", &strangers,
            "Unknown people whose files are there and not read.")
    }

    /// The folder as a client sees it.
    package init(_ folder: CarriedFolder) {
        number = folder.number
        path = folder.path
        self.for = folder.addressees.map(\.name)
        state = folder.scan.state.rawValue
        reason = folder.scan.why.isEmpty ? nil : folder.scan.why
        files = folder.scan.files
        torn = folder.scan.torn
        foreign = folder.scan.foreign
        ownFiles = folder.ownFiles
        ownBytes = folder.ownBytes
        taken = folder.taken
        strangers = folder.strangers.map(\.text)
    }
}
