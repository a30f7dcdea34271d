import CRDT
import Domain
import Primitives
import Store
import Testing

@testable import Sync

/// Tests that a request bound to a version is carried out in the step that finds the version
/// unchanged.
@Suite struct BoundRequestTests {
    private struct NotShown: Error {}

    private let ana: SyncNode

    init() throws {
        ana = try SyncNode(1, name: "Ana")
    }

    private func link() throws -> Bookmark {
        guard
            case .bookmark(let link) = try ana.ask(.query(.show(.url("https://a.example/"))))
        else { throw NotShown() }
        return link
    }

    private func edit(_ title: String, if tag: String) -> Command {
        .bound(
            .edit(.url("https://a.example/"), BookmarkChange(title: title)),
            VersionCondition(.thing(.url("https://a.example/")), field: tag))
    }

    private func isRefused(_ answer: Answer?) -> Bool {
        if case .rejected(let problem) = answer {
            problem.code == .preconditionFailed
        } else {
            false
        }
    }

    @Test func `of two who read the same version one writes, also in one step`() throws {
        try ana.keep([BookmarkDraft(url: "https://a.example/", title: "a")], in: .private)
        let tag = "\"\(EntityTag.text(of: try link())).X\""
        let before = ana.answers.count

        try ana.step(
            .requested(RequestID(1 << 40), .command(edit("b", if: tag))),
            .requested(RequestID(1 << 41), .command(edit("c", if: tag))))

        #expect(ana.answers.count == before + 2)
        guard case .bookmark(let changed) = ana.answers[before] else {
            Issue.record("\(ana.answers[before])")
            return
        }
        #expect(changed.title == "b")
        #expect(isRefused(ana.answers[before + 1]))
        #expect(try link().title == "b")
    }

    @Test func `a refusal under a key leaves no note, and the key is free for the next try`() throws
    {
        try ana.keep([BookmarkDraft(url: "https://a.example/", title: "a")], in: .private)
        let key = IdempotencyKey(text: "k", request: [1])

        #expect(isRefused(try ana.ask(.command(.once(edit("b", if: "\"x\""), key)))))
        guard case .keyUse(.unused) = try ana.ask(.query(.use(of: key))) else {
            Issue.record("it was noted")
            return
        }
        let tag = "W/\"y\", \"\(EntityTag.text(of: try link()))\""
        #expect(!isRefused(try ana.ask(.command(.once(edit("b", if: tag), key)))))
        #expect(try link().title == "b")
    }

    @Test(arguments: ["", "x", "W/*", "\"\"", "**"])
    func `what names no version fits none`(field: String) throws {
        try ana.keep([BookmarkDraft(url: "https://a.example/", title: "a")], in: .private)

        #expect(isRefused(try ana.ask(.command(edit("b", if: field)))))
        #expect(try link().title == "a")
    }

    @Test
    func `what is not there is not found, and one's profile fits nothing before it is written`()
        throws
    {
        guard case .rejected(let problem) = try ana.ask(.command(edit("b", if: "*"))) else {
            Issue.record("it was done")
            return
        }
        #expect(problem.code == .notFound)
        let change = ProfileChange(name: "Ana", about: nil, photo: nil, audience: nil)
        let answer = try ana.ask(
            .command(
                .bound(.feeds(.profile(change)), VersionCondition(.profile, field: "*"))))
        #expect(isRefused(answer))
    }
}
