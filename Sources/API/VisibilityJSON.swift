import CRDT
package import Domain

/// Who may see a thing, and on which devices it has arrived.
package struct VisibilityJSON: Codable, Equatable, Sendable {
    package var id: String
    /// Audience names; only `private` if in none.
    package var placement: [String]
    package var viewers: [Viewer]
    /// Who may see it no longer and has had it, or may have.
    package var former: [Viewer]

    /// One who may see it, or could.
    package struct Viewer: Codable, Equatable, Sendable {
        package var author: AuthorJSON
        /// Through which audience.
        package var audience: String
        /// One of his devices has said that it has it; false says nothing: see `arrival`.
        package var hasIt: Bool
        /// `has_it`, `had_it`, `unknown` or `not_yet`: the most that holds for any of the devices.
        package var arrival: String
        package var devices: [Device]

        private enum CodingKeys: String, CodingKey {
            case author, audience, arrival, devices
            case hasIt = "has_it"
        }

        /// The viewer as a client sees him.
        package init(_ viewer: Visibility.Viewer) {
            author = AuthorJSON(viewer.author)
            audience = viewer.audience.name
            hasIt = viewer.arrival == .hasIt
            arrival = viewer.arrival.rawValue
            devices = viewer.devices.map(Device.init)
        }
    }

    /// One of his devices.
    package struct Device: Codable, Equatable, Sendable {
        /// The signing key, 52 characters of base 32.
        package var device: String
        /// Only of own devices; else empty.
        package var name: String
        /// As of a viewer.
        package var arrival: String
        package var revoked: Bool
        /// Absent if a link to it was never open.
        package var lastSeen: String?

        private enum CodingKeys: String, CodingKey {
            case device, name, arrival, revoked
            case lastSeen = "last_seen"
        }

        /// The device as a client sees it.
        package init(_ device: Visibility.Device) {
            self.device = PersonID(device.device.key).text
            name = device.name
            arrival = device.arrival.rawValue
            revoked = device.isRevoked
            lastSeen = device.lastSeen.map(Timestamp.text)
        }
    }

    /// The visibility as a client sees it.
    package init(_ visibility: Visibility) {
        id = visibility.id.text
        placement = visibility.placement.map(\.name)
        viewers = visibility.viewers.map(Viewer.init)
        former = visibility.former.map(Viewer.init)
    }
}
