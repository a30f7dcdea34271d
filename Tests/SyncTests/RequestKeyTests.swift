import Domain
import Primitives
import Store
import Testing

@testable import Sync

/// Tests that an idempotency key is stored with the effects of its request.
@Suite struct RequestKeyTests {
    private let ana: SyncNode

    init() throws {
        ana = try SyncNode(1, name: "Ana")
    }

    private static let key = IdempotencyKey(text: "k", request: [1])

    private static func keeping(_ url: String) -> Command {
        .addBookmarks([BookmarkDraft(url: url)], to: .private, onDuplicate: .skip, act: nil)
    }

    private func use() throws -> KeyUse? {
        guard case .keyUse(let use) = try ana.ask(.query(.use(of: Self.key))) else { return nil }
        return use
    }

    @Test func `what is done in one step is noted in it, and answered as without a key`() throws {
        let answer = try ana.ask(.command(.once(Self.keeping("https://a.example/"), Self.key)))

        guard case .kept(let report) = answer, case .added = report.outcomes.first else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(try use() == .done(nil))
        let kept = StoredAnswer(status: 201, fields: [], body: [2])
        guard case .done = try ana.ask(.command(.keepAnswer(kept, to: "k"))) else {
            Issue.record("it was not kept")
            return
        }
        #expect(try use() == .done(kept))
    }

    @Test(arguments: [
        keeping("javascript:1"), .removeTag("nothing"), .newGroup(name: ""), .undo(act: 77),
    ])
    func `what is refused leaves no note`(command: Command) throws {
        try ana.ask(.command(.once(command, Self.key)))

        #expect(try use() == .unused)
    }

    @Test func `what the engine does itself is noted as well`() throws {
        let answer = try ana.ask(.command(.once(.newGroup(name: "lab"), Self.key)))

        guard case .group = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(try use() == .done(nil))
    }

    @Test func `what takes many steps is noted before the first of its slices`() throws {
        try ana.keep(
            (0..<900).map { BookmarkDraft(url: "https://a.example/\($0)", tags: ["a"]) },
            in: .private)
        let rename = Command.renameTag(from: "a", to: "b")
        let before = ana.answers.count

        try ana.step(
            .requested(RequestID(1 << 40), .command(.once(rename, Self.key))),
            .requested(RequestID(1 << 41), .query(.use(of: Self.key))))

        #expect(Array(ana.answers[before...]) == [.keyUse(.done(nil))])
        for _ in 0..<1000 where ana.answers.count == before + 1 { try ana.step(.woken) }
        guard case .done(let report) = ana.answers.last else {
            Issue.record("\(ana.answers.last as Any)")
            return
        }
        #expect(report.count == 900)
    }

    @Test func `a note is forgotten by itself when its day is over`() throws {
        try ana.ask(.command(.once(Self.keeping("https://a.example/"), Self.key)))
        try ana.step(.woken)
        ana.now = ana.now + .seconds(1)
        try ana.step(.woken)
        #expect(ana.store.hasKeysOfRequests)
        let next = try #require(ana.engine.keysAt)
        #expect(next == ana.now + SyncLimits.keysPause)

        ana.now = next
        ana.wall = WallTime(milliseconds: ana.wall.milliseconds + 24 * 60 * 60 * 1000)
        try ana.step(.woken)

        #expect(!ana.store.hasKeysOfRequests)
        #expect(ana.engine.keysAt == nil)
        #expect(try use() == .unused)
    }
}
