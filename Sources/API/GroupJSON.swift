package import Domain
import Primitives

/// A group, as one of its people sees it.
package struct GroupJSON: JSONShape {
    package var id = ""
    package var name = ""
    package var description = ""
    package var founder = AuthorJSON()
    package var role: String?
    package var state = ""
    package var memberCount = 0
    package var linkCount = 0
    package var refusal: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, as: .key, "The same for all members, 52 characters of base 32.")
        fields.member("name", &name, "This person's name for it.")
        fields.member("description", &description, "Its purpose.")
        fields.member("founder", &founder, "The person who made it.")
        fields.member("role", &role, as: .words(GroupRole.self), "This person's role.")
        fields.member(
            "state", &state, as: .words(Group.State.self),
            "This person's state in it: `joining`, `member`, `left` or `removed`.")
        fields.member("member_count", &memberCount, "The number of people in it.")
        fields.member("link_count", &linkCount, "The number of things in it.")
        fields.member(
            "refusal", &refusal, as: .refusal,
            "The reason why the last invitation did not let this person in; absent if none was "
                + "refused."
        )
    }

    /// The group as a client sees it.
    package init(_ group: Group) {
        id = Base32.encode(group.id.bytes)
        name = group.name
        description = group.description
        founder = AuthorJSON(group.founder)
        role = group.role?.rawValue
        state = group.state.rawValue
        memberCount = group.memberCount
        linkCount = group.linkCount
        refusal = group.refusal?.rawValue
    }
}

/// A member of a group.
package struct GroupMemberJSON: JSONShape {
    package var author = AuthorJSON()
    package var role = ""
    package var deviceCount = 0
    package var connected = false
    package var lastSeen: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("author", &author, "The member.")
        fields.member("role", &role, as: .words(GroupRole.self), "Their role.")
        fields.member("device_count", &deviceCount, "The number of their devices.")
        fields.member("connected", &connected, "A link is open.")
        fields.member(
            "last_seen", &lastSeen, as: .time,
            "The time when it was connected last; absent if never.")
    }

    /// The member as a client sees them.
    package init(_ member: GroupMember) {
        author = AuthorJSON(member.author)
        role = member.role.rawValue
        deviceCount = member.deviceCount
        connected = member.isConnected
        lastSeen = member.lastSeen.map(Timestamp.text)
    }
}

/// An invitation that the node honours.
package struct InvitationJSON: JSONShape {
    package var number = 0
    package var group: String?
    package var role: String?
    package var usesLeft = 0
    package var expiresAt = ""

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("number", &number, "The number that names it in a path.")
        fields.member("group", &group, "The group that it leads to; absent if it makes friends.")
        fields.member(
            "role", &role, as: .word(GroupRole.given.map(\.rawValue)),
            "The role of the people who use it.")
        fields.member("uses_left", &usesLeft, "The number of people who can still use it.")
        fields.member("expires_at", &expiresAt, as: .time, "Until when it is valid.")
    }

    /// The invitation as a client sees it.
    package init(_ invitation: OpenInvitation) {
        number = invitation.number
        group = invitation.group?.name
        role = invitation.group?.role.rawValue
        usesLeft = invitation.usesLeft
        expiresAt = Timestamp.text(invitation.expires)
    }
}

/// An invitation that was just made: the members of `InvitationJSON`, and what to pass on.
package struct NewInvitationJSON: JSONShape {
    package var text = ""
    package var line: String?
    package var qr: QRJSON?
    package var invitation = InvitationJSON()

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "text", &text, "The text to pass on. It is secret: whoever has it can use it.")
        fields.member(
            "line", &line,
            "The same for a group in at most 120 characters, as secret; it works while this node is up and reached.")
        fields.member(
            "qr", &qr,
            "The line, or else the text, as a QR code, in capitals and as secret; absent if it is too long for one.")
        invitation.visit(fields)
    }

    /// The invitation as a client sees it.
    ///
    /// - Parameter qr: the picture of its text.
    package init(_ made: NewInvitation, qr: QRJSON?) {
        invitation = InvitationJSON(made.invitation)
        text = made.text
        line = made.line
        self.qr = qr
    }
}
