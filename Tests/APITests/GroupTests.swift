import API
import CRDT
import Domain
import Primitives
import Testing

@Suite struct GroupTests {
    private func rawRequest(
        _ endpoint: OperationID, names: [String: String] = ["name": "lab", "person": "@ben"],
        query: String = "", body: String = ""
    ) throws -> RawRequest {
        RawRequest(
            endpoint: endpoint, names: names, parameters: try Parameters(query),
            body: Array(body.utf8))
    }

    @Test(arguments: [
        (OperationID.newGroup, #"{"name":"lab"}"#, Command.newGroup(name: "lab")),
        (
            .newGroup, #"{"name":"lab","description":"looms"}"#,
            .newGroup(name: "lab", description: "looms")
        ),
        (.editGroup, #"{"name":"loom"}"#, .editGroup("lab", GroupChange(name: "loom"))),
        (
            .editGroup, #"{"description":""}"#, .editGroup("lab", GroupChange(description: ""))
        ),
        (.dissolveGroup, "", .dissolveGroup("lab")), (.leaveGroup, "", .leaveGroup("lab")),
        (.handOverGroup, #"{"to":"@ben"}"#, .handOverGroup("lab", to: .init("@ben"))),
        (.setMemberRole, #"{"role":"viewer"}"#, .setGroupRole("lab", .init("@ben"), .viewer)),
        (.removeMember, "", .removeFromGroup("lab", .init("@ben"))),
        (.inviteToGroup, "", .inviteToGroup("lab", role: .editor, uses: 1, seconds: 3600)),
        (.inviteToGroup, "{}", .inviteToGroup("lab", role: .editor, uses: 1, seconds: 3600)),
        (
            .inviteToGroup, #"{"role":"owner","uses":4,"ttl_seconds":60}"#,
            .inviteToGroup("lab", role: .owner, uses: 4, seconds: 60)
        ),
        (.joinGroup, #"{"invitation":"i"}"#, .joinGroup(invitation: "i", name: nil)),
        (.inviteFriend, "", .inviteFriend(uses: 1, seconds: 86_400)),
        (.inviteFriend, #"{"uses":4,"ttl_seconds":60}"#, .inviteFriend(uses: 4, seconds: 60)),
        (.joinFriend, #"{"invitation":"i"}"#, .joinFriend(invitation: "i", petName: nil)),
        (
            .joinFriend, #"{"invitation":"i","name":"ana"}"#,
            .joinFriend(invitation: "i", petName: "ana")
        ),
        (
            .joinGroup, #"{"invitation":"i","name":"loom"}"#,
            .joinGroup(invitation: "i", name: "loom")
        ),
    ])
    func `a change of a group is asked of the node`(
        endpoint: OperationID, body: String, command: Command
    ) throws {
        #expect(try rawRequest(endpoint, body: body).request() == .command(command))
    }

    @Test func `an invitation is revoked by its number`() throws {
        let asked = try rawRequest(.revokeInvite, names: ["number": "3"])
        let unnumbered = try rawRequest(.revokeInvite, names: ["number": "lab"])

        #expect(try asked.request() == .command(.revokeInvitation(number: 3)))
        let problem = #expect(throws: ProblemJSON.self) { try unnumbered.request() }
        #expect(problem?.code == "not_found")
    }

    @Test func `groups, members and invitations are asked for`() throws {
        #expect(try rawRequest(.listGroups).request() == .query(.groups()))
        #expect(try rawRequest(.showGroup).request() == .query(.groups()))
        #expect(try rawRequest(.listMembers).request() == .query(.groupMembers("lab")))
        #expect(try rawRequest(.listInvites).request() == .query(.invitations()))
        #expect(try rawRequest(.listJoins).request() == .query(.joinings()))
        let forgetting = try rawRequest(.forgetJoin, names: ["ref": "@ana"])
        #expect(try forgetting.request() == .command(.forgetJoining(.init("@ana"))))
    }

    @Test func `a group is found by its name among all groups`() throws {
        let groups = [Samples.group]

        #expect(try ShowGroup("lab").output(groups) == GroupJSON(Samples.group))
        let problem = #expect(throws: ProblemJSON.self) { try ShowGroup("loom").output(groups) }
        #expect(problem?.code == "not_found" && problem?.fix == "weft group ls")
    }

    @Test(arguments: [
        (OperationID.setMemberRole, #"{"role":"head"}"#, "/role"),
        (.setMemberRole, #"{"role":"boss"}"#, "/role"),
        (.inviteToGroup, #"{"role":"head"}"#, "/role"),
        (.inviteToGroup, #"{"uses":0}"#, "/uses"),
        (.inviteToGroup, #"{"uses":\#(Limits.invitationUsesMax + 1)}"#, "/uses"),
        (.inviteToGroup, #"{"ttl_seconds":0}"#, "/ttl_seconds"),
        (
            .inviteToGroup, #"{"ttl_seconds":\#(Limits.invitationSecondsMax + 1)}"#,
            "/ttl_seconds"
        ),
    ])
    func `a problem names the place of the mistake`(
        endpoint: OperationID, body: String, pointer: String
    ) throws {
        let asked = try rawRequest(endpoint, body: body)

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.code == "invalid_value")
        #expect(problem?.errors?.first?.pointer == pointer)
    }

    @Test(arguments: [(-1, -1), (0, 0)])
    func `an invitation may be as wide and as long as the limits`(uses: Int, seconds: Int) throws {
        let (uses, seconds) = (
            Limits.invitationUsesMax + uses, Limits.invitationSecondsMax + seconds
        )
        let body = text(InviteToGroup("lab", uses: uses, seconds: seconds))

        #expect(
            try rawRequest(.inviteToGroup, body: body).request()
                == .command(.inviteToGroup("lab", role: .editor, uses: uses, seconds: seconds)))
    }

    @Test func `answers about groups are what the interface says`() throws {
        let id = Samples.ben.person.text
        let time = "2026-11-21T04:00:23.120Z"
        func author(_ author: Author) -> String {
            "{\"id\":\"\(author.person.text)\",\"me\":\(author.isMe),\"name\":\"\(author.name)\"}"
        }
        func written<Asker: Endpoint>(_ answer: Asker.NodeAnswer, _ endpoint: Asker) throws
            -> String
        {
            String(decoding: try endpoint.text(of: answer), as: UTF8.self)
        }
        let group = """
            {"description":"looms","founder":\(author(Samples.ana)),"id":"\(id)","link_count":23,"member_count":5,\
            "name":"lab","refusal":"revoked","role":"editor","state":"member"}
            """
        let invitation =
            "\"expires_at\":\"\(time)\",\"group\":\"lab\",\"number\":3,\"role\":\"viewer\","

        #expect(try written(Samples.group, NewGroup(name: "lab")) == group)
        #expect(try written([Samples.group], ListGroups()) == "{\"items\":[\(group)]}")
        #expect(
            try written([Samples.member], ListMembers("lab")) == """
                {"items":[{"author":\(author(Samples.ben)),"connected":false,"device_count":2,\
                "last_seen":"\(time)","role":"head"}]}
                """)
        #expect(
            try written([Samples.invitation], ListInvites())
                == "{\"items\":[{\(invitation)\"uses_left\":4}]}")
        let picture = text(try #require(QRJSON("weft-invite:1")))
        let made = invitation.replacing(",\"role", with: ",\"qr\":\(picture),\"role")
        #expect(
            try written(Samples.invited, InviteToGroup("lab"))
                == "{\(made)\"text\":\"weft-invite:1\",\"uses_left\":4}")
    }

    @Test func `an invitation to be friends has no group, and says how it stands`() throws {
        let time = Timestamp.text(Samples.at)
        func written<Asker: Endpoint>(_ answer: Asker.NodeAnswer, _ endpoint: Asker) throws
            -> String
        {
            String(decoding: try endpoint.text(of: answer), as: UTF8.self)
        }
        let open = OpenInvitation(number: 3, group: nil, usesLeft: 4, expires: Samples.at)

        #expect(
            try written([open], ListInvites())
                == "{\"items\":[{\"expires_at\":\"\(time)\",\"number\":3,\"uses_left\":4}]}")
        #expect(
            try written(Samples.joining, JoinFriend(invitation: "i")) == """
                {"expires_at":"\(time)","name":"Ana","person":"\(Samples.ana.person.text)",\
                "state":"used_up"}
                """)
        #expect(
            try written([Samples.joining], ListJoins())
                == "{\"items\":[\(try written(Samples.joining, JoinFriend(invitation: "i")))]}"
        )
    }

    @Test func `a member who has not heard that they were let in has no role`() throws {
        var group = Samples.group
        group.role = nil
        group.state = .joining

        let written = text(GroupJSON(group))

        #expect(!written.contains("role"))
        #expect(written.contains(#""state":"joining""#))
    }

    @Test func `an invitation is read back as it was written`() throws {
        let made = InviteFriend().output(Samples.invited)

        let read = try JSONText.decode(NewInvitationJSON.self, from: JSONText.encode(made))

        #expect(read == made)
    }

    @Test func `a group is an audience, its name as it was typed`() throws {
        let add = #"{"url":"u:","audience":"group:The Lab"}"#
        let share = ##"{"query":"#a","audience":"group:lab"}"##

        #expect(
            try rawRequest(.addBookmark, body: add).request()
                == .command(
                    .addBookmarks(
                        [BookmarkDraft(url: "u:")], to: .group("The Lab"), onDuplicate: .skip,
                        act: nil)))
        #expect(
            try rawRequest(.share, body: share).request()
                == .command(.share(.query("#a"), with: .group("lab"), isLive: false)))
        #expect(
            try ImportRequest(
                ParsedRequest.read(ImportFile.self, .importFile, "audience=group%3Alab")
            ).audience == .group("lab"))
    }

    @Test(arguments: ["group:", "group", "Group:lab", "lab"])
    func `an unknown audience is refused with the known ones`(word: String) throws {
        let asked = try rawRequest(.addBookmark, body: "{\"url\":\"u:\",\"audience\":\"\(word)\"}")

        let problem = #expect(throws: ProblemJSON.self) { try asked.request() }
        #expect(problem?.fix == "one of private, friends, public, group:NAME, @NAME")
    }

    @Test(arguments: [
        ("", [true, true, true, true]), ("private", [true, true, true, true]),
        ("friends", [false, true, true, false]), ("public", [false, false, true, false]),
        ("group:lab", [false, false, false, true]), ("group:loom", [false, false, false, false]),
    ])
    func `an export has what the audience sees, and a group is wider than none`(
        audience: String, admitted: [Bool]
    ) throws {
        let places: [[Audience]] = [[], [.friends], [.public], [.group("lab")]]
        let links = places.map { place in
            var link = Samples.bookmark
            link.placement = place
            return link
        }

        let request = try ExportRequest(
            ParsedRequest.read(ExportFile.self, .exportFile, "audience=" + audience))

        #expect(links.map { request.shown($0) != nil } == admitted)
    }
}
