import CRDT
package import Domain

/// Something happened. A gap between two ids means: ask anew.
package struct EventJSON: Codable, Equatable, Sendable {
    /// Rises by one each time.
    package var id: UInt64
    package var time: String
    /// Such as `object.created`; see `init`.
    package var type: String
    package var data: EventDataJSON

    /// The notice as a client sees it.
    package init(_ numbered: NumberedNotice) {
        id = numbered.number
        time = Timestamp.text(numbered.at)
        (type, data) = Self.read(numbered.notice)
    }

    private static func read(_ notice: Notice) -> (String, EventDataJSON) {
        switch notice {
        case .created(let object, let title, let author):
            return ("object.created", EventDataJSON(object: object, title: title, by: author))
        case .updated(let object, let title, let author):
            return ("object.updated", EventDataJSON(object: object, title: title, by: author))
        case .deleted(let object, let title, let author):
            return ("object.deleted", EventDataJSON(object: object, title: title, by: author))
        case .changedMany(let count, let author):
            return ("object.changed_many", EventDataJSON(by: author, count: count))
        case .reacted(let object, let title, let reaction, let person):
            return (
                "reaction.changed",
                EventDataJSON(object: object, title: title, by: person, value: reaction)
            )
        case .commented(let object, let title, let comment, let text, let person):
            return (
                "comment.added",
                EventDataJSON(
                    object: object, title: title, by: person, comment: comment, text: text)
            )
        case .reported(let object, let title, let report, let reason, let person):
            return (
                "report.received",
                EventDataJSON(
                    object: object, title: object == nil ? nil : title, by: person, text: reason,
                    report: report)
            )
        case .tagRenamed(let names, let name, let count):
            return ("tag.renamed", EventDataJSON(count: count, from: names, to: name))
        case .shareReceived(let person, let audience, let count):
            return (
                "share.received", EventDataJSON(by: person, count: count, audience: audience)
            )
        default: return readOfPeople(notice)
        }
    }

    // Friends and groups, and the links that lead to them.
    private static func readOfPeople(_ notice: Notice) -> (String, EventDataJSON) {
        switch notice {
        case .friendAdded(let friend):
            return ("friend.added", EventDataJSON(by: friend))
        case .friendPending(let person, let address):
            return ("friend.pending", EventDataJSON(person: person, address: address))
        case .friendRemoved(let friend):
            return ("friend.removed", EventDataJSON(by: friend))
        case .groupInvited(let person, let group, let role):
            return ("group.invited", EventDataJSON(by: person, group: group, role: role))
        case .groupJoined(let member, let group):
            return ("group.joined", EventDataJSON(by: member, group: group))
        case .groupLeft(let member, let group):
            return ("group.left", EventDataJSON(by: member, group: group))
        case .groupRoleChanged(let member, let group, let role):
            return ("group.role_changed", EventDataJSON(by: member, group: group, role: role))
        case .groupDescribed(let member, let group, let text):
            return ("group.described", EventDataJSON(by: member, group: group, text: text))
        case .connected(let friend, let address):
            return ("friend.connected", EventDataJSON(by: friend, address: address))
        case .disconnected(let friend, let reason):
            return ("friend.disconnected", EventDataJSON(by: friend, reason: reason))
        default: return readOfNode(notice)
        }
    }

    // How the node fares, and what goes on in it.
    private static func readOfNode(_ notice: Notice) -> (String, EventDataJSON) {
        switch notice {
        case .syncStarted(let friend): return ("sync.started", EventDataJSON(by: friend))
        case .syncProgress(let friend, let received, let weLack):
            return ("sync.progress", EventDataJSON(by: friend, received: received, iLack: weLack))
        case .syncCompleted(let friend):
            return ("sync.completed", EventDataJSON(by: friend))
        case .deltaRejected(let reason, let address, let count):
            return (
                "delta.rejected",
                EventDataJSON(count: count, address: address, reason: reason)
            )
        case .defaultAudienceChanged(let audience):
            return ("settings.changed", EventDataJSON(audience: audience))
        case .deviceTwice(let rewritten):
            return (
                "device.twice", EventDataJSON(count: rewritten, message: EventDataJSON.twice)
            )
        case .mailboxChanged(let keeper, let state):
            return ("mailbox.changed", EventDataJSON(by: keeper, state: state))
        case .importProgress(let progress): return ("import.progress", EventDataJSON(progress))
        case .warning(let message):
            return ("warning.raised", EventDataJSON(message: message))
        case .warningCleared(let message):
            return ("warning.cleared", EventDataJSON(message: message))
        case .created, .updated, .deleted, .changedMany, .reacted, .commented, .reported,
            .tagRenamed, .shareReceived, .friendAdded, .friendPending, .friendRemoved,
            .groupInvited, .groupJoined, .groupLeft, .groupRoleChanged, .groupDescribed,
            .connected, .disconnected:
            preconditionFailure("told above")
        }
    }

    /// Every `type` there is.
    package static let types = [
        "object.created", "object.updated", "object.deleted", "object.changed_many",
        "reaction.changed", "comment.added", "report.received", "tag.renamed", "share.received",
        "friend.added", "friend.pending", "friend.removed", "friend.connected",
        "friend.disconnected", "group.invited", "group.joined", "group.left",
        "group.role_changed", "group.described", "sync.started", "sync.progress",
        "sync.completed", "delta.rejected", "settings.changed", "device.twice",
        "mailbox.changed", "import.progress", "warning.raised", "warning.cleared",
    ]
}

/// What belongs to an event; which members are there depends on its type.
package struct EventDataJSON: Codable, Equatable, Sendable {
    package var id: String?
    package var title: String?
    /// Who changed it, or which friend or member it is about.
    package var by: AuthorJSON?
    /// Who asks to be a friend, by the root key.
    package var person: String?
    package var group: String?
    package var role: String?
    package var count: Int?
    package var address: String?
    package var reason: String?
    package var received: Int?
    package var iLack: Int?
    /// The default one, as it is now; or where what somebody shares came in sight.
    package var audience: String?
    /// How a mailbox fares (see `Mailbox`), or an import (see `ImportJob`).
    package var state: String?
    package var message: String?
    /// `like` or `dislike`; absent if somebody thinks nothing of it any more.
    package var value: String?
    /// The comment's own id.
    package var comment: String?
    /// What a comment says, why somebody reports a thing, or what a group is for.
    package var text: String?
    /// The report's own id.
    package var report: String?
    /// Names of tags that became another one, as they are compared: in small letters.
    package var from: [String]?
    /// The name of the tag that they became.
    package var to: String?
    /// The id of an import.
    package var job: String?
    /// Entries of its file that are dealt with, and how many there are.
    package var done: Int?
    package var total: Int?

    /// What a person is told whose device is there twice.
    static let twice =
        "this device's data is in use in two places (a copied disk or virtual machine); what was "
        + "written here has been written again, nothing is lost; use only one of the two from now on"

    private enum CodingKeys: String, CodingKey {
        case id, title, by, person, group, role, count, address, reason, received, audience
        case state, message, value, comment, text, report, from, to, job, done, total
        case iLack = "i_lack"
    }

    /// Members that are left out stay absent.
    init(
        object: ObjectID? = nil, title: String? = nil, by author: Author? = nil,
        person: PersonID? = nil, group: String? = nil, role: GroupRole? = nil,
        count: Int? = nil, address: String? = nil, reason: String? = nil, received: Int? = nil,
        iLack: Int? = nil, audience: Audience? = nil, state: Mailbox.State? = nil,
        message: String? = nil, value: Reaction? = nil, comment: ObjectID? = nil,
        text: String? = nil, report: ObjectID? = nil, from: [String]? = nil, to: String? = nil
    ) {
        id = object?.text
        self.title = title
        by = author.map(AuthorJSON.init)
        self.person = person?.text
        self.group = group
        self.role = role?.rawValue
        self.count = count
        self.address = address
        self.reason = reason
        self.received = received
        self.iLack = iLack
        self.audience = audience?.name
        self.state = state?.rawValue
        self.message = message
        self.value = value?.word
        self.comment = comment?.text
        self.text = text
        self.report = report?.text
        self.from = from
        self.to = to
    }

    /// How far an import is.
    fileprivate init(_ progress: ImportProgress) {
        self.init()
        job = progress.job
        state = progress.state.rawValue
        done = progress.done
        total = progress.total
    }
}
