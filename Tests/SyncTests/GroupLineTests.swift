import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing
import Wire

@testable import Sync

/// Tests joining a group by a short line and by a short code: Ana's node is `host0`, Ben's `host1`, Cleo's `host2`.
@Suite struct GroupLineTests {
    let room: CodeRoom
    var ana: SyncNode { room.ana }
    var ben: SyncNode { room.ben }

    init() throws {
        room = try CodeRoom("Ana", "Ben", "Cleo")
        try ana.ask(.command(.newGroup(name: "lab")))
        try ana.keep(drafts(3, "of the lab"), in: .group("lab"))
    }

    private func invite(uses: Int = 1) throws -> NewInvitation {
        let answer = try ana.ask(
            .command(.inviteToGroup("lab", role: .viewer, uses: uses, seconds: 3600)))
        guard case .invited(let made) = answer else { throw CodeRoom.NoCode() }
        return made
    }

    /// Returns what comes of it when somebody pastes `line`.
    private func join(
        _ line: String, as number: Int = 1, name: String? = nil
    ) throws -> Result<Group, Problem> {
        let node = room.lan.nodes[number]
        let before = node.answers.count
        try room.lan.tell(
            number,
            .requested(RequestID(1000), .command(.joinGroup(invitation: line, name: name))))
        try room.lan.run(for: .seconds(15))
        guard node.answers.count == before + 1 else { throw CodeRoom.NoCode() }
        switch node.answers[before] {
        case .group(let group): return .success(group)
        case .rejected(let problem): return .failure(problem)
        default: throw CodeRoom.NoCode()
        }
    }

    private func groups(_ node: SyncNode) throws -> [Group] {
        guard case .groups(let groups) = try node.ask(.query(.groups())) else { return [] }
        return groups
    }

    @Test func `a line of at most 120 characters leads into the group`() throws {
        let made = try invite()
        let line = try #require(made.line)

        let group = try join(line, name: "work").get()

        #expect(line.utf8.count <= 120)
        #expect(group.name == "work")
        #expect(try groups(ben).map(\.state) == [.member])
        #expect(try groups(ben).map(\.role) == [.viewer])
        #expect(try ben.titles().count == 3)
        // Nobody has become a friend by it, nor asks to be one.
        for node in room.lan.nodes {
            guard case .pending(let knocks) = try node.ask(.query(.pending())) else { return }
            #expect(knocks.isEmpty)
        }
    }

    @Test func `the whole invitation still counts, and both are one`() throws {
        let made = try invite()
        let line = try #require(made.line)

        _ = try join(made.text).get()
        let late = try join(line, as: 2)

        #expect(try groups(ben).map(\.state) == [.member])
        #expect(throws: Problem.self) { try late.get() }
        guard case .failure(let problem) = late else { return }
        #expect(problem.detail == "the invitation was used up")
        #expect(try groups(room.lan.nodes[2]).isEmpty)
    }

    @Test func `a line is good for as many as the invitation`() throws {
        let line = try #require(try invite(uses: 2).line)

        _ = try join(line, as: 1).get()
        _ = try join(line, as: 2).get()

        #expect(try groups(ben).map(\.state) == [.member])
        #expect(try groups(room.lan.nodes[2]).map(\.state) == [.member])
    }

    @Test func `a revoked line says so, and nothing is written`() throws {
        let made = try invite()
        let line = try #require(made.line)
        try ana.ask(.command(.revokeInvitation(number: made.invitation.number)))

        guard case .failure(let problem) = try join(line) else {
            Issue.record("joined")
            return
        }

        #expect(problem.detail == "the invitation was revoked")
        #expect(try groups(ben).isEmpty)
    }

    @Test func `an inviter who is not reached is said, and the line stays good`() throws {
        let line = try #require(try invite().line)
        let lan = room.lan
        lan.isShut = { _, to in to == 0 }
        guard case .failure(let problem) = try join(line) else {
            Issue.record("joined")
            return
        }
        #expect(problem.code == .notFound)
        #expect(problem.detail.hasPrefix("cannot reach host0:7433"))
        #expect(try groups(ben).isEmpty)

        lan.isShut = { _, _ in false }
        _ = try join(line).get()

        #expect(try groups(ben).map(\.state) == [.member])
    }

    @Test func `an address that leads elsewhere is passed over`() throws {
        let made = try invite()
        let secret = try #require(Invitation(text: made.text)).secret
        let line = try #require(
            ShortInvitation(secret: secret, addresses: ["host2:7433", "host9:1", "host0:7433"]))

        _ = try join(line.text).get()

        #expect(try groups(ben).map(\.state) == [.member])
    }

    @Test func `a line that was never made, or is damaged, is refused`() throws {
        let line = try #require(
            ShortInvitation(secret: .zero, addresses: ["host0:7433"])
        )
        guard case .failure(let unknown) = try join(line.text),
            case .failure(let damaged) = try join(String(line.text.dropLast()))
        else {
            Issue.record("joined")
            return
        }
        #expect(unknown.code == .notFound)
        #expect(damaged.code == .invalidTicket)
        #expect(try groups(ben).isEmpty)
    }

    // The id can be read by whoever watches the network; the secret cannot be derived from it.
    @Test func `the id of a line without its secret proves nothing, and burns nothing`() throws {
        let made = try invite()
        let secret = try #require(Invitation(text: made.text)).secret
        let caller = try CodeCaller(1, to: ana)
        let other = try #require(
            ShortInvitation(secret: .zero, addresses: ["host0:7433"]))
        var entropy = Entropy.seeded(.zero)
        let joiner = CodeJoiner(
            .line(other), as: try SyncNode(99, name: "Mallory").engine.me, entropy: &entropy)
        guard case .lineHello(_, let session, let share) = joiner.hello else { return }

        try caller.say(
            .lineHello(
                id: Derivation.invitationID(secret: secret), session: session, share: share))
        guard case .answer(let theirs)? = caller.heard.last else {
            Issue.record("no answer")
            return
        }
        try caller.say(try #require(joiner.prove(to: theirs)).0)

        #expect(caller.heard.last == .refusal(.wrong))
        #expect(caller.isClosed)
        _ = try join(try #require(made.line)).get()
        #expect(try groups(ben).map(\.state) == [.member])
    }

    @Test func `a line into friends does not exist`() throws {
        let answer = try ana.ask(.command(.inviteFriend(uses: 1, seconds: 3600)))
        guard case .invited(let made) = answer,
            let secret = FriendInvitation(text: made.text)?.secret,
            let line = ShortInvitation(secret: secret, addresses: ["host0:7433"])
        else {
            Issue.record("not invited")
            return
        }
        #expect(made.line == nil)

        guard case .failure(let problem) = try join(line.text) else {
            Issue.record("joined")
            return
        }
        #expect(problem.code == .notFound)
    }

    // MARK: Codes

    private func groupCode() throws -> ShortCode {
        let answer = try ana.ask(.command(.newCode(group: "lab", role: .editor)))
        guard case .code(let made) = answer else { throw CodeRoom.NoCode() }
        return try ShortCode(text: made.text ?? "")
    }

    @Test(arguments: [nil, "host0:7433"])
    func `a code leads one person into the group, without a friendship`(place: String?) throws {
        if place == nil { try room.lan.plugIn() }
        let code = try groupCode()

        let met = try room.join(code.text, at: place).get()
        try room.lan.run(for: .seconds(10))

        #expect(met.group == "lab")
        #expect(met.words.isEmpty)
        #expect(try groups(ben).map(\.role) == [.editor])
        #expect(try room.state(of: code).state == .used)
        #expect(try room.state(of: code).met?.person == ben.owner.person)
        for node in room.lan.nodes {
            guard case .pending(let knocks) = try node.ask(.query(.pending())) else { return }
            #expect(knocks.isEmpty)
        }
    }

    @Test func `a wrong word burns a group's code`() throws {
        let code = try groupCode()

        let wrong = try room.join(CodeRoom.wrong(code), at: "host0:7433")

        #expect(throws: Problem.self) { try wrong.get() }
        #expect(try room.state(of: code).state == .burnt)
        #expect(try groups(ben).isEmpty)
    }

    @Test func `a code into a group that one is not in is refused`() throws {
        guard case .rejected(let problem) = try ana.ask(.command(.newCode(group: "club"))) else {
            Issue.record("made")
            return
        }
        #expect(problem.code == .notFound)
        guard case .invitations(let open) = try ana.ask(.query(.invitations())) else { return }
        #expect(open.isEmpty)
    }

    @Test func `a full book of codes leaves no invitation behind`() throws {
        for _ in 0..<SyncLimits.codesMax { _ = try groupCode() }

        guard case .rejected(let problem) = try ana.ask(.command(.newCode(group: "lab"))) else {
            Issue.record("made")
            return
        }

        #expect(problem.code == .tooMany)
        guard case .invitations(let open) = try ana.ask(.query(.invitations())) else { return }
        #expect(open.count == SyncLimits.codesMax)
    }
}
