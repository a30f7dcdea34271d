package import CRDT
import FoundationEssentials
import Primitives
import Wire

/// The user's settings of a profile, stored in `profile.json`.
package struct ProfileSettings: Codable, Equatable, Sendable {
    /// The name on tickets, which friends see.
    package var name: String
    /// The address that this node listens on, as `host:port`; nil if it only dials.
    package var listen: String?
    /// Devices of the same person with which this one began; dialled until others are known.
    package var peers: [OwnPeer]?

    /// Every address of the machine, on the port in the handbook.
    package static let defaultListen = "0.0.0.0:7433"

    /// The largest file of settings that is read; a larger one is damaged.
    private static let bytesMax = 64 * 1024

    /// Creates settings with these values.
    package init(
        name: String, listen: String? = ProfileSettings.defaultListen, peers: [OwnPeer]? = nil
    ) {
        self.name = name
        self.listen = listen
        self.peers = peers
    }

    /// Reads the settings of `profile`.
    ///
    /// - Throws: `missing` before `weft init`; `damaged` if the file is not JSON of this shape.
    package static func read(from profile: Profile) throws(NodeError) -> ProfileSettings {
        guard let bytes = try PrivateFile.read(profile.settingsPath, bytesMax: bytesMax) else {
            throw missing(in: profile)
        }
        do {
            return try JSONDecoder().decode(ProfileSettings.self, from: Data(bytes))
        } catch {
            throw NodeError(
                .damaged, "the settings of \"\(profile.name)\" cannot be read",
                why: "\(profile.settingsPath) does not hold {\"name\": …, \"listen\": …}",
                fix: "write the file again, or restore it from a backup")
        }
    }

    // With existing keys, `weft init` is not suggested: it would lose the identity.
    private static func missing(in profile: Profile) -> NodeError {
        let what = "the profile \"\(profile.name)\" cannot be used"
        // Keys that cannot be examined count as present.
        guard (try? Keystore.exists(in: profile)) != false else {
            return NodeError(
                .missing, what, why: "\(profile.dataDirectory) is empty", fix: "weft init")
        }
        return NodeError(
            .missing, what, why: "your keys exist, but \(profile.settingsPath) is missing",
            fix: "restore it from a backup, or write {\"name\": \"YOUR NAME\", \"listen\": "
                + "\"\(defaultListen)\"} into it and chmod 600 it; then weft up")
    }

    /// The peers that are in fact other devices of the person whose keys these are.
    package func companions(of keys: Keys) -> [(certificate: Certificate, addresses: [String])] {
        (peers ?? []).compactMap { peer in
            guard let certificate = peer.genuine, certificate.person == keys.person,
                certificate.device != keys.certificate.device
            else { return nil }
            return (certificate, peer.addresses)
        }
    }

    /// Writes the settings to `profile`, completely or not at all.
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
                why: "a value in them is not text")
        }
    }
}

/// Another own device, and its addresses.
package struct OwnPeer: Codable, Equatable, Sendable {
    /// Base 32 of its 160 bytes.
    package var certificate: String
    /// As `host:port`, best first.
    package var addresses: [String]

    /// Describes the device of `certificate`.
    package init(_ certificate: Certificate, addresses: [String]) {
        var writer = ByteWriter()
        certificate.write(to: &writer)
        self.certificate = Base32.encode(writer.bytes)
        self.addresses = addresses
    }

    /// The certificate; nil unless it is well-formed and signed by its person.
    package var genuine: Certificate? {
        guard let bytes = Base32.decode(certificate) else { return nil }
        var reader = ByteReader(bytes)
        // A malformed certificate counts as none; the caller gets nil.
        guard let read = try? Certificate(from: &reader), reader.isAtEnd, read.isGenuine else {
            return nil
        }
        return read
    }
}
