package import CRDT
package import Primitives

/// The people who may see a thing, and the devices on which it has arrived, as far as this node knows at first hand:
/// statements of one device about another do not count.
package struct Visibility: Equatable, Sendable {
    /// The thing's id.
    package var id: ObjectID
    /// The audiences it is in; only `private` if it is in none.
    package var placement: [Audience]
    /// Everyone who may see it, once for each audience; this person's other devices appear with its home audience.
    package var viewers: [Viewer]
    /// Those who may no longer see it and have had it, or may have: former friends and members, people it was withdrawn
    /// from, and revoked devices.
    package var former: [Viewer]

    /// Creates a value from all fields, in declaration order.
    package init(id: ObjectID, placement: [Audience], viewers: [Viewer], former: [Viewer]) {
        self.id = id
        self.placement = placement
        self.viewers = viewers
        self.former = former
    }

    /// The knowledge that a thing has arrived on a device, from the most certain to the least.
    package enum Arrival: String, CaseIterable, Sendable {
        /// The device has confirmed it, or has written it.
        case hasIt = "has_it"
        /// The device once confirmed it; since then the thing was withdrawn, or the device lost access. Whether the
        /// copy still exists cannot be known here.
        case hadIt = "had_it"
        /// It may have arrived: it was sent, or others that have it could have forwarded it.
        case unknown
        /// It cannot be there: it has not left this device.
        case notYet = "not_yet"
    }

    /// A person who may see it, or could.
    package struct Viewer: Equatable, Sendable {
        /// The person.
        package var author: Author
        /// The audience that gives them access.
        package var audience: Audience
        /// The best arrival of any of their devices.
        package var arrival: Arrival
        /// Their known devices, by name, then by key.
        package var devices: [Device]

        /// Creates a value from all fields, in declaration order.
        package init(author: Author, audience: Audience, arrival: Arrival, devices: [Device]) {
            self.author = author
            self.audience = audience
            self.arrival = arrival
            self.devices = devices
        }
    }

    /// A device of a viewer.
    package struct Device: Equatable, Sendable {
        /// The signing key.
        package var device: DeviceID
        /// This person's name for it; empty for other people's devices.
        package var name: String
        package var arrival: Arrival
        /// Whether its person has revoked it.
        package var isRevoked: Bool
        /// The time when a link to it was last open; nil if never.
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
