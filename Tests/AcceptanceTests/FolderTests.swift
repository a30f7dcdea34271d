import Foundation
import Testing

/// Tests carried folders between real nodes that cannot reach each other.
@Suite(.serialized) struct FolderTests {
    private func directory(_ name: String, in house: Household) throws -> String {
        let path = "\(house.path)/\(name)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
        return path
    }

    private func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter {
            $0.hasSuffix(".weft")
        }.sorted()
    }

    /// Returns the only folder of a person, as JSON members.
    private func folder(of person: Person) throws -> [String: Any] {
        let json = try person.weft("folder", "ls", "--json").succeeds().json()
        return ((json["items"] as? [[String: Any]]) ?? []).first ?? [:]
    }

    @Test func `two nodes that cannot reach each other converge through one`() throws {
        let house = try Household()
        let (ana, ben) = try house.friendsApart()
        let path = try directory("carried", in: house)
        try ana.weft("import", FriendTests.fixture).succeeds()
        try ana.weft("share", "#crdt", "--force").succeeds()

        try ana.weft("folder", "add", path).succeeds()
        try ben.weft("folder", "add", path, "--for", "@ana").succeeds()
        try until("the 23 links are at Ben's", within: .seconds(60)) {
            try ben.count("by:@ana") == 23
        }
        try ben.weft("add", "https://bens.example/", "--audience", "@ana").succeeds()
        try until("Ben's link is at Ana's", within: .seconds(60)) {
            try ana.count("by:@ben") == 1
        }

        #expect(try ben.contents("by:@ana") == ana.contents("#crdt"))
        #expect(try ana.weft("peers", "--plain").succeeds().out.isEmpty)
        // Files that both have disappear; the ones that stay say how far each node is.
        try until("old files are gone", within: .seconds(60)) {
            try names(in: path).allSatisfy { name in
                let facts = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                return (facts[.size] as? Int ?? 0) <= 8192
            }
        }
        try ana.weft("folder", "rm", path).succeeds()
        try ben.weft("folder", "rm", path).succeeds()
        try until("their files are gone") { try names(in: path).isEmpty }
    }

    @Test func `a torn file, a foreign one and a stick that is out are each told apart`() throws {
        let house = try Household()
        let (ana, ben) = try house.friendsApart()
        let there = try directory("there", in: house)
        let here = try directory("here", in: house)
        try ana.weft("add", "https://crdt.example/", "--audience", "friends").succeeds()
        try ana.weft("folder", "add", there).succeeds()
        try ben.weft("folder", "add", here).succeeds()
        try until("Ana's files are there", within: .seconds(60)) {
            try !names(in: there).isEmpty && folder(of: ben)["state"] as? String == "working"
        }

        // The test itself carries the files, and damages some.
        let files = try names(in: there)
        for name in files {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(there)/\(name)"))
            try bytes.prefix(3000).write(to: URL(fileURLWithPath: "\(here)/\(name)"))
        }
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(here)/notes.txt"))
        try until("it is said that they are torn", within: .seconds(60)) {
            try folder(of: ben)["torn"] as? Int == files.count
        }
        let torn = try ben.weft("folder", "ls", "--plain").succeeds().out
        let mark = "\(here)/weft-folder.txt"
        try FileManager.default.moveItem(atPath: mark, toPath: mark + ".away")
        try until("the mark is missed", within: .seconds(60)) {
            try folder(of: ben)["state"] as? String == "unmarked"
        }
        try FileManager.default.moveItem(atPath: here, toPath: here + ".away")
        try until("the stick is missed", within: .seconds(60)) {
            try folder(of: ben)["state"] as? String == "missing"
        }
        try FileManager.default.moveItem(atPath: here + ".away", toPath: here)
        try FileManager.default.moveItem(atPath: mark + ".away", toPath: mark)
        for name in files {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(there)/\(name)"))
            try bytes.write(to: URL(fileURLWithPath: "\(here)/\(name)"))
        }

        try until("the link is at Ben's", within: .seconds(60)) {
            try ben.count("by:@ana") == 1
        }
        #expect(torn.contains("incomplete or damaged"))
        #expect(torn.contains("1 other file ignored"))
        try ben.weft("folder", "add", "\(house.path)/none").fails(3, saying: "is not a directory")
        try ben.weft("folder", "rm", "\(house.path)/none").fails(
            3, saying: "is not a sync directory")
        try ben.weft("folder", "add", here, "--for", "@nobody").fails(3, saying: "nobody is called")
    }

    @Test func `a folder is still one after a restart`() throws {
        let house = try Household()
        let (ana, ben) = try house.friendsApart()
        let path = try directory("carried", in: house)
        try ana.weft("folder", "add", path).succeeds()
        try ben.weft("folder", "add", path).succeeds()
        try until("both have looked", within: .seconds(60)) { try names(in: path).count >= 2 }
        try ana.down()
        try ben.weft("add", "https://bens.example/", "--audience", "friends").succeeds()
        try ben.down()

        try ana.upAlone()
        try ben.upAlone()

        try until("Ben's link is at Ana's", within: .seconds(60)) {
            try ana.count("by:@ben") == 1
        }
    }
}
