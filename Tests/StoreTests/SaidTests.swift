import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests that reactions of others to followed things arrive in order, and only those that one may receive.
@Suite struct SaidTests {
    private func page(
        _ person: WriteReplica, _ limit: Int = 20, cursor: String? = nil
    ) throws -> (lines: [String], next: String?) {
        let answer = try person.step { (store) throws(StorageError) in
            try store.answer(.feeds(.said(limit: limit, cursor: cursor)), now: person.wall)
        }
        guard case .feeds(.said(let page))? = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        let lines = page.items.map { said in
            switch said.what {
            case .reaction(let reaction):
                "\(said.author.name) \(reaction.word)s \(said.thing.title)"
            case .comment(_, let text): "\(said.author.name) on \(said.thing.title): \(text)"
            }
        }
        return (lines, page.nextCursor)
    }

    private func follow(_ id: ObjectID, at person: WriteReplica) throws {
        try person.perform(.feeds(.attend(.thing(.id(id.text)), .follow)))
    }

    private func say(_ text: String, of id: ObjectID, at person: WriteReplica) throws {
        try person.perform(.comment(.id(id.text), text: text, inReplyTo: nil))
    }

    @Test func `others' reactions to followed things are listed, and no other reactions`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.garment("Hat", in: .friends)
        let coat = try bob.garment("Coat", in: .friends)
        let mine = try ana.garment("Mine", in: .friends)
        try ana.exchange(with: bob)

        for thing in [hat, mine] { try follow(thing, at: ana) }
        try bob.perform(.react(.id(mine.text), .like))
        try say("Warm", of: hat, at: bob)
        try say("Not this one", of: coat, at: bob)
        try say("My own words", of: hat, at: ana)
        try ana.exchange(with: bob)
        let first = try page(ana).lines
        try bob.perform(.react(.id(mine.text), .dislike))
        try ana.exchange(with: bob)
        let second = try page(ana).lines
        try bob.perform(.react(.id(mine.text), nil))
        try ana.exchange(with: bob)

        #expect(first == ["Bob on Hat: Warm", "Bob likes Mine"])
        #expect(second.filter { $0.contains("Mine") } == ["Bob dislikes Mine"])
        #expect(try page(ana).lines == ["Bob on Hat: Warm"])
        #expect(try page(bob).lines == [])
        try ana.perform(.feeds(.leave("Hat", .follow)))
        #expect(try page(ana).lines == [])
    }

    @Test func `reactions of muted people and to things out of sight are not listed`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let hat = try bob.garment("Hat", in: .friends)
        try ana.exchange(with: bob)
        try follow(hat, at: ana)
        try say("Warm", of: hat, at: bob)
        try ana.exchange(with: bob)
        let before = try page(ana).lines

        try ana.perform(.feeds(.attend(.typed("@Bob"), .mute)))
        let muted = try page(ana).lines
        try ana.perform(.feeds(.leave("@Bob", .mute)))
        try bob.perform(.remove(.references([.id(hat.text)])))
        try ana.exchange(with: bob)

        #expect(before == ["Bob on Hat: Warm"])
        #expect(muted == [])
        #expect(try page(ana).lines == [])
    }

    @Test func `comments on a followed page are listed for every link to it`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let link = try ana.keep(BookmarkDraft(url: "https://loom.example/a", title: "Loom"))[0]
        let bobs = try bob.keep(
            BookmarkDraft(url: "https://loom.example/a?utm_source=x", title: "Bobs"), in: .friends)[
                0]
        let other = try bob.keep(
            BookmarkDraft(url: "https://loom.example/b", title: "Other"), in: .friends)[0]
        try ana.exchange(with: bob)
        try follow(link, at: ana)

        try say("Good", of: bobs, at: bob)
        try say("Bad", of: other, at: bob)
        try ana.exchange(with: bob)

        #expect(try page(ana).lines == ["Bob on Bobs: Good"])
    }

    @Test(arguments: [(1, 1), (1, 20_000), (3, 30), (20, 20_000)])
    func `page behind page nothing comes twice and nothing is passed over`(
        limit: Int, rows: Int
    ) throws {
        var limits = StoreLimits.standard
        limits.saidRows = rows
        let ana = try WriteReplica(1, name: "Ana", limits: limits)
        let bob = try WriteReplica(2, name: "Bob")
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let hat = try bob.garment("Hat", in: .friends)
        let coat = try bob.garment("Coat", in: .friends)
        try ana.exchange(with: bob)
        try follow(hat, at: ana)
        for number in 0..<12 {
            try say("\(number)", of: number % 3 == 0 ? coat : hat, at: bob)
        }
        try ana.exchange(with: bob)

        var lines: [String] = []
        var cursor: String?
        var pages = 0
        repeat {
            let found = try page(ana, limit, cursor: cursor)
            #expect(found.lines.count <= limit)
            lines += found.lines
            cursor = found.next
            pages += 1
        } while cursor != nil && pages < 100

        let wanted = (0..<12).reversed().filter { $0 % 3 != 0 }.map { "Bob on Hat: \($0)" }
        #expect(lines == wanted)
        #expect(cursor == nil)
    }

    @Test func `a cursor that names no place is refused, and so is a page of no size`() throws {
        let ana = try WriteReplica(1, name: "Ana")

        for (limit, cursor) in [
            (20, "XYZ"), (20, ""), (20, String(repeating: "0", count: 13)),
            (20, String(repeating: "Z", count: 13)), (0, nil), (Limits.pageMax + 1, nil),
        ] as [(Int, String?)] {
            let answer = try ana.step { (store) throws(StorageError) in
                try store.answer(.feeds(.said(limit: limit, cursor: cursor)), now: ana.wall)
            }
            guard case .rejected(let problem)? = answer else {
                Issue.record("\(limit) \(cursor ?? "")")
                continue
            }
            #expect(problem.code == .invalidValue && !problem.fix.isEmpty)
        }
    }
}
