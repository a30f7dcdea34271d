import CRDT
import Domain
import Primitives
import Store
import Testing

@testable import Simulator

/// Scenarios of groups, each in a calm world of its own: ana is node 0 and makes the group, ben is
/// 1, cleo 2, dora 3.
@Suite struct GroupStoryTests {
    private let ana = 0
    private let ben = 1
    private let cleo = 2
    private let dora = 3

    @Test func `who joins by an invitation reads what was there and what comes`() throws {
        let lab = try Lab(2)
        _ = try lab.cluster.keep(Lab.link("before"), for: .group("lab"), at: ana)

        try lab.join(ben)
        _ = try lab.cluster.keep(Lab.link("after"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben])

        #expect(try lab.titles(at: ben) == ["after", "before"])
        #expect(try lab.titles(at: ana) == ["after", "before"])
        #expect(try lab.group(at: ben).role == .editor)
        #expect(try lab.group(at: ben).state == .member)
    }

    @Test func `members sync with each other while the founder is away`() throws {
        let lab = try Lab(4)
        for node in [ben, cleo, dora] { try lab.join(node) }
        let id = try lab.cluster.keep(Lab.link("paper"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben, cleo, dora])

        try lab.cluster.crash(ana, isSilent: false)
        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "renamed")), at: ben)
        try lab.cluster.done(Lab.edit(id, BookmarkChange(addTags: ["read"])), at: cleo)
        try lab.settle([ben, cleo, dora])

        let seen = try lab.links(at: dora)
        #expect(seen.map(\.title) == ["renamed"])
        #expect(seen.map(\.tags) == [["read"]])
        #expect(seen.map(\.author.name) == ["person1"])
    }

    @Test func `a viewer's write is refused at their own node`() throws {
        let lab = try Lab(2)
        try lab.join(ben, as: .viewer)
        let id = try lab.cluster.keep(Lab.link("paper"), for: .group("lab"), at: ana)
        try lab.settle([ana, ben])

        for command in [
            Command.addBookmarks(
                [Lab.link("mine")], to: .group("lab"), onDuplicate: .skip, act: nil),
            Lab.edit(id, BookmarkChange(title: "better")),
            .remove(.references([.id(id.text)])),
        ] {
            #expect(try lab.problem(command, at: ben) == .roleRequired)
        }
        #expect(try lab.titles(at: ben) == ["paper"])
    }

    @Test func `a removed member reads nothing that comes later, and keeps what they had`() throws {
        let lab = try Lab(4)
        for node in [ben, cleo, dora] { try lab.join(node) }
        _ = try lab.cluster.keep(Lab.link("before"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben, cleo, dora])

        try lab.cluster.done(.removeFromGroup("lab", PersonReference("person3")), at: ana)
        try lab.settle([ana, ben, cleo])
        _ = try lab.cluster.keep(Lab.link("after"), for: .group("lab"), at: cleo)
        try lab.settle([ana, ben, cleo])
        try lab.cluster.run(for: .seconds(300))

        #expect(try lab.titles(at: ben) == ["after", "before"])
        #expect(try lab.titles(at: dora) == ["before"])
        #expect(try lab.members(at: ben) == ["person0", "person1", "person2"])
        // Dora's node knows of the removal and no longer writes there.
        #expect(try lab.group(at: dora).state == .removed)
        let later = Command.addBookmarks(
            [Lab.link("later")], to: .group("lab"), onDuplicate: .skip, act: nil)
        #expect(try lab.problem(later, at: dora) == .roleRequired)
    }

    @Test func `a member removed while out of reach is told at the next call, and what is void`()
        throws
    {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        try lab.settle([ana, ben, cleo])
        for other in [ana, ben] { lab.cluster.cut(cleo, other) }
        _ = try lab.cluster.keep(Lab.link("in vain"), for: .group("lab"), at: cleo)
        try lab.cluster.done(.removeFromGroup("lab", PersonReference("person2")), at: ana)
        try lab.settle([ana, ben])
        #expect(try lab.group(at: cleo).state == .member)

        try lab.cluster.heal()
        try lab.cluster.run(for: .seconds(300))

        #expect(try lab.group(at: cleo).state == .removed)
        #expect(try lab.titles(at: cleo) == [])
        #expect(try lab.titles(at: ben) == [])
    }

    @Test func `who leaves is gone for the others, and may come again`() throws {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        _ = try lab.cluster.keep(Lab.link("before"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben, cleo])

        try lab.cluster.done(.leaveGroup("lab"), at: ben)
        try lab.cluster.run(for: .seconds(5))
        #expect(try lab.members(at: ana) == ["person0", "person2"])
        #expect(try lab.members(at: cleo) == ["person0", "person2"])
        _ = try lab.cluster.keep(Lab.link("between"), for: .group("lab"), at: cleo)
        try lab.cluster.run(for: .seconds(60))
        #expect(try lab.titles(at: ben) == ["before"])
        #expect(try lab.group(at: ben).state == .left)

        try lab.join(ben)
        _ = try lab.cluster.keep(Lab.link("again"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben, cleo])
        #expect(try lab.titles(at: ben) == ["again", "before", "between"])
        #expect(try lab.titles(at: cleo) == ["again", "before", "between"])
    }

    @Test func `a member who leaves while their role is being changed is gone`() throws {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        try lab.settle([ana, ben, cleo])
        lab.cluster.cut(ana, ben)
        lab.cluster.cut(ana, cleo)

        try lab.cluster.done(.leaveGroup("lab"), at: ben)
        try lab.cluster.done(.setGroupRole("lab", PersonReference("person1"), .viewer), at: ana)
        try lab.cluster.run(for: .seconds(60))
        try lab.cluster.heal()
        try lab.cluster.run(for: .seconds(400))

        #expect(try lab.members(at: ana) == ["person0", "person2"])
        #expect(try lab.members(at: cleo) == ["person0", "person2"])
    }

    @Test func `a person who comes again before anybody heard that they left is a member`() throws {
        let lab = try Lab(2)
        try lab.join(ben)
        try lab.cluster.befriend(ana, ben)
        let text = try lab.invite(as: .editor, uses: 1)
        try lab.settle([ana, ben])
        lab.cluster.cut(ana, ben)

        try lab.cluster.done(.leaveGroup("lab"), at: ben)
        try lab.cluster.done(.joinGroup(invitation: text, name: nil), at: ben)
        try lab.cluster.heal()
        try lab.cluster.run(for: .seconds(400))
        _ = try lab.cluster.keep(Lab.link("for friends"), for: .friends, at: ana)
        try lab.cluster.run(for: .seconds(30))

        #expect(!lab.cluster.marks.contains { $0.name.hasPrefix("refused: malformed") })
        let seen = try lab.cluster.machines[ben].shown(at: lab.cluster.now)
        #expect(seen.map(\.title) == ["for friends"])
    }

    @Test func `a group is handed over, and the new head appoints owners`() throws {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        try lab.cluster.done(.handOverGroup("lab", to: PersonReference("person1")), at: ana)
        try lab.settle([ana, ben, cleo])

        #expect(try lab.group(at: ana).role == .owner)
        #expect(try lab.group(at: ben).role == .head)
        let owner = Command.setGroupRole("lab", PersonReference("person2"), .owner)
        #expect(try lab.problem(owner, at: ana) == .roleRequired)
        try lab.cluster.done(owner, at: ben)
        _ = try lab.cluster.keep(Lab.link("still mine"), for: .group("lab"), at: ana)
        try lab.settle([ana, ben, cleo])

        #expect(try lab.group(at: cleo).role == .owner)
        #expect(try lab.titles(at: cleo) == ["still mine"])
    }

    @Test func `a dissolved group takes nothing more, and all keep what they have`() throws {
        let lab = try Lab(2)
        try lab.join(ben)
        _ = try lab.cluster.keep(Lab.link("paper"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben])

        try lab.cluster.done(.dissolveGroup("lab"), at: ana)
        try lab.settle([ana, ben])

        let more = Command.addBookmarks(
            [Lab.link("more")], to: .group("lab"), onDuplicate: .skip, act: nil)
        #expect(try lab.problem(more, at: ben) == .roleRequired)
        #expect(try lab.group(at: ben).state == .removed)
        #expect(try lab.titles(at: ben) == ["paper"])
    }

    @Test func `an invitation for two lets in two, and nobody after it was revoked`() throws {
        let lab = try Lab(4)
        let text = try lab.invite(as: .editor, uses: 2)
        for node in [ben, cleo, dora] {
            try lab.cluster.done(.joinGroup(invitation: text, name: nil), at: node)
            try lab.cluster.run(for: .seconds(30))
        }
        #expect(try lab.members(at: ana) == ["person0", "person1", "person2"])
        #expect(try lab.group(at: dora).state == .left)
    }

    @Test func `an own link that is placed in a group is a copy there`() throws {
        let lab = try Lab(2)
        try lab.join(ben)
        let id = try lab.cluster.keep(Lab.link("mine", tags: ["art"]), at: ana)
        try lab.cluster.done(
            .share(.references([.id(id.text)]), with: .group("lab"), isLive: false), at: ana)
        try lab.settle([ana, ben])
        #expect(try lab.titles(at: ben) == ["mine"])
        let change = Lab.edit(id, BookmarkChange(title: "bens"))
        #expect(try lab.problem(change, at: ben) == .notYours)

        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "edited")), at: ana)
        try lab.settle([ana, ben])
        #expect(try lab.titles(at: ben) == ["edited"])

        try lab.cluster.done(
            .unshare(.references([.id(id.text)]), from: .group("lab")), at: ana)
        try lab.settle([ana, ben])
        #expect(try lab.titles(at: ben).isEmpty)
    }

    @Test func `what a viewer changed at home reaches the group once they may write`() throws {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        let edited = try lab.share(Lab.link("first", tags: ["art"]), at: ben)
        let withdrawn = try lab.share(Lab.link("second"), at: ben)
        try lab.settle([ana, ben, cleo])
        let person = PersonReference("person1")
        try lab.cluster.done(.setGroupRole("lab", person, .viewer), at: ana)
        try lab.settle([ana, ben, cleo])

        let change = BookmarkChange(title: "edited", addTags: ["day"], removeTags: ["art"])
        try lab.cluster.done(Lab.edit(edited, change), at: ben)
        let unshare = Command.unshare(.references([.id(withdrawn.text)]), from: nil)
        try lab.cluster.done(unshare, at: ben)
        try lab.cluster.run(for: .seconds(30))
        #expect(try lab.titles(at: cleo) == ["first", "second"])
        try lab.cluster.done(.setGroupRole("lab", person, .editor), at: ana)
        try lab.cluster.run(for: .seconds(30))
        try lab.settle([ana, ben, cleo])

        #expect(try lab.titles(at: cleo) == ["edited"])
        #expect(try lab.links(at: cleo).map(\.tags) == [["day"]])
    }

    @Test func `what a member changed at home while out reaches the group when they are back`()
        throws
    {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        let id = try lab.share(Lab.link("mine"), at: ben)
        try lab.settle([ana, ben, cleo])

        try lab.cluster.done(.leaveGroup("lab"), at: ben)
        try lab.cluster.run(for: .seconds(5))
        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "edited")), at: ben)
        try lab.cluster.run(for: .seconds(30))
        #expect(try lab.titles(at: cleo) == ["mine"])
        try lab.join(ben)
        try lab.cluster.run(for: .seconds(30))
        try lab.settle([ana, ben, cleo])

        #expect(try lab.titles(at: cleo) == ["edited"])
    }

    @Test func `what a person showed as a friend hides nothing that they show in a group`() throws {
        let (lab, id) = try shownTwice()

        try lab.cluster.done(
            .removeFriend(PersonReference("friend1"), isBlocked: false), at: cleo)
        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "edited")), at: ben)
        try lab.cluster.run(for: .seconds(30))
        #expect(try lab.titles(at: cleo) == ["edited"])
        #expect(try lab.cluster.machines[cleo].shown(at: lab.cluster.now).count == 1)

        try lab.cluster.befriend(ben, cleo)
        try lab.cluster.run(for: .seconds(400))
        let seen = try lab.cluster.machines[cleo].shown(at: lab.cluster.now)
        #expect(seen.map(\.title) == ["edited"])
        #expect(seen.map(\.placement) == [[.friends]])
    }

    @Test
    func `what is shown to a friend hides nothing once who showed it has ended the friendship`()
        throws
    {
        let (lab, id) = try shownTwice()

        try lab.cluster.done(
            .removeFriend(PersonReference("friend2"), isBlocked: false), at: ben)
        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "edited")), at: ben)
        try lab.cluster.run(for: .seconds(60))

        #expect(try lab.titles(at: cleo) == ["edited"])
        #expect(try lab.cluster.machines[cleo].shown(at: lab.cluster.now).count == 1)
    }

    @Test func `what stands in a dissolved group hides nothing of what is shown in another`() throws
    {
        let lab = try Lab(2)
        try lab.cluster.done(.newGroup(name: "loom"), at: ana)
        for group in ["lab", "loom"] { try lab.join(ben, to: group) }
        let id = try lab.share(Lab.link("mine"), at: ben)
        let selection = Selection.references([.id(id.text)])
        try lab.cluster.done(.share(selection, with: .group("loom"), isLive: false), at: ben)
        try lab.cluster.run(for: .seconds(30))

        try lab.cluster.done(.dissolveGroup("lab"), at: ana)
        try lab.cluster.run(for: .seconds(30))
        try lab.cluster.done(Lab.edit(id, BookmarkChange(title: "edited")), at: ben)
        try lab.cluster.run(for: .seconds(30))

        let seen = try lab.cluster.machines[ana].shown(at: lab.cluster.now)
        #expect(seen.map(\.title) == ["edited"])
        #expect(seen.map(\.placement) == [[.group("loom")]])
    }

    @Test func `two who say apart what a group is for, one beside a crash, come to read the same`()
        throws
    {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        try lab.settle([ana, ben, cleo])
        for other in [ana, ben] { lab.cluster.cut(cleo, other) }
        for (node, words) in [(ben, "for looms"), (cleo, "for yarn")] {
            try lab.cluster.done(
                .editGroup("lab", GroupChange(description: words)), at: node)
        }
        try lab.cluster.crash(ben, isSilent: true)
        try lab.cluster.start(ben)
        try lab.cluster.heal()
        try lab.settle([ana, ben, cleo])

        let shown = try [ana, ben, cleo].map { try lab.group(at: $0).description }
        #expect(Set(shown).count == 1)
        #expect(["for looms", "for yarn"].contains(shown[0]))
        try lab.cluster.checkEverything()
    }

    @Test func `a friend outside a group gets nothing of it`() throws {
        let lab = try Lab(3)
        try lab.cluster.befriend(ben, cleo)
        try lab.join(ben)
        _ = try lab.cluster.keep(Lab.link("inside"), for: .group("lab"), at: ben)
        try lab.settle([ana, ben])
        try lab.cluster.run(for: .seconds(120))
        #expect(try lab.titles(at: cleo).isEmpty)
        try lab.cluster.checkEverything()
    }

    // Ben shows Cleo a link in the group and as a friend.
    private func shownTwice() throws -> (lab: Lab, id: ObjectID) {
        let lab = try Lab(3)
        for node in [ben, cleo] { try lab.join(node) }
        try lab.cluster.befriend(ben, cleo)
        let id = try lab.share(Lab.link("mine"), at: ben)
        try lab.cluster.done(
            .share(.references([.id(id.text)]), with: .friends, isLive: false), at: ben)
        try lab.cluster.run(for: .seconds(30))
        return (lab, id)
    }
}

/// A calm world in which node 0 has made the group `lab`.
struct Lab {
    let world: World
    var cluster: Cluster { world.cluster }

    init(_ nodes: Int) throws {
        world = try World(nodes)
        try cluster.done(.newGroup(name: "lab"), at: 0)
    }

    func invite(as role: GroupRole, uses: Int, to name: String = "lab") throws -> String {
        let answer = try cluster.done(
            .inviteToGroup(name, role: role, uses: uses, seconds: 3600), at: 0)
        guard case .invited(let invitation) = answer else {
            throw BrokenClaim("an invitation is answered", "\(answer)")
        }
        return invitation.text
    }

    /// Lets `node` in and waits until it is a member.
    func join(_ node: Int, as role: GroupRole = .editor, to name: String = "lab") throws {
        let text = try invite(as: role, uses: 1, to: name)
        try cluster.done(.joinGroup(invitation: text, name: nil), at: node)
        let end = cluster.now + .seconds(60)
        while try group(name, at: node).state != .member {
            guard cluster.now < end else {
                throw BrokenClaim("who is invited comes in", "node\(node)")
            }
            try cluster.run(for: .milliseconds(200))
        }
    }

    /// Waits until the running `nodes` hold the same of the group and show the same.
    func settle(_ nodes: [Int]) throws {
        let end = cluster.now + Simulation.settlesWithin
        let id = try group(at: nodes[0]).id
        while true {
            let digests = try nodes.map { node in
                try cluster.machines[node].read { (store) throws(StorageError) in
                    try store.stateDigest(ofGroup: id)
                }
            }
            let logs = try nodes.map { node in
                try cluster.machines[node].read { (store) throws(StorageError) in
                    try store.frontier(ofGroup: id)
                }
            }
            if Set(digests).count == 1, logs.allSatisfy({ $0 == logs[0] }) { return }
            guard cluster.now < end else {
                let lengths = logs.map { "\($0?.entries.map(\.length) ?? [])" }
                throw BrokenClaim(
                    "members agree",
                    "\(digests.map { $0 == digests[0] }) \(lengths.joined(separator: " "))")
            }
            try cluster.run(for: .milliseconds(500))
        }
    }

    /// Stores a link at home and places it in the group.
    func share(_ draft: BookmarkDraft, at node: Int) throws -> ObjectID {
        let id = try cluster.keep(draft, at: node)
        try cluster.done(
            .share(.references([.id(id.text)]), with: .group("lab"), isLive: false), at: node)
        return id
    }

    func group(_ name: String = "lab", at node: Int) throws -> Group {
        guard case .groups(let groups) = try cluster.ask(.query(.groups()), at: node),
            let group = groups.first(where: { $0.name == name })
        else { throw BrokenClaim("the group is known", "node\(node)") }
        return group
    }

    /// Returns the names of members, as `node` calls them.
    func members(at node: Int) throws -> [String] {
        let answer = try cluster.ask(.query(.groupMembers("lab")), at: node)
        guard case .members(let members) = answer else {
            throw BrokenClaim("members are told", "\(answer)")
        }
        return members.map(\.author.name).sorted()
    }

    /// Returns the links of the group that `node` shows.
    func links(at node: Int) throws -> [Bookmark] {
        try cluster.machines[node].shown(at: cluster.now)
            .filter { $0.placement.contains(.group("lab")) && !$0.isTrashed }
            .sorted { $0.title < $1.title }
    }

    func titles(at node: Int) throws -> [String] { try links(at: node).map(\.title) }

    /// Returns why `command` is refused; nil if it is not.
    func problem(_ command: Command, at node: Int) throws -> Problem.Code? {
        guard case .rejected(let problem) = try cluster.ask(.command(command), at: node) else {
            return nil
        }
        return problem.code
    }

    static func link(_ title: String, tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(url: "https://example.org/\(title)", title: title, tags: tags)
    }

    static func edit(_ id: ObjectID, _ change: BookmarkChange) -> Command {
        .edit(.id(id.text), change)
    }
}
