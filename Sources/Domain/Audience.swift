/// Who may see a thing, in the words of a person; at once what is replicated together and what is
/// encrypted together.
///
/// Declared from the narrowest to the widest, then groups, which compare with nothing else.
package enum Audience: Hashable, Comparable, Sendable {
    /// The person's own devices.
    case `private`
    /// Own devices and friends.
    case friends
    /// Whoever asks, if the node serves it.
    case `public`
    /// The members of the group that this person calls so.
    case group(String)

    /// Those that every person has, from the narrowest to the widest.
    package static let own: [Audience] = [.private, .friends, .public]

    /// The word people type: `private`, `friends`, `public`, `group:NAME`.
    package var name: String {
        switch self {
        case .private: return "private"
        case .friends: return "friends"
        case .public: return "public"
        case .group(let name): return Self.groupPrefix + name
        }
    }

    /// The audience that `name` names; nil if none does. Whether there is such a group only the
    /// node knows.
    package init?(name: String) {
        if name.hasPrefix(Self.groupPrefix), name.utf8.count > Self.groupPrefix.utf8.count {
            self = .group(String(name.dropFirst(Self.groupPrefix.count)))
            return
        }
        guard let found = Audience.own.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// What of it every person has one; nil of groups.
    package var kind: AudienceKind? {
        switch self {
        case .private: return .private
        case .friends: return .friends
        case .public: return .public
        case .group: return nil
        }
    }

    /// What stands before the name of a group.
    package static let groupPrefix = "group:"
}

/// What sort of audience; the raw value stands in frozen formats.
package enum AudienceKind: UInt8, CaseIterable, Comparable, Sendable {
    case `private` = 1
    case friends = 2
    case `public` = 3
    /// The only kind yet of which there are many.
    case group = 4

    /// Those of which every person has one, from the narrowest to the widest.
    package static let own: [AudienceKind] = [.private, .friends, .public]

    package static func < (left: AudienceKind, right: AudienceKind) -> Bool {
        left.rawValue < right.rawValue
    }
}
