package import Domain

// The settings of this node.

/// Returns all settings.
package struct ShowSettings: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "showSettings", .get, "/v1/settings", "The settings of the node")
    package func request() -> TypedRequest<Settings> { .query { .settings($0) } }
    package func output(_ settings: Settings) -> SettingsJSON { SettingsJSON(settings) }
}

/// Changes one setting: one of the members is to be there.
package struct ChangeSettings: Endpoint {
    package var audience: String?
    package var discovery: Bool?
    package var web: String?
    package var pinboard: String?
    package var filesQuotaBytes: Int?
    package var filesOriginals: String?
    package var authorQuotaBytes: Int?

    package static let shape = "SettingsChange"
    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "audience", &audience, as: .audience,
            "The audience of new links; `private` is the default.")
        fields.member(
            "discovery", &discovery,
            "It looks for others on its networks, and lets itself be found.")
        fields.clearable(
            "web", &web, nothing: ChangeSettings.nowhere,
            "The address where other programs of this machine connect; `off` or null for nowhere.")
        fields.member(
            "pinboard", &pinboard, as: .pinboard,
            "The meaning of a Pinboard client's `shared=yes`: `default` or `public`.")
        fields.member("files_quota_bytes", &filesQuotaBytes, "The most bytes that files may take.")
        fields.member(
            "files_originals", &filesOriginals, as: .coming,
            "The files that come by themselves: `on-demand` for small ones, `always` for all.")
        fields.member(
            "author_quota_bytes", &authorQuotaBytes,
            "The most bytes that one other person may write in one audience.")
    }

    /// Sends new links to this audience.
    package init(audience: String) {
        self.audience = audience
    }

    /// Turns the search for others on or off.
    package init(discovery: Bool) {
        self.discovery = discovery
    }

    /// Lets other programs connect there; nil for nowhere.
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

    /// Downloads these files without being asked.
    package init(filesOriginals: BlobFetchPolicy) {
        self.filesOriginals = filesOriginals.rawValue
    }

    /// Lets one other person write so much in one audience.
    package init(authorQuotaBytes: Int) {
        self.authorQuotaBytes = authorQuotaBytes
    }

    package static let route = EndpointRoute(
        "changeSettings", .patch, "/v1/settings", "Change one setting",
        [.notFound, .ambiguous, .invalidValue, .roleRequired, .readOnly])
    package typealias Output = DoneJSON
    package func request() throws(ProblemJSON) -> TypedRequest<DoneReport> {
        var commands: [TypedRequest<DoneReport>] = []
        if let audience {
            let audience = try ParameterWord.audience(audience) ?? .private
            commands.append(.command { .setDefaultAudience(audience, $0) })
        }
        if let discovery { commands.append(.command { .setDiscovery(discovery, $0) }) }
        if let web {
            let address = try Self.address(web)
            commands.append(.command { .setWeb(address, $0) })
        }
        if let pinboard {
            let sharing = try Self.sharing(pinboard)
            commands.append(.command { .setPinboard(sharing, $0) })
        }
        if let filesQuotaBytes {
            commands.append(.command { .blob(.setQuota(bytes: filesQuotaBytes, $0)) })
        }
        if let filesOriginals {
            let coming = try Self.coming(filesOriginals)
            commands.append(.command { .blob(.setComing(coming, $0)) })
        }
        if let authorQuotaBytes {
            commands.append(.command { .setAuthorQuota(bytes: authorQuotaBytes, $0) })
        }
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

    private static func coming(_ word: String) throws(ProblemJSON) -> BlobFetchPolicy {
        guard let coming = BlobFetchPolicy(rawValue: word) else {
            throw ProblemJSON(
                .invalidValue, "files do not come \(word.prefix(80))",
                fix: "one of " + BlobFetchPolicy.allCases.map(\.rawValue).joined(separator: ", "),
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
