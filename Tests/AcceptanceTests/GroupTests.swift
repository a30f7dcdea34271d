import Foundation
import Testing

/// Tests groups, with the real program on real sockets.
@Suite(.serialized) struct GroupTests {
    /// The time for several nodes to reconnect.
    private static let patience = Duration.seconds(20)

    @Test func `a research group works as its script says`() throws {
        let lab = try Lab()
        let (pi, s1) = (lab.pi, lab.students[0])
        let file = try lab.house.file("zotero.html", Self.bookmarks.utf8)

        try s1.weft("import", file, "--audience", "group:lab", "--tag", "inbox").succeeds()

        for person in lab.all {
            try until("the file is at \(person.name)'s", within: Self.patience) {
                try person.count("#inbox") == 3
            }
            #expect(try person.contents("#inbox") == s1.contents("#inbox"))
            #expect(try Lab.roles(at: person).count == 5)
        }
        #expect(try Lab.roles(at: pi)["pi"] == "head")
        try withoutTheFounder(lab)
        try asViewer(lab)
        try withoutARemovedMember(lab)
        try withAUsedUpInvitation(lab)
    }

    private func withoutTheFounder(_ lab: Lab) throws {
        let (s1, s2) = (lab.students[0], lab.students[1])
        try lab.pi.down()

        try s1.weft("edit", "https://one.example/", "--title", "Renamed").succeeds()
        try s2.weft("edit", "https://one.example/", "-t", "retagged").succeeds()

        for person in lab.students {
            try until("both changes are at \(person.name)'s", within: Self.patience) {
                try person.count("title:renamed #retagged #inbox") == 1
            }
        }
        try lab.pi.up()
        try until("both changes are at the founder's", within: Self.patience) {
            try lab.pi.count("title:renamed #retagged #inbox") == 1
        }
    }

    private func asViewer(_ lab: Lab) throws {
        let s4 = lab.students[3]
        try lab.pi.weft("group", "role", "lab", "@s4", "viewer").succeeds()
        try until("s4 has heard of it", within: Self.patience) {
            try Lab.roles(at: s4)["s4"] == "viewer"
        }

        let added = try s4.weft(
            "add", "https://refused.example/", "--audience", "group:lab", "--json")
        let edited = try s4.weft("edit", "https://two.example/", "--title", "No", "--json")

        added.fails(7, saying: "role_required")
        edited.fails(7, saying: "role_required")
        #expect(try s4.count("site:refused.example") == 0)
        #expect(try s4.count("title:no") == 0)
    }

    private func withoutARemovedMember(_ lab: Lab) throws {
        let (s1, s2, s3, s4) = (
            lab.students[0], lab.students[1], lab.students[2], lab.students[3]
        )
        let before = try s3.contents("#inbox")
        try lab.pi.weft("group", "remove", "lab", "@s3", "--force").succeeds()
        for person in [s1, s2, s4] {
            try until("\(person.name) has heard of it", within: Self.patience) {
                try Lab.roles(at: person)["s3"] == nil
            }
        }

        try s1.weft("add", "https://after.example/", "--audience", "group:lab").succeeds()

        try until("the new link is at the others'", within: Self.patience) {
            try s2.count("site:after.example") == 1 && s4.count("site:after.example") == 1
        }
        // It may end with "not in time": nobody has to answer.
        _ = try s3.weft("sync", "--wait", "1")
        #expect(try s3.count("site:after.example") == 0)
        #expect(try s3.contents("#inbox") == before)
        #expect(before.count == 3)
        // The node knows of the removal and no longer writes there.
        try until("s3 has heard of the removal", within: Self.patience) {
            try Lab.state(of: "lab", at: s3) == "removed"
        }
        let refused = try s3.weft("add", "https://late.example/", "--audience", "group:lab")
        #expect(refused.code == 7 && refused.err.contains("any more"), "\(refused.err)")
    }

    private func withAUsedUpInvitation(_ lab: Lab) throws {
        let cleo = try lab.house.node("cleo")

        let joined = try cleo.weft("join", lab.invitation, "--wait", "3")

        #expect([0, 7].contains(joined.code), "\(joined.err)")
        #expect(try Lab.state(of: "lab", at: cleo) != "member")
        #expect(try Lab.roles(at: lab.pi)["cleo"] == nil)
        #expect(try cleo.count() == 0)
    }

    @Test func `a member who leaves keeps what came, and gets nothing more`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try ana.weft("group", "new", "lab", "-d", "For looms.").succeeds()
        let text = try Lab.invitation(to: "lab", by: ana)
        try ana.weft("add", "https://own.example/").succeeds()
        try ana.weft("add", "https://before.example/", "--audience", "group:lab").succeeds()

        // From standard input, and under a name of Ben's choice.
        try ben.weft(["join", "-", "--name", "group:Atelier"], input: text + "\n").succeeds()
        try until("Ben is in") { try Lab.state(of: "Atelier", at: ben) == "member" }
        try ben.weft("add", "https://bens.example/", "--audience", "group:Atelier").succeeds()
        #expect(try ben.weft("group", "show", "Atelier").out.contains("\n  For looms.\n"))
        try ben.weft("group", "edit", "Atelier", "--description", "For yarn.").succeeds()
        try until("each has the other's link, and words") {
            try ana.count("site:bens.example") == 1 && ben.count("site:before.example") == 1
                && ana.weft("group", "show", "lab").out.contains("For yarn.")
        }
        let seen = try ana.weft("who-can-see", "https://before.example/", "--plain").succeeds()
        let exported = try ana.weft("export", "-F", "csv", "--audience", "group:lab").succeeds()
        try ben.weft("group", "leave", "Atelier", "--force").succeeds()
        try until("Ana has heard of it") { try Lab.roles(at: ana)["ben"] == nil }
        try ana.weft("add", "https://after.example/", "--audience", "group:lab").succeeds()
        _ = try ben.weft("sync", "--wait", "1")

        #expect(seen.out.contains("@ben\tgroup:lab"))
        #expect(exported.out.contains("before.example") && exported.out.contains("bens.example"))
        #expect(!exported.out.contains("own.example"))
        #expect(try Lab.state(of: "Atelier", at: ben) == "left")
        #expect(try ben.count("site:before.example") == 1)
        #expect(try ben.count("site:after.example") == 0)
    }

    @Test func `a revoked invitation lets nobody in`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let ben = try house.node("ben")
        try ana.weft("group", "new", "lab").succeeds()
        let made = try ana.weft("group", "invite", "lab", "--role", "viewer", "--json")

        try ana.weft("group", "invites", "--revoke", "\(made.number("number"))").succeeds()
        let joined = try ben.weft("join", made.text("text"), "--wait", "2")

        #expect([0, 7].contains(joined.code), "\(joined.err)")
        #expect(try Lab.state(of: "lab", at: ben) != "member")
        #expect(try Lab.roles(at: ana) == ["ana": "head"])
        #expect(try Lab.openInvitations(of: ana) == 0)
    }

    @Test func `an impossible group command is refused in words`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.weft("group", "new", "lab").succeeds()

        try ana.weft("group", "new", "group:lab").fails(5, saying: "lab")
        try ana.weft("group", "members", "loom").fails(3, saying: "loom")
        try ana.weft("api", "GET", "/v1/groups/loom").fails(3, saying: "loom")
        try ana.weft("add", "https://a.example/", "--audience", "group:loom").fails(
            3, saying: "loom")
        try ana.weft("join", "weft-invite:nonsense").fails(2)
        try ana.weft("group", "rm", "lab").fails(2, saying: "Dissolve lab?", "--force")
        try ana.weft("group", "rm", "lab", "--force").succeeds()
        #expect(try Lab.state(of: "lab", at: ana) != "member")
    }

    private static let bookmarks = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
        <DT><A HREF="https://one.example/">One</A>
        <DT><A HREF="https://two.example/">Two</A>
        <DT><A HREF="https://three.example/">Three</A>
        </DL><p>
        """
}

/// Five people in one group: its founder, and four who joined by one invitation.
struct Lab {
    let house: Household
    let pi: Person
    let students: [Person]
    /// The invitation that all four used.
    let invitation: String

    var all: [Person] { [pi] + students }

    init() throws {
        house = try Household()
        pi = try house.node("pi")
        try pi.weft("group", "new", "lab").succeeds()
        invitation = try Self.invitation(to: "lab", by: pi, "--uses", "4", "--ttl", "1h")
        var students: [Person] = []
        for number in 1...4 {
            let student = try house.node("s\(number)")
            try student.weft("join", invitation).succeeds()
            try until("\(student.name) is in") {
                try Self.state(of: "lab", at: student) == "member"
            }
            students.append(student)
        }
        self.students = students
        let (pi, all) = (pi, [pi] + students)
        try until("everybody knows everybody", within: .seconds(20)) {
            try all.allSatisfy { try Self.roles(at: $0).count == 5 }
        }
        #expect(try Self.openInvitations(of: pi) == 0)
    }

    static func invitation(
        to group: String, by person: Person, _ options: String...
    ) throws -> String {
        let line = ["group", "invite", group, "--json"] + options
        return try Outcome(waitingFor: person.start(line), line).succeeds().text("text")
    }

    /// Returns a person's state in a group, by the person's name for it; nil if they know of none.
    static func state(of group: String, at person: Person) throws -> String? {
        try items(person, "group", "ls").first { $0["name"] as? String == group }?["state"]
            as? String
    }

    /// Returns the role of every member by name, as a person sees it.
    static func roles(at person: Person) throws -> [String: String] {
        var roles: [String: String] = [:]
        for member in try items(person, "group", "members", "lab") {
            let author = member["author"] as? [String: Any]
            guard let name = author?["name"] as? String else { continue }
            roles[name] = member["role"] as? String
        }
        return roles
    }

    /// Returns how many may still join by a person's invitations.
    static func openInvitations(of person: Person) throws -> Int {
        try items(person, "group", "invites").compactMap { $0["uses_left"] as? Int }.reduce(0, +)
    }

    private static func items(_ person: Person, _ words: String...) throws -> [[String: Any]] {
        let line = words + ["--json"]
        let list = try Outcome(waitingFor: person.start(line), line).succeeds().json()["items"]
        return list as? [[String: Any]] ?? []
    }
}
