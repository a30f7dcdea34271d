/// The settings of this node. Each device of a person has its own.
package struct Settings: Equatable, Sendable {
    /// The audience of new things when none is named; `private` by default.
    package var defaultAudience: Audience
    /// The reason why nothing can be added there now; nil if it can. Until another audience is set or named, adding
    /// fails.
    package var problem: Problem?
    /// Whether discovery on the local networks is on, for others and of this node.
    package var isDiscovering: Bool
    /// The address of the API for local programs; nil if it is off.
    package var web: LoopbackAddress?
    /// The meaning of `shared=yes` from a Pinboard client.
    package var pinboard: PinboardSharing
    /// The quota for files here, in bytes.
    package var blobQuotaBytes = BlobUsage.quotaBytesUsual
    /// The files that are fetched automatically.
    package var blobComing = BlobFetchPolicy.onDemand
    /// The quota for one other person in one audience, in bytes.
    package var authorQuotaBytes = Limits.authorBytesUsual

    /// The problem reported when a person adds something without naming an audience; nil if that is possible.
    package var refusal: Problem? {
        problem.map {
            Problem(
                $0.code,
                "nothing was added: your default audience is \(defaultAudience.name), and "
                    + $0.detail,
                fix: "weft config set audience WHO; or use --audience WHO this time")
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
