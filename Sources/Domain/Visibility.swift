package import CRDT
package import Primitives

/// Who may see a thing, and on which devices it has arrived, as far as this node knows at first
/// hand: what another one says of a third counts for nothing.
package struct Visibility: Equatable, Sendable {
    /// The thing's id.
    package var id: ObjectID
    /// The audiences it is in; only `private` if in none.
    package var placement: [Audience]
    /// Everybody who may see it, once for each audience; this person's other devices with the
    /// audience it is at home in.
    package var viewers: [Viewer]
    /// Who may see it no longer and has had it, or may have: former friends and members, whoever it
    /// was withdrawn from, and devices that were revoked.
    package var former: [Viewer]

    /// Creates a value from all fields, in declaration order.
    package init(id: ObjectID, placement: [Audience], viewers: [Viewer], former: [Viewer]) {
        self.id = id
        self.placement = placement
        self.viewers = viewers
        self.former = former
    }

    /// Whether a thing has arrived on a device; from what is known for certain to what is not.
    package enum Arrival: String, CaseIterable, Sendable {
        /// The device has said so itself, or has written it.
        case hasIt = "has_it"
        /// It has said so once; since then the thing was withdrawn, or it may see it no longer.
        /// Whether it is still there nobody can tell from here.
        case hadIt = "had_it"
        /// It may have come there: it was sent, or others have it who could have passed it on.
        case unknown
        /// It cannot be there: it has not left this device.
        case notYet = "not_yet"
    }

    /// One who may see it, or could.
    package struct Viewer: Equatable, Sendable {
        /// The person.
        package var author: Author
        /// Through which audience.
        package var audience: Audience
        /// The most that holds for any of the devices.
        package var arrival: Arrival
        /// Those that this node has heard of, by name, then by key.
        package var devices: [Device]

        /// Creates a value from all fields, in declaration order.
        package init(author: Author, audience: Audience, arrival: Arrival, devices: [Device]) {
            self.author = author
            self.audience = audience
            self.arrival = arrival
            self.devices = devices
        }
    }

    /// One of his devices.
    package struct Device: Equatable, Sendable {
        /// Its signing key.
        package var device: DeviceID
        /// As this person calls it; empty of other people's devices.
        package var name: String
        package var arrival: Arrival
        /// Its person has revoked it.
        package var isRevoked: Bool
        /// When a link to it was last opened; nil if never.
        package var lastSeen: WallTime?

        /// Creates a value from all fields, in declaration order.
        package init(
            device: DeviceID, name: String, arrival: Arrival, isRevoked: Bool, lastSeen: WallTime?
        ) {
            self.device = device
            self.name = name
            self.arrival = arrival
            self.isRevoked = isRevoked
            self.lastSeen = lastSeen
        }
    }
}
