import Foundation
import Testing

/// Tests mailboxes: real nodes, two of which never run at the same time.
@Suite(.serialized) struct MailboxTests {
    /// Returns the only mailbox a person uses, as JSON members.
    private func mailbox(of person: Person) throws -> [String: Any] {
        let json = try person.weft("mailbox", "ls", "--json").succeeds().json()
        return ((json["used"] as? [[String: Any]]) ?? []).first ?? [:]
    }

    /// Returns for whom a person keeps a mailbox, by name, and how many bytes.
    private func kept(by person: Person) throws -> [String: Int] {
        let json = try person.weft("mailbox", "ls", "--json").succeeds().json()
        var found: [String: Int] = [:]
        for one in (json["kept"] as? [[String: Any]]) ?? [] {
            let name = (one["person"] as? [String: Any])?["name"] as? String ?? ""
            found[name] = one["used_bytes"] as? Int
        }
        return found
    }

    /// Whether some file of a person's profile contains this word.
    private func isHeld(_ word: String, by person: Person) throws -> Bool {
        let files = FileManager.default.enumerator(atPath: person.root)
        let needle = Data(word.utf8)
        while let name = files?.nextObject() as? String {
            let path = "\(person.root)/\(name)"
            guard let bytes = FileManager.default.contents(atPath: path) else { continue }
            if bytes.range(of: needle) != nil { return true }
        }
        return false
    }

    /// Distinguishes a segment with a link from one that only carries a frontier.
    private static let long = String(repeating: "a long note, ", count: 3000)

    /// Whether the keeper has confirmed that it holds as much of a person.
    private func hasPutLong(_ person: Person) throws -> Bool {
        try mailbox(of: person)["used_bytes"] as? Int ?? 0 > Self.long.utf8.count
    }

    @Test func `two who never run at the same time converge through a friend`() throws {
        let house = try Household()
        let ben = try house.node("ben")
        let cat = try house.node("cat")
        try befriend(ben, cat)
        let ticket = try cat.ticket()
        try cat.down()
        let ann = try house.node("ann")
        try befriend(ann, ben)
        try ann.weft("friend", "add", ticket).succeeds()
        let other = try ann.ticket()
        try ann.weft("mailbox", "add", "@ben").succeeds()
        try until("Ben's refusal is shown", within: .seconds(60)) {
            try mailbox(of: ann)["state"] as? String == "unkept"
        }
        let refused = try ann.weft("mailbox", "ls", "--plain").succeeds().out
        try ben.weft("mailbox", "keep", "@ann", "--quota", "64MiB").succeeds()
        try ben.weft("mailbox", "keep", "@cat", "--quota", "8MiB").succeeds()

        try ann.weft(
            "add", "https://secret.example/", "--title", "PlumQuartz77", "--note", Self.long,
            "--audience", "@cat"
        ).succeeds()
        try until("Ann's link is at Ben's", within: .seconds(60)) {
            try hasPutLong(ann) && kept(by: ben)["ann"] ?? 0 > Self.long.utf8.count
        }
        try ann.down()
        try cat.up()
        try cat.weft("friend", "add", other).succeeds()
        try cat.weft("mailbox", "add", "@ben").succeeds()
        try until("Ann's link is at Cat's", within: .seconds(60)) {
            try cat.count("PlumQuartz77") == 1
        }
        try cat.weft(
            "add", "https://answer.example/", "--title", "FigBasalt88", "--note", Self.long,
            "--audience", "@ann"
        ).succeeds()
        try until("Cat's link is at Ben's", within: .seconds(60)) {
            try hasPutLong(cat) && kept(by: ben)["cat"] ?? 0 > Self.long.utf8.count
        }
        try cat.down()
        try ann.up()
        try until("Cat's link is at Ann's", within: .seconds(60)) {
            try ann.count("FigBasalt88") == 1
        }

        #expect(refused.contains("fix: ask them for weft mailbox keep"))
        #expect(try ben.count("PlumQuartz77") == 0)
        let status = try ben.weft("status").succeeds().out
        #expect(status.contains("mailboxes kept: ") && status.contains(" for 2 friends"))
        try ann.weft("mailbox", "rm", "@ben").succeeds()
        try ben.weft("mailbox", "keep", "@cat", "--off").succeeds()
        try until("nothing is kept any more", within: .seconds(60)) {
            try kept(by: ben) == ["ann": 0]
        }
        try ben.weft("mailbox", "keep", "@ann", "--quota", "1MiB").fails(
            2, saying: "from 2 MiB")
        try ben.weft("mailbox", "keep", "@nobody").fails(3, saying: "nobody is called")
        try ann.weft("mailbox", "rm", "@ben").fails(3, saying: "no mailbox")
        try ben.down()
        #expect(try isHeld("PlumQuartz77", by: cat))
        for word in ["PlumQuartz77", "FigBasalt88"] {
            #expect(try !isHeld(word, by: ben), "\(word) is in Ben's files")
        }
    }
}
