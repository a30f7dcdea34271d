import API
import Domain
import Testing

// What is asked of people, of groups and of the node itself.
extension EndpointTests {
    static let people: [any ServedEndpoint & Sendable] = [
        ListGroups(), NewGroup(name: "lab"), NewGroup(name: "l/b ?", description: "looms"),
        ShowGroup("l/b ?"), EditGroup("lab", name: "n"), EditGroup("lab", description: ""),
        DissolveGroup("lab"), LeaveGroup("l b"), HandOverGroup("lab", to: "@ben"),
        ListMembers("lab"), SetMemberRole("lab", "@ben", role: "viewer"),
        RemoveMember("l/b", "@b/n"), InviteToGroup("lab"),
        InviteToGroup("lab", role: "owner", uses: 4, seconds: 60), ListInvites(), RevokeInvite(3),
        InviteFriend(), InviteFriend(uses: 4), ListJoins(), JoinFriend(invitation: "i"),
        JoinFriend(invitation: "i", name: "ana"), ForgetJoin("@ana"),
        JoinGroup(invitation: "i", name: "loom"), ListFriends(), AddFriend(ticket: "t"),
        AddFriend(ticket: "t", name: "ben"), RenameFriend("@ben", to: "b"), RemoveFriend("@ben"),
        RemoveFriend("@ben", block: true), ListBlocked(), UnblockPerson("@ben"), ListPending(),
        AcceptPending("@ben"), AcceptPending("@ben", name: "b"), DeclinePending("@ben"),
        NewCode(), ShowCode(7), EndCode(7), JoinByCode(code: "7-candy-lizard"),
        JoinByCode(code: "7-candy-lizard", at: "h:1"),
    ]

    static let node: [any ServedEndpoint & Sendable] = [
        ListDevices(), PairDevice(request: "r"), PairDevice(request: "r", phrase: "p"),
        RenameDevice("d", to: "n"), RevokeDevice("d"), RevokeDevice("d", phrase: "p"),
        ListPeers(), Connect(host: "h", port: 65535), SyncNow(wait: nil), SyncNow(wait: 0),
        SyncNow(wait: 3600), NewBundle(path: "/p", for: ["@ben"]),
        NewBundle(path: "/p", for: ["me"], whole: true), ApplyBundle(path: "/p"), ListFolders(),
        NewFolder(path: "/p"), NewFolder(path: "/p", for: ["me"]), RemoveFolder(2),
        ListMailboxes(), NewMailbox(keeper: "@ben"), NewMailbox(keeper: "@ben", for: ["me"]),
        RemoveMailbox("@ben"), KeepMailbox(person: "@ben"),
        KeepMailbox(person: "@ben", quotaBytes: 0), ShowSettings(),
        ChangeSettings(audience: "friends"), ChangeSettings(discovery: false),
        ChangeSettings(web: nil), ChangeSettings(pinboard: .public),
        ChangeSettings(filesQuotaBytes: 5), ChangeSettings(filesOriginals: .always),
        ChangeSettings(authorQuotaBytes: 5), ShowStatus(), ShowIdentity(),
    ]

    @Test func `a body that may be left out is sent if it says something`() {
        let invitation = RequestParts(InviteToGroup("lab"))
        let wide = RequestParts(InviteToGroup("lab", uses: 4))
        let change = RequestParts(EditGroup("lab"))

        #expect(invitation.body == nil)
        #expect(wide.body == Array(#"{"uses":4}"#.utf8))
        #expect(change.body == Array("{}".utf8))
    }
}
