import FoundationEssentials

/// What a person chose for a profile; stands in `profile.json`.
package struct ProfileSettings: Codable, Equatable, Sendable {
    /// The name on tickets; friends see it.
    package var name: String
    /// Where friends reach this node, as `host:port`; nil if it only dials.
    package var listen: String?

    /// Every address of the machine, on the port that the handbook names.
    package static let defaultListen = "0.0.0.0:7433"

    private static let bytesMax = 64 * 1024

    /// Settings with these values.
    package init(name: String, listen: String? = ProfileSettings.defaultListen) {
        self.name = name
        self.listen = listen
    }

    /// What stands in `profile`.
    ///
    /// - Throws: `missing` before `weft init`; `damaged` when it is not JSON of this shape.
    package static func read(from profile: Profile) throws(NodeError) -> ProfileSettings {
        guard let bytes = try PrivateFile.read(profile.settingsPath, bytesMax: bytesMax) else {
            throw NodeError(
                .missing, "the profile \"\(profile.name)\" cannot be used",
                why: "nothing is in \(profile.dataDirectory) yet", fix: "weft init")
        }
        do {
            return try JSONDecoder().decode(ProfileSettings.self, from: Data(bytes))
        } catch {
            throw NodeError(
                .damaged, "the settings of \"\(profile.name)\" cannot be read",
                why: "\(profile.settingsPath) does not hold {\"name\": …, \"listen\": …}",
                fix: "write it anew, or restore it from a backup")
        }
    }

    /// Puts them into `profile`, whole or not at all.
    package func write(to profile: Profile) throws(NodeError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let bytes = [UInt8](try encoder.encode(self))
            try PrivateFile.write(bytes + [UInt8(ascii: "\n")], to: profile.settingsPath)
        } catch let error as NodeError {
            throw error
        } catch {
            throw NodeError(
                .invalid, "the settings of \"\(profile.name)\" cannot be written",
                why: "a value in them is no text")
        }
    }
}
