import CRDT
package import Domain

/// Something happened. A gap between two ids means: ask anew.
package struct EventJSON: JSONShape {
    package var id: UInt64 = 0
    package var time = ""
    package var type = ""
    package var data = EventDataJSON()

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, "Its number, which rises by one each time.")
        fields.member("time", &time, as: .time, "The time of it.")
        fields.member(
            "type", &type, as: .word(EventJSON.types),
            "The event, such as `object.created`.")
        fields.member("data", &data, "The things that belong to it, by its type.")
    }

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

    // Events about the state of the node.
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
        case .settingChanged(let setting, let audience):
            var data = EventDataJSON(audience: audience)
            data.setting = setting.rawValue
            return ("settings.changed", data)
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

/// The data of an event; its type decides which members are there.
package struct EventDataJSON: JSONShape {
    package var id: String?
    package var title: String?
    package var by: AuthorJSON?
    package var person: String?
    package var group: String?
    package var role: String?
    package var count: Int?
    package var address: String?
    package var reason: String?
    package var received: Int?
    package var iLack: Int?
    package var audience: String?
    package var state: String?
    package var message: String?
    package var value: String?
    package var comment: String?
    package var text: String?
    package var report: String?
    package var from: [String]?
    package var to: String?
    package var job: String?
    package var done: Int?
    package var total: Int?
    package var setting: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("id", &id, "The id of the thing that it is about.")
        fields.member("title", &title, "The name of the thing.")
        fields.member("by", &by, "The person who did it, or whom it is about.")
        fields.member("person", &person, "The person who asks to be a friend, by the root key.")
        fields.member("group", &group, "The group that it is about.")
        fields.member(
            "role", &role, as: .words(GroupRole.self),
            "The role that somebody has now, or would get.")
        fields.member("count", &count, "The number of them.")
        fields.member("address", &address, "The address of the other node.")
        fields.member("reason", &reason, "The reason why it happened.")
        fields.member("received", &received, "The number of changes that have come.")
        fields.member("i_lack", &iLack, "The number of changes that this node lacks.")
        fields.member(
            "audience", &audience,
            "The default audience, or where a share came in sight.")
        fields.member(
            "state", &state,
            as: .word(
                Mailbox.State.allCases.map(\.rawValue)
                    + ImportProgress.State.allCases.map(\.rawValue)),
            "The state of a mailbox or an import.")
        fields.member("message", &message, "The problem, in a sentence.")
        fields.member(
            "value", &value, as: .word(Reaction.allCases.map(\.word)),
            "The reaction to it now; absent if there is none any more.")
        fields.member("comment", &comment, "The id of the comment.")
        fields.member("text", &text, "The words of a comment, a report or a group.")
        fields.member("report", &report, "The id of the report.")
        fields.member("from", &from, "Tags that became another one, in small letters.")
        fields.member("to", &to, "The tag that they became.")
        fields.member("job", &job, "The number of the import.")
        fields.member("done", &done, "The number of entries of its file that are dealt with.")
        fields.member("total", &total, "The total number; absent until it is known.")
        fields.member(
            "setting", &setting, as: .words(SettingName.self),
            "The setting that changed: a member of `/v1/settings`.")
    }

    /// The text for a person whose device is there twice.
    static let twice =
        "this device's data is in use in two places (a copied disk or virtual machine); what was "
        + "written here has been written again, nothing is lost; use only one of the two from now on"

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

    /// The progress of an import.
    fileprivate init(_ progress: ImportProgress) {
        self.init()
        job = progress.job
        state = progress.state.rawValue
        done = progress.done
        total = progress.total
    }
}
