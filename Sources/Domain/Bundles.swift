/// For whose devices something is carried that no link brings them.
package enum Addressee: Hashable, Sendable {
    /// Whatever this friend may have.
    case friend(PersonReference)
    /// What is in this group, for whoever is in it.
    case group(String)
    /// Whatever this person's own other devices may have.
    case ownDevices
    /// All of them: every friend, every group, the own devices.
    case everybody

    /// The word people type: `@NAME`, `group:NAME`, `me`, `everybody`.
    package var name: String {
        switch self {
        case .friend(let person): return Audience.personPrefix + person.text
        case .group(let name): return Audience.groupPrefix + name
        case .ownDevices: return Self.ownDevicesName
        case .everybody: return Self.everybodyName
        }
    }

    /// Whom `name` names; a name that is nothing else is a friend's. Nil if it is empty.
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

/// What a bundle holds that was made, or what of one was taken in.
package struct BundleReport: Equatable, Sendable {
    /// Sealed parts in it.
    package var segments: Int
    /// Of one that was taken in: those that this device can read.
    package var segmentsForMe: Int
    /// Bytes of all of it.
    package var bytes: Int
    /// Changes in it; of one that was taken in those that were new here.
    package var deltas: Int
    /// Whom it was made for, or came from, as a person calls them.
    package var others: [String]
    /// Something in it can be taken in only once something else has come.
    package var isWaiting: Bool
    /// One line for a person.
    package var summary: String

    /// All fields, in the order above.
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
