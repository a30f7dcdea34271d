import API
import CRDT
import Domain
import Testing

@Suite struct EventTests {
    private static let notices: [(Notice, String)] = [
        (.created(Samples.id, title: "X", by: Samples.ben), "object.created"),
        (.updated(Samples.id, title: "X", by: Samples.ben), "object.updated"),
        (.deleted(Samples.id, title: "X", by: Samples.ben), "object.deleted"),
        (.changedMany(count: 101, by: Samples.ben), "object.changed_many"),
        (.reacted(Samples.id, title: "X", .like, by: Samples.ben), "reaction.changed"),
        (
            .commented(Samples.id, title: "X", comment: Samples.id, "So.", by: Samples.ben),
            "comment.added"
        ),
        (
            .reported(Samples.id, title: "X", report: Samples.id, "gone", by: Samples.ben),
            "report.received"
        ),
        (.tagRenamed(from: ["craft"], to: "Making", count: 3), "tag.renamed"),
        (
            .shareReceived(Samples.ben, audience: .group("lab"), count: 23), "share.received"
        ),
        (.friendAdded(Samples.ben), "friend.added"),
        (.friendPending(Samples.ben.person, address: "127.0.0.1:1"), "friend.pending"),
        (.friendRemoved(Samples.ben), "friend.removed"),
        (.groupInvited(Samples.ben, group: "lab", role: nil), "group.invited"),
        (.groupJoined(Samples.ben, group: "lab"), "group.joined"),
        (.groupLeft(Samples.ben, group: "lab"), "group.left"),
        (.groupRoleChanged(Samples.ben, group: "lab", role: .viewer), "group.role_changed"),
        (.groupDescribed(Samples.ben, group: "lab", "For looms."), "group.described"),
        (.connected(Samples.ben, address: "127.0.0.1:1"), "friend.connected"),
        (.disconnected(Samples.ben, reason: "closed"), "friend.disconnected"),
        (.syncStarted(Samples.ben), "sync.started"),
        (.syncProgress(Samples.ben, received: 1, weLack: 2), "sync.progress"),
        (.syncCompleted(Samples.ben), "sync.completed"),
        (
            .deltaRejected(reason: "bad signature", address: "127.0.0.1:1", count: 3),
            "delta.rejected"
        ),
        (.settingChanged(.audience, audience: .friends), "settings.changed"),
        (.deviceTwice(rewritten: 3), "device.twice"),
        (.mailboxChanged(Samples.ben, state: .full), "mailbox.changed"),
        (
            .importProgress(ImportProgress(job: "1", state: .running, done: 2, total: nil)),
            "import.progress"
        ),
        (.warning("w"), "warning.raised"), (.warningCleared("w"), "warning.cleared"),
    ]

    @Test func `every notice has its own type, and no type is without a notice`() {
        let types = Self.notices.map {
            EventJSON(NumberedNotice(number: 1, at: Samples.at, notice: $0.0)).type
        }

        #expect(types == Self.notices.map(\.1))
        #expect(Set(types) == Set(EventJSON.types))
        #expect(EventJSON.types.count == Set(EventJSON.types).count)
    }

    @Test func `every setting that can be changed has a name in the events`() throws {
        let changes = [
            ChangeSettings(audience: "friends"), ChangeSettings(discovery: false),
            ChangeSettings(web: nil), ChangeSettings(pinboard: .public),
            ChangeSettings(filesQuotaBytes: 5), ChangeSettings(filesOriginals: .always),
            ChangeSettings(authorQuotaBytes: 5),
        ]

        let names = try changes.map { change in
            guard case .command(let command) = try change.request().request else {
                return "a query"
            }
            return command.setting?.rawValue ?? "none"
        }

        #expect(names == SettingName.allCases.map(\.rawValue))
    }

    @Test func `an event carries only what belongs to it`() throws {
        let notice = NumberedNotice(
            number: 7, at: Samples.at,
            notice: .syncProgress(Samples.ben, received: 1, weLack: 2))

        #expect(
            text(EventJSON(notice)) == """
                {"data":{"by":{"id":"\(Samples.ben.person.text)","me":false,"name":"ben"},\
                "i_lack":2,"received":1},"id":7,"time":"2026-11-21T04:00:23.120Z",\
                "type":"sync.progress"}
                """)
    }

    @Test func `a person who asks is named by their root key, for there is no name yet`() throws {
        let notice = NumberedNotice(
            number: 7, at: Samples.at,
            notice: .friendPending(Samples.ben.person, address: "127.0.0.1:1"))

        #expect(
            text(EventJSON(notice)) == """
                {"data":{"address":"127.0.0.1:1","person":"\(Samples.ben.person.text)"},\
                "id":7,"time":"2026-11-21T04:00:23.120Z","type":"friend.pending"}
                """)
    }

    @Test func `a change of role says in which group, and which role`() throws {
        let notice = NumberedNotice(
            number: 7, at: Samples.at,
            notice: .groupRoleChanged(Samples.ben, group: "lab", role: .viewer))

        #expect(
            text(EventJSON(notice)) == """
                {"data":{"by":{"id":"\(Samples.ben.person.text)","me":false,"name":"ben"},\
                "group":"lab","role":"viewer"},"id":7,"time":"2026-11-21T04:00:23.120Z",\
                "type":"group.role_changed"}
                """)
    }

    @Test func `counted events have their count and their audience`() throws {
        let shared = NumberedNotice(
            number: 7, at: Samples.at,
            notice: .shareReceived(Samples.ben, audience: .group("lab"), count: 23))
        let renamed = NumberedNotice(
            number: 8, at: Samples.at,
            notice: .tagRenamed(from: ["a", "b"], to: "C", count: 3))
        let imported = NumberedNotice(
            number: 9, at: Samples.at,
            notice: .importProgress(ImportProgress(job: "1", state: .done, done: 2, total: 2)))

        #expect(
            text(EventJSON(shared)) == """
                {"data":{"audience":"group:lab","by":{"id":"\(Samples.ben.person.text)",\
                "me":false,"name":"ben"},"count":23},"id":7,"time":"2026-11-21T04:00:23.120Z",\
                "type":"share.received"}
                """)
        #expect(
            text(EventJSON(renamed)) == """
                {"data":{"count":3,"from":["a","b"],"to":"C"},"id":8,\
                "time":"2026-11-21T04:00:23.120Z","type":"tag.renamed"}
                """)
        #expect(
            text(EventJSON(imported)) == """
                {"data":{"done":2,"job":"1","state":"done","total":2},"id":9,\
                "time":"2026-11-21T04:00:23.120Z","type":"import.progress"}
                """)
    }

    @Test func `a report names its thing as long as that is here, and says why`() throws {
        let notice = NumberedNotice(
            number: 7, at: Samples.at,
            notice: .reported(nil, title: "", report: Samples.id, "gone", by: Samples.ben))

        #expect(
            text(EventJSON(notice)) == """
                {"data":{"by":{"id":"\(Samples.ben.person.text)","me":false,"name":"ben"},\
                "report":"\(Samples.id.text)","text":"gone"},"id":7,\
                "time":"2026-11-21T04:00:23.120Z","type":"report.received"}
                """)
    }

    @Test func `an event that is written is read back the same`() throws {
        for (index, notice) in Self.notices.enumerated() {
            let event = EventJSON(
                NumberedNotice(number: UInt64(index), at: Samples.at, notice: notice.0))
            let read = try JSONText.decode(EventJSON.self, from: JSONText.encode(event))

            #expect(read == event)
        }
    }
}
