import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Doing again what an undo took back.
@Suite struct RedoTests {
    private static func draft(_ number: Int) -> BookmarkDraft {
        BookmarkDraft(url: "https://redo.example/\(number)", title: "Page \(number)", tags: ["a"])
    }

    private func isRejected(_ answer: Answer, as code: Problem.Code) -> Bool {
        guard case .rejected(let problem) = answer else { return false }
        return problem.code == code
    }

    @Test func `everything that an undo takes back comes again, and can be taken back again`()
        throws
    {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        let reference = Reference.id(id.text)
        var seen = [try ana.link(id)]
        let commands: [Command] = [
            .edit(reference, BookmarkChange(title: "Other", addTags: ["b"], removeTags: ["a"])),
            .edit(reference, BookmarkChange(note: "note")),
            .share(.references([reference]), with: .friends, isLive: false),
            .renameTag(from: "b", to: "c"),
            .unshare(.references([reference]), from: .friends),
            .remove(.references([reference])),
        ]
        for command in commands {
            try ana.perform(command)
            seen.append(try ana.link(id))
        }

        for _ in 0..<3 {
            for known in seen.dropLast().reversed() {
                try ana.perform(.undo(act: nil))
                #expect(try plain(ana.link(id)) == plain(known))
            }
            for known in seen.dropFirst() {
                try ana.perform(.redo(act: nil))
                #expect(try plain(ana.link(id)) == plain(known))
            }
        }
        #expect(isRejected(try ana.perform(.redo(act: nil)), as: .notFound))
    }

    // When it was changed last is of no account.
    private func plain(_ thing: Bookmark) -> [String] {
        [
            thing.title, thing.note, thing.tags.joined(separator: ","),
            thing.placement.map(\.name).joined(separator: ","), "\(thing.isTrashed)",
        ]
    }

    @Test func `what was kept, taken back and done again is there, with its places`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        try ana.perform(
            .addBookmarks([Self.draft(1)], to: .friends, onDuplicate: .skip, act: nil))
        let id = try #require(try ana.links(of: ana).first?.id)

        try ana.perform(.undo(act: nil))
        #expect(try ana.link(id).isTrashed)
        try ana.perform(.redo(act: nil))

        #expect(try !ana.link(id).isTrashed)
        #expect(try ana.link(id).placement == [.friends])
    }

    @Test func `what somebody changed since stays as he left it`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let id = try ana.keep(Self.draft(1))[0]
        let reference = Reference.id(id.text)
        try ana.perform(.edit(reference, BookmarkChange(title: "mine", note: "mine")))
        try ana.perform(.undo(act: nil))
        try ana.perform(.edit(reference, BookmarkChange(title: "later")))

        try ana.perform(.redo(act: 2))

        #expect(try ana.link(id).title == "later")
        #expect(try ana.link(id).note == "mine")
    }

    @Test func `acts are done again in the order opposite to that of taking back`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        for number in 1...4 { try ana.keep(Self.draft(number)) }
        func there() throws -> [String] { try ana.links(of: ana).map(\.title).sorted() }

        try ana.perform(.undo(act: 2))
        try ana.perform(.undo(act: 4))
        try ana.perform(.redo(act: nil))
        #expect(try there() == ["Page 1", "Page 3", "Page 4"])
        try ana.perform(.redo(act: nil))

        #expect(try there() == (1...4).map { "Page \($0)" })
    }

    @Test func `what stands, and what is none, is not done again`() throws {
        let ana = try WriteReplica(1, name: "Ana")
        let nothing = try ana.perform(.redo(act: nil))
        try ana.keep(Self.draft(1))

        #expect(isRejected(nothing, as: .notFound))
        #expect(isRejected(try ana.perform(.redo(act: 1)), as: .conflict))
        #expect(isRejected(try ana.perform(.redo(act: 9)), as: .notFound))
        try ana.perform(.undo(act: 1))
        #expect(isRejected(try ana.perform(.undo(act: 1)), as: .conflict))
        try ana.perform(.redo(act: 1))
        try ana.perform(.undo(act: nil))
        #expect(try ana.links(of: ana).isEmpty)
    }
}
