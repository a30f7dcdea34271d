package import Logging

/// What a node needs to know to run.
package struct NodeConfiguration {
    package let profile: Profile
    package var settings: ProfileSettings
    package let keys: Keys
    package let logger: Logger
    /// Where it may look for others, if its person does not forbid it by a setting.
    package let discovery: DiscoveryReach
    /// The command line says that nobody may reach it, whatever the settings say.
    package let forbidsListening: Bool

    /// The node of `profile`, whose lock the caller holds.
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
