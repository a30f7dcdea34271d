/// Who may see a thing, in the words of a person; at once what is replicated together and what is
/// encrypted together.
///
/// Declared from the narrowest to the widest, then groups and people, which are neither.
package enum Audience: Hashable, Comparable, Sendable {
    /// The person's own devices.
    case `private`
    /// Own devices and friends.
    case friends
    /// Whoever asks, if the node serves it.
    case `public`
    /// The members of the group that this person calls so.
    case group(String)
    /// The friend whom this person calls so, and nobody else; of several people their names with
    /// `+` between.
    case person(String)

    /// Those that every person has, from the narrowest to the widest.
    package static let own: [Audience] = [.private, .friends, .public]

    /// The word people type: `private`, `friends`, `public`, `group:NAME`, `@NAME`.
    package var name: String {
        switch self {
        case .private: return "private"
        case .friends: return "friends"
        case .public: return "public"
        case .group(let name): return Self.groupPrefix + name
        case .person(let name): return Self.personPrefix + name
        }
    }

    /// The audience that `name` names; nil if none does. Whether there is such a group or friend
    /// only the node knows.
    package init?(name: String) {
        if name.hasPrefix(Self.groupPrefix), name.utf8.count > Self.groupPrefix.utf8.count {
            self = .group(String(name.dropFirst(Self.groupPrefix.count)))
            return
        }
        if name.hasPrefix(Self.personPrefix), name.utf8.count > Self.personPrefix.utf8.count {
            self = .person(String(name.dropFirst(Self.personPrefix.count)))
            return
        }
        guard let found = Audience.own.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Which of those that every person has; nil of groups and people.
    package var kind: AudienceKind? {
        switch self {
        case .private: return .private
        case .friends: return .friends
        case .public: return .public
        case .group, .person: return nil
        }
    }

    /// What stands before the name of a group.
    package static let groupPrefix = "group:"
    /// What stands before the name of a friend.
    package static let personPrefix = "@"
}

/// What sort of audience; the raw value stands in frozen formats.
package enum AudienceKind: UInt8, CaseIterable, Comparable, Sendable {
    case `private` = 1
    case friends = 2
    case `public` = 3
    case group = 4
    /// For people who are named one by one.
    case direct = 5

    /// Those of which every person has one, from the narrowest to the widest.
    package static let own: [AudienceKind] = [.private, .friends, .public]

    /// There are many of the kind, told apart by their ids; a person is a member or is not.
    package var hasID: Bool { self >= .group }

    package static func < (left: AudienceKind, right: AudienceKind) -> Bool {
        left.rawValue < right.rawValue
    }
}
