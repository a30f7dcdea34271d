package import CRDT

/// Who may see a thing; at once what is replicated together and what is encrypted together.
///
/// Declared from the narrowest to the widest; the raw value stands in frozen formats.
package enum Audience: UInt8, CaseIterable, Comparable, Sendable {
    /// The person's own devices.
    case `private` = 1
    /// Own devices and friends.
    case friends = 2
    /// Whoever asks, if the node serves it.
    case `public` = 3

    /// The word people type: `private`, `friends`, `public`.
    package var name: String {
        switch self {
        case .private: return "private"
        case .friends: return "friends"
        case .public: return "public"
        }
    }

    /// The audience that `name` names; nil if none does.
    package init?(name: String) {
        guard let found = Audience.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// How operations name it.
    package var inOperations: AudienceName { AudienceName(rawValue) }

    /// The audience that operations call `name`; nil if it is none of these.
    package init?(_ name: AudienceName) {
        guard name.id == nil, let found = Audience(rawValue: name.kind) else { return nil }
        self = found
    }

    package static func < (left: Audience, right: Audience) -> Bool {
        left.rawValue < right.rawValue
    }
}
