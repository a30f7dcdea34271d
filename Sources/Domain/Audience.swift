/// The people who may see a thing, by the name that a person uses. An audience is also the unit of replication and
/// encryption.
///
/// Cases are declared from the narrowest to the widest, followed by groups and people, which have no such order.
package enum Audience: Hashable, Comparable, Sendable {
    /// The person's own devices.
    case `private`
    /// Own devices and friends.
    case friends
    /// Anyone who asks, if the node serves it.
    case `public`
    /// The members of a group, by this person's name for it.
    case group(String)
    /// A friend and nobody else, by this person's name for them; several names are joined by `+`.
    case person(String)

    /// The audiences that every person has, from the narrowest to the widest.
    package static let own: [Audience] = [.private, .friends, .public]

    /// The text that people type: `private`, `friends`, `public`, `group:NAME`, `@NAME`.
    package var name: String {
        switch self {
        case .private: return "private"
        case .friends: return "friends"
        case .public: return "public"
        case .group(let name): return Self.groupPrefix + name
        case .person(let name): return Self.personPrefix + name
        }
    }

    /// Parses `name`; nil if it has none of the forms. Only the node knows whether the group or friend exists.
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

    /// The kind, if it is one that every person has; nil for groups and people.
    package var kind: AudienceKind? {
        switch self {
        case .private: return .private
        case .friends: return .friends
        case .public: return .public
        case .group, .person: return nil
        }
    }

    /// The prefix of a group's name.
    package static let groupPrefix = "group:"
    /// The prefix of a friend's name.
    package static let personPrefix = "@"
}

/// The kind of an audience. The raw value is part of frozen formats.
package enum AudienceKind: UInt8, CaseIterable, Comparable, Sendable {
    case `private` = 1
    case friends = 2
    case `public` = 3
    case group = 4
    /// For people who are named individually.
    case direct = 5

    /// The kinds that every person has exactly one of, from the narrowest to the widest.
    package static let own: [AudienceKind] = [.private, .friends, .public]

    /// Whether there can be many audiences of this kind, told apart by ids and with explicit members.
    package var hasID: Bool { self >= .group }

    package static func < (left: AudienceKind, right: AudienceKind) -> Bool {
        left.rawValue < right.rawValue
    }
}
