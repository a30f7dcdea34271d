import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests how a person is told that a thing is in the trash, and what restores it.
@Suite struct InTrashTests {
    private func thing(_ replica: WriteReplica, _ name: String) throws -> ObjectID {
        try #require(
            try replica.keep(BookmarkDraft(url: "", title: name, kind: .garment)).first)
    }

    private func problem(_ replica: WriteReplica, _ command: Command) throws -> Problem? {
        guard case .rejected(let problem) = try replica.perform(command) else { return nil }
        return problem
    }

    private func fix(_ replica: WriteReplica, _ id: ObjectID) throws -> String {
        let commands: [Command] = [
            .edit(.id(id.text), BookmarkChange(title: "other")),
            .react(.id(id.text), .like), .remove(.references([.id(id.text)])),
        ]
        let problems = try commands.map { try problem(replica, $0) }
        #expect(problems.allSatisfy { $0?.code == .notFound })
        #expect(problems.allSatisfy { $0?.detail.contains("is in the trash") == true })
        #expect(Set(problems.compactMap { $0?.fix }).count == 1)
        return problems.first.flatMap { $0 }?.fix ?? ""
    }

    @Test func `the way out is the act that put it there, whatever was done since`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try thing(ana, "Shirt")
        try ana.perform(.remove(.references([.id(shirt.text)])))
        _ = try thing(ana, "Hat")

        let way = try fix(ana, shirt)

        let number = try #require(Int(way.replacing("weft undo ", with: "")))
        try ana.perform(.undo(act: number))
        #expect(try !ana.link(shirt).isTrashed)
    }

    @Test func `a thing that an undo trashed has no undo to suggest, and the fix says so`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let shirt = try thing(ana, "Shirt")
        try ana.perform(.undo(act: nil))

        let way = try fix(ana, shirt)

        #expect(way.contains("add a new one"))
        #expect(try ana.link(shirt).isTrashed)
    }

    @Test func `a refused edit of a friend's thing suggests a copy`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let kept = try bob.keep(
            BookmarkDraft(url: "", title: "Shirt", kind: .garment),
            BookmarkDraft(url: "", title: "Sunday", kind: .outfit),
            BookmarkDraft(url: "https://a.example/", title: "A"), in: .friends)
        try bob.sync(to: ana)

        let fixes = try kept.map {
            try problem(ana, .edit(.id($0.text), BookmarkChange(title: "mine")))?.fix ?? ""
        }

        #expect(fixes[0].hasPrefix("weft garment clone \(kept[0].short)"))
        #expect(fixes[1].hasPrefix("weft outfit clone \(kept[1].short)"))
        #expect(fixes[2].hasPrefix("weft add "))
        let unknown = try problem(ana, .edit(.id("ZZZZZZZZ"), BookmarkChange(title: "x")))
        #expect(unknown?.detail == "no thing has the id 'ZZZZZZZZ'")
    }
}
