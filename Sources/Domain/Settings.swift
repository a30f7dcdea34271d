/// What this node is set to. Each device of a person has settings of its own.
package struct Settings: Equatable, Sendable {
    /// Where new things go when no audience is named; `private` if nothing was set.
    package var defaultAudience: Audience
    /// Why nothing can be kept there now; nil if it can. Until another one is set, or one is named,
    /// nothing is kept at all.
    package var problem: Problem?
    /// It looks for others on the networks that it is on, and lets itself be found.
    package var isDiscovering: Bool
    /// Where other programs of this machine come in; nil if nowhere.
    package var web: LoopbackAddress?
    /// What `shared=yes` of a Pinboard client means.
    package var pinboard: PinboardSharing
    /// Bytes that files may take here.
    package var blobQuotaBytes = BlobUsage.quotaBytesUsual
    /// Which files come here without being asked for.
    package var blobComing = BlobComing.onDemand
    /// Bytes that one other person may write in one audience.
    package var authorQuotaBytes = Limits.authorBytesUsual

    /// What somebody is told who keeps something without naming an audience; nil if it can be kept.
    package var refusal: Problem? {
        problem.map {
            Problem(
                $0.code,
                "nothing was kept: your default audience is \(defaultAudience.name), and "
                    + $0.detail,
                fix: "weft config set audience WHO; or say --audience WHO, this once")
        }
    }

    /// Creates a value from all fields, in declaration order.
    package init(
        defaultAudience: Audience, problem: Problem?, isDiscovering: Bool = true,
        web: LoopbackAddress? = nil, pinboard: PinboardSharing = .normal
    ) {
        self.defaultAudience = defaultAudience
        self.problem = problem
        self.isDiscovering = isDiscovering
        self.web = web
        self.pinboard = pinboard
    }
}
