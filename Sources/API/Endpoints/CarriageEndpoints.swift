package import Domain

// Sync through files, directories and mailboxes.

/// Writes data that these people may see and have not acknowledged to a new file.
package struct NewBundle: Endpoint {
    package var path = ""
    package var `for`: [String] = []
    package var whole: Bool?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.nodePath(&path)
        fields.member("for", &`for`, "For whom: `@NAME`, `group:NAME`, `me` or `everybody`.")
        fields.member("whole", &whole, "Also what they have said that they have.")
    }

    /// A bundle for these people.
    package init(path: String, for people: [String], whole: Bool? = nil) {
        self.path = path
        self.for = people
        self.whole = whole
    }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "newBundle", .post, "/v1/bundles",
        "Write data these people may see and have not acknowledged to a new file",
        [.notFound, .ambiguous, .conflict, .invalidValue, .tooMany, .readOnly], statuses: [201])
    package func request() throws(ProblemJSON) -> TypedRequest<BundleReport> {
        let path = try NodePath.checked(path)
        let people = try ParameterWord.addressees(self.for)
        return .command { .makeBundle(path: path, for: people, isWhole: whole ?? false, $0) }
    }
    package func output(_ report: BundleReport) -> BundleJSON { BundleJSON(report) }
}

/// Imports what a bundle has for this device.
package struct ApplyBundle: Endpoint {
    package var path = ""

    package init() {}
    package mutating func visit(_ fields: Fields) { fields.nodePath(&path) }

    /// The bundle at this path.
    package init(path: String) { self.path = path }

    package static let takesKey = false
    package static let route = EndpointRoute(
        "applyBundle", .post, "/v1/bundles:apply", "Import what such a file has for this device",
        [.notFound, .conflict, .invalidValue, .damagedFile, .tooMany, .readOnly])
    package func request() throws(ProblemJSON) -> TypedRequest<BundleReport> {
        let path = try NodePath.checked(path)
        return .command { .applyBundle(path: path, $0) }
    }
    package func output(_ report: BundleReport) -> BundleJSON { BundleJSON(report) }
}

/// Lists the directories through which this node syncs.
package struct ListFolders: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listFolders", .get, "/v1/folders", "Sync directories")
    package func request() -> TypedRequest<[CarriedFolder]> { .query { .folders($0) } }
    package func output(_ all: [CarriedFolder]) -> PageJSON<FolderJSON> {
        PageJSON(items: all.map(FolderJSON.init))
    }
}

/// Starts syncing through a directory.
package struct NewFolder: Endpoint {
    package var path = ""
    package var `for`: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.nodePath(&path)
        fields.addressees(&`for`)
    }

    /// The directory at this path, for these people; nil for everybody.
    package init(path: String, for people: [String]? = nil) {
        self.path = path
        self.for = people
    }

    package static let route = EndpointRoute(
        "newFolder", .post, "/v1/folders", "Start syncing through a directory",
        [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly], statuses: [201])
    package func request() throws(ProblemJSON) -> TypedRequest<CarriedFolder> {
        let people = try ParameterWord.addressees(orEverybody: self.for)
        let path = try NodePath.checked(path)
        return .command { .addFolder(path: path, for: people, $0) }
    }
    package func output(_ folder: CarriedFolder) -> FolderJSON { FolderJSON(folder) }
}

/// Stops using a directory; deletes this node's files in it.
package struct RemoveFolder: Endpoint {
    package var number = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("number", &number, of: "a folder", fix: "weft folder ls --json")
    }

    /// The directory of this number.
    package init(_ number: Int) { self.number = number }

    package static let route = EndpointRoute(
        "removeFolder", .delete, "/v1/folders/{number}",
        "Stop using a directory; deletes this node's files in it", [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .removeFolder(number: number, $0) }
    }
}

/// Lists the mailboxes in use, and those kept for others.
package struct ListMailboxes: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listMailboxes", .get, "/v1/mailboxes", "Mailboxes in use, and those kept for others")
    package func request() -> TypedRequest<MailboxOverview> { .query { .mailboxes($0) } }
    package func output(_ list: MailboxOverview) -> MailboxesJSON {
        MailboxesJSON(list.used, kept: list.kept)
    }
}

/// Uses a friend's node as a mailbox.
package struct NewMailbox: Endpoint {
    package var keeper = ""
    package var `for`: [String]?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("keeper", &keeper, "A friend, by name or the beginning of the id.")
        fields.addressees(&`for`)
    }

    /// The mailbox at this friend, for these people; nil for everybody.
    package init(keeper: String, for people: [String]? = nil) {
        self.keeper = keeper
        self.for = people
    }

    package static let route = EndpointRoute(
        "newMailbox", .post, "/v1/mailboxes", "Use a friend's node as a mailbox",
        [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly], statuses: [201])
    package func request() throws(ProblemJSON) -> TypedRequest<Mailbox> {
        let people = try ParameterWord.addressees(orEverybody: self.for)
        return .command { .useMailbox(at: PersonReference(keeper), for: people, $0) }
    }
    package func output(_ mailbox: Mailbox) -> MailboxJSON { MailboxJSON(mailbox) }
}

/// Stops using a mailbox and deletes its contents.
package struct RemoveMailbox: Endpoint, ReferenceEndpoint {
    package var ref = ""

    package init() {}

    package static let route = EndpointRoute(
        "removeMailbox", .delete, "/v1/mailboxes/{ref}",
        "Stop using a mailbox and delete its contents", [.notFound, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .leaveMailbox(at: PersonReference(ref), $0) }
    }
}

/// Keeps a mailbox for a friend, or stops keeping it.
package struct KeepMailbox: Endpoint {
    package var person = ""
    package var quotaBytes: Int?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("person", &person, "A friend, by name or the beginning of the id.")
        fields.member(
            "quota_bytes", &quotaBytes,
            "The number of bytes to keep; 64 MiB if absent, 0 for none.")
    }

    /// Creates a request that grants this many bytes to this friend.
    package init(person: String, quotaBytes: Int? = nil) {
        self.person = person
        self.quotaBytes = quotaBytes
    }

    package static let route = EndpointRoute(
        "keepMailbox", .post, "/v1/mailboxes:keep",
        "Keep a mailbox for a friend, or stop keeping it",
        [.notFound, .ambiguous, .invalidValue, .tooMany, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command {
            .keepMailbox(
                for: PersonReference(person),
                quotaBytes: max(quotaBytes ?? HostedMailbox.quotaBytesUsual, 0), $0)
        }
    }
}

extension ParameterWord {
    // The people of these names; everybody if none is named.
    fileprivate static func addressees(orEverybody names: [String]?) throws(ProblemJSON)
        -> [Addressee]
    {
        let people = try addressees(names ?? [])
        return people.isEmpty ? [.everybody] : people
    }
}

extension Fields {
    // Names the path of a file or directory on the node's machine.
    fileprivate func nodePath(_ path: inout String) {
        member("path", &path, "An absolute path, as the node sees it.")
    }

    // The people for whom something is put down; nil for everybody.
    fileprivate func addressees(_ names: inout [String]?) {
        member(
            "for", &names,
            "For whom: `@NAME`, `group:NAME`, `me` or `everybody`; absent for everybody.")
    }
}
