package import Logging

/// The configuration of a node.
package struct NodeConfiguration {
    package let profile: Profile
    package var settings: ProfileSettings
    package let keys: Keys
    package let logger: Logger
    /// The networks on which it may look for other nodes, unless a setting forbids that.
    package let discovery: DiscoveryReach
    /// Whether the command line forbids listening, whatever the settings say.
    package let forbidsListening: Bool

    /// Configures the node of `profile`, whose lock the caller holds.
    package init(
        profile: Profile, settings: ProfileSettings, keys: Keys, logger: Logger,
        discovery: DiscoveryReach, forbidsListening: Bool = false
    ) {
        self.profile = profile
        self.settings = settings
        self.keys = keys
        self.logger = logger
        self.discovery = discovery
        self.forbidsListening = forbidsListening
    }
}
