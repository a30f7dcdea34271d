import CRDT
package import Domain

/// The people who may see a thing, and the devices on which it has arrived.
package struct VisibilityJSON: JSONShape {
    package var id = ""
    package var placement: [String] = []
    package var viewers: [Viewer] = []
    package var former: [Viewer] = []

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .id, "The id of the thing.")
        fields.member(
            "placement", &placement, as: .list(.audience),
            "Audiences in which it is, beside its home.")
        fields.member("viewers", &viewers, "The people who may see it, or could.")
        fields.member(
            "former", &former, "The people who may see it no longer, and have had it or may have.")
    }

    /// One who may see it, or could.
    package struct Viewer: JSONShape {
        package var author = AuthorJSON()
        package var audience = ""
        package var hasIt = false
        package var arrival = ""
        package var devices: [Device] = []

        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member("author", &author, "The person.")
            fields.member(
                "audience", &audience, as: .audience,
                "The audience through which they can see it.")
            fields.member("has_it", &hasIt, "One of their devices has said that it has it.")
            fields.member(
                "arrival", &arrival, as: .arrival,
                "Its arrival there: `has_it`, `had_it`, `unknown` or `not_yet`.")
            fields.member("devices", &devices, "Their devices.")
        }

        /// The viewer as a client sees them.
        package init(_ viewer: Visibility.Viewer) {
            author = AuthorJSON(viewer.author)
            audience = viewer.audience.name
            hasIt = viewer.arrival == .hasIt
            arrival = viewer.arrival.rawValue
            devices = viewer.devices.map(Device.init)
        }
    }

    /// One of their devices.
    package struct Device: JSONShape {
        package var device = ""
        package var name = ""
        package var arrival = ""
        package var revoked = false
        package var lastSeen: String?

        package static let shape = "ViewerDevice"
        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member(
                "device", &device, as: .key,
                "The device's signing key, 52 characters of base 32.")
            fields.member("name", &name, "The name of the device; only of own ones, else empty.")
            fields.member(
                "arrival", &arrival, as: .arrival,
                "Its arrival there: `has_it`, `had_it`, `unknown` or `not_yet`.")
            fields.member(
                "revoked", &revoked,
                "It was revoked: other nodes ignore what it writes.")
            fields.member(
                "last_seen", &lastSeen, as: .time,
                "The time when it was connected last; absent if never.")
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
