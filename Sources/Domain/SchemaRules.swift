package import CRDT
import Primitives

extension Schema {
    /// Whether a peer's value is valid in a field. An invalid value makes the delta void on every node, so these rules
    /// never change within a version; unknown kinds and fields may hold anything.
    package static func allows(_ value: [UInt8], in field: Field, kind: UInt8) -> Bool {
        if field == .deletion { return value.isEmpty || value == [1] }
        switch kind {
        case Kind.link.rawValue: return allowsInThing(value, field)
        case Collection.kind:
            switch field {
            case Collection.name: return isText(value, 1...Limits.nameBytesMax)
            case Collection.description: return isText(value, 0...Limits.noteBytesMax)
            case Collection.query: return isText(value, 0...Limits.queryBytesMax)
            default: return true
            }
        case LiveShare.kind:
            switch field {
            case LiveShare.query: return isText(value, 0...Limits.queryBytesMax)
            case LiveShare.audience: return isAudience(value)
            default: return true
            }
        case Contact.kind:
            switch field {
            case Contact.person: return value.count == 32
            case Contact.petName: return isText(value, 1...Limits.nameBytesMax)
            case Contact.ticket: return isText(value, 1...8192)
            case Contact.blocked: return value.isEmpty || value == [1]
            default: return true
            }
        case Device.kind:
            switch field {
            case Device.device: return value.count == 32
            case Device.name: return isText(value, 1...Limits.nameBytesMax)
            default: return true
            }
        case Membership.kind: return allowsInMembership(value, field)
        case Member.kind:
            switch field {
            case Member.person: return value.count == 32
            case Member.name: return isText(value, 0...Limits.nameBytesMax)
            default: return true
            }
        default: return true
        }
    }

    /// Whether a peer's element is valid in a set; see `allows(_:in:kind:)`.
    package static func allows(element: [UInt8], in field: Field, kind: UInt8) -> Bool {
        switch (kind, field) {
        case (Kind.link.rawValue, Thing.tags): return isText(element, 1...Limits.tagBytesMax)
        case (Collection.kind, Collection.members):
            // Author and object, 48 bytes, and the position.
            return (49...48 + Limits.memberPlaceBytesMax).contains(element.count)
        case (Member.kind, Member.addresses): return isText(element, 1...Limits.addressBytesMax)
        default: return true
        }
    }

    /// Whether a value is valid as a group's description; an invalid one from a peer is stored and relayed, but not
    /// shown.
    package static func isGroupDescription(_ value: [UInt8]) -> Bool {
        isText(value, 0...Limits.groupDescriptionBytesMax)
    }

    /// Whether a value of a thing may be shown. An invalid one from a peer is stored and relayed, but not shown: kinds
    /// added later never make a delta void, so versions that do not know them reach the same verdict.
    package static func shows(_ value: [UInt8], in field: Field, of kind: Kind) -> Bool {
        if field == Thing.url, !kind.isAddressed, value.isEmpty { return true }
        guard let form = kind.details.first(where: { $0.field == field }) else {
            return allowsInThing(value, field)
        }
        return value.isEmpty || form.value.shows(value)
    }

    /// Whether an element of a set of a thing may be shown; see `shows(_:in:of:)`.
    package static func shows(element: [UInt8], in field: Field, of kind: Kind) -> Bool {
        guard let form = kind.details.first(where: { $0.field == field }) else {
            return allows(element: element, in: field, kind: Kind.link.rawValue)
        }
        return form.value.shows(element)
    }

    private static func allowsInThing(_ value: [UInt8], _ field: Field) -> Bool {
        switch field {
        case Thing.url: return isText(value, 1...Limits.urlBytesMax) && isHarmless(value)
        case Thing.title: return isText(value, 0...Limits.titleBytesMax)
        case Thing.note: return isText(value, 0...Limits.noteBytesMax)
        case Thing.added:
            guard let time = Moment.time(value) else { return false }
            return time.milliseconds < 1 << 48 && Moment.bytes(time) == value
        case Thing.size: return value.count == 1 && TileSize(rawValue: value[0]) != nil
        case Thing.unread: return value.isEmpty || value == [1]
        default: return true
        }
    }

    private static func allowsInMembership(_ value: [UInt8], _ field: Field) -> Bool {
        switch field {
        case Membership.audience: return isAudience(value) && value.count == 33
        case Membership.founder: return value.count == 32
        case Membership.name: return isText(value, 1...Limits.nameBytesMax)
        case Membership.invitation: return isText(value, 0...8192)
        case Membership.left: return value.isEmpty || Leaving.grants(value) != nil
        default: return true
        }
    }

    private static func isAudience(_ value: [UInt8]) -> Bool {
        guard let kind = value.first, kind > 0 else { return false }
        return value.count == (kind < AudienceName.idsBegin ? 1 : 33)
    }

    private static func isText(_ value: [UInt8], _ bytes: ClosedRange<Int>) -> Bool {
        bytes.contains(value.count) && !value.contains(0)
            && String(validating: value, as: UTF8.self) != nil
    }

    // Whether the scheme cannot make a page, or a click on a friend's link, execute code.
    private static func isHarmless(_ url: [UInt8]) -> Bool {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return schemes.contains(url[..<colon].map { $0 | 0x20 })
    }

    private static let schemes = (BookmarkRules.schemes + ["file"]).map { Array($0.utf8) }
}
