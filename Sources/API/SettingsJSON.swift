package import Domain

/// What this node is set to.
package struct SettingsJSON: Codable, Equatable, Sendable {
    /// Where new links go when no audience is named.
    package var audience: String
    /// Why nothing can be kept there now; absent if it can.
    package var problem: ProblemJSON?
    /// It looks for others on the networks that it is on, and lets itself be found.
    package var discovery: Bool
    /// Where other programs of this machine come in, as `127.0.0.1:7434`; absent if nowhere.
    package var web: String?
    /// What `shared=yes` of a Pinboard client means: `default` or `public`.
    package var pinboard: String
    /// Bytes that files may take here.
    package var filesQuotaBytes: Int
    /// Which files come without being asked for: `on-demand` for small ones, `always` for all.
    package var filesOriginals: String
    /// Bytes that one other person may write in one audience.
    package var authorQuotaBytes: Int

    private enum CodingKeys: String, CodingKey {
        case audience, problem, discovery, web, pinboard
        case filesQuotaBytes = "files_quota_bytes"
        case filesOriginals = "files_originals"
        case authorQuotaBytes = "author_quota_bytes"
    }

    /// The settings as a client sees them.
    package init(_ settings: Settings) {
        audience = settings.defaultAudience.name
        problem = settings.problem.map { ProblemJSON($0) }
        discovery = settings.isDiscovering
        web = settings.web?.text
        pinboard = settings.pinboard.rawValue
        filesQuotaBytes = settings.blobQuotaBytes
        filesOriginals = settings.blobComing.rawValue
        authorQuotaBytes = settings.authorQuotaBytes
    }
}

/// `PATCH /v1/settings`: one of these.
package struct SettingsRequest: Codable, Equatable, Sendable {
    /// The default audience; `private` is what it was before anything was set.
    package var audience: String?
    /// Whether to look for others on the networks that the node is on.
    package var discovery: Bool?
    /// Where other programs of this machine come in, or `off`.
    package var web: String?
    /// What `shared=yes` of a Pinboard client means: `default` or `public`.
    package var pinboard: String?
    /// Bytes that files may take here.
    package var filesQuotaBytes: Int?
    /// `on-demand` or `always`.
    package var filesOriginals: String?
    /// Bytes that one other person may write in one audience.
    package var authorQuotaBytes: Int?

    private enum CodingKeys: String, CodingKey {
        case audience, discovery, web, pinboard
        case filesQuotaBytes = "files_quota_bytes"
        case filesOriginals = "files_originals"
        case authorQuotaBytes = "author_quota_bytes"
    }

    /// Sends new links to this audience.
    package init(audience: String) {
        self.audience = audience
    }

    /// Looks for others, or does not.
    package init(discovery: Bool) {
        self.discovery = discovery
    }

    /// Lets other programs in there; nil: nowhere.
    package init(web: LoopbackAddress?) {
        self.web = web?.text ?? Self.nowhere
    }

    /// Gives `shared=yes` this meaning.
    package init(pinboard: PinboardSharing) {
        self.pinboard = pinboard.rawValue
    }

    /// Gives files so many bytes.
    package init(filesQuotaBytes: Int) {
        self.filesQuotaBytes = filesQuotaBytes
    }

    /// Lets these files come by themselves.
    package init(filesOriginals: BlobComing) {
        self.filesOriginals = filesOriginals.rawValue
    }

    /// Lets one other person write so much in one audience.
    package init(authorQuotaBytes: Int) {
        self.authorQuotaBytes = authorQuotaBytes
    }

    /// What it asks of the node.
    package func command() throws(ProblemJSON) -> Command {
        var commands: [Command] = []
        if let audience {
            commands.append(.setDefaultAudience(try Word.audience(audience) ?? .private))
        }
        if let discovery { commands.append(.setDiscovery(discovery)) }
        if let web { commands.append(.setWeb(try Self.address(web))) }
        if let pinboard { commands.append(.setPinboard(try Self.sharing(pinboard))) }
        if let filesQuotaBytes { commands.append(.blob(.setQuota(bytes: filesQuotaBytes))) }
        if let filesOriginals {
            commands.append(.blob(.setComing(try Self.coming(filesOriginals))))
        }
        if let authorQuotaBytes { commands.append(.setAuthorQuota(bytes: authorQuotaBytes)) }
        guard commands.count == 1 else {
            throw ProblemJSON(
                .invalidValue,
                "name one setting: audience, discovery, web, pinboard, files_quota_bytes, "
                    + "files_originals or author_quota_bytes")
        }
        return commands[0]
    }

    /// The word for no address.
    static let nowhere = "off"

    private static func address(_ text: String) throws(ProblemJSON) -> LoopbackAddress? {
        guard text != nowhere else { return nil }
        switch LoopbackAddress.checked(text) {
        case .failure(let problem): throw ProblemJSON(problem, pointer: "/web")
        case .success(let address): return address
        }
    }

    private static func coming(_ word: String) throws(ProblemJSON) -> BlobComing {
        guard let coming = BlobComing(rawValue: word) else {
            throw ProblemJSON(
                .invalidValue, "files do not come \(word.prefix(80))",
                fix: "one of " + BlobComing.allCases.map(\.rawValue).joined(separator: ", "),
                pointer: "/files_originals")
        }
        return coming
    }

    private static func sharing(_ word: String) throws(ProblemJSON) -> PinboardSharing {
        guard let sharing = PinboardSharing(rawValue: word) else {
            throw ProblemJSON(
                .invalidValue, "shared=yes cannot mean \(word.prefix(80))",
                fix: "one of " + PinboardSharing.allCases.map(\.rawValue).joined(separator: ", "),
                pointer: "/pinboard")
        }
        return sharing
    }
}
