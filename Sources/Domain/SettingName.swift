/// The name of a setting of the node, as in the JSON of the API and in `settings.changed`.
package enum SettingName: String, CaseIterable, Sendable {
    /// The default audience of new links.
    case audience
    /// Whether the node looks for others on its networks and is found there.
    case discovery
    /// The address of the door for other programs of this machine.
    case web
    /// The meaning of `shared=yes` from a Pinboard client.
    case pinboard
    /// The room for files, in bytes.
    case filesQuota = "files_quota_bytes"
    /// The files that are fetched without being asked for.
    case filesOriginals = "files_originals"
    /// The room for what one other person writes in one audience, in bytes.
    case authorQuota = "author_quota_bytes"
}

extension Command {
    /// The setting that this command changes; nil if it changes none.
    package var setting: SettingName? {
        switch self {
        case .setDefaultAudience: .audience
        case .setDiscovery: .discovery
        case .setWeb: .web
        case .setPinboard: .pinboard
        case .blob(.setQuota): .filesQuota
        case .blob(.setComing): .filesOriginals
        case .setAuthorQuota: .authorQuota
        default: nil
        }
    }
}
