/// The devices that something is carried to when no link reaches them.
package enum Addressee: Hashable, Sendable {
    /// A friend, for the things that they may see.
    case friend(PersonReference)
    /// The content of a group, for its members.
    case group(String)
    /// This person's other devices.
    case ownDevices
    /// Every friend, every group and the own devices.
    case everybody

    /// The text that people type: `@NAME`, `group:NAME`, `me`, `everybody`.
    package var name: String {
        switch self {
        case .friend(let person): return Audience.personPrefix + person.text
        case .group(let name): return Audience.groupPrefix + name
        case .ownDevices: return Self.ownDevicesName
        case .everybody: return Self.everybodyName
        }
    }

    /// Parses `name`; a name in no other form is a friend's. Nil if it is empty.
    package init?(name: String) {
        switch name {
        case Self.ownDevicesName: self = .ownDevices
        case Self.everybodyName: self = .everybody
        default:
            if name.hasPrefix(Audience.groupPrefix) {
                let group = name.dropFirst(Audience.groupPrefix.count)
                guard !group.isEmpty else { return nil }
                self = .group(String(group))
                return
            }
            let isMarked = name.hasPrefix(Audience.personPrefix)
            let person = isMarked ? String(name.dropFirst()) : name
            guard !person.isEmpty else { return nil }
            self = .friend(PersonReference(person))
        }
    }

    private static let ownDevicesName = "me"
    private static let everybodyName = "everybody"
}

/// A summary of a bundle that was created or imported.
package struct BundleReport: Equatable, Sendable {
    /// The number of sealed segments.
    package var segments: Int
    /// For an imported bundle, the number of segments that this device can read.
    package var segmentsForMe: Int
    /// The total size in bytes.
    package var bytes: Int
    /// The number of deltas; for an imported bundle, those that were new here.
    package var deltas: Int
    /// The people it was made for, or came from, by the names this person gives them.
    package var others: [String]
    /// Whether some of it can be applied only after something else arrives.
    package var isWaiting: Bool
    /// A one-line summary for people.
    package var summary: String

    /// Creates a value from all fields, in declaration order.
    package init(
        segments: Int, segmentsForMe: Int, bytes: Int, deltas: Int, others: [String],
        isWaiting: Bool, summary: String
    ) {
        self.segments = segments
        self.segmentsForMe = segmentsForMe
        self.bytes = bytes
        self.deltas = deltas
        self.others = others
        self.isWaiting = isWaiting
        self.summary = summary
    }
}
