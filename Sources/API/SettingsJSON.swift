package import Domain

/// The settings of this node.
package struct SettingsJSON: JSONShape {
    package var audience = ""
    package var problem: ProblemJSON?
    package var discovery = false
    package var web: String?
    package var pinboard = ""
    package var filesQuotaBytes = 0
    package var filesOriginals = ""
    package var authorQuotaBytes = 0

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "audience", &audience, as: .audience,
            "The audience of new links if none is named.")
        fields.member(
            "problem", &problem,
            "The reason why nothing can be kept in the default audience; absent if it can.")
        fields.member(
            "discovery", &discovery,
            "It looks for others on its networks, and lets itself be found.")
        fields.member(
            "web", &web,
            "The address where other programs of this machine connect; absent if nowhere.")
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
