import CRDT
import Domain
import Primitives
import Sodium
import Store
import Testing

@testable import Sync

/// Tests that an undo concerns the whole act, even one that is still in progress.
@Suite struct UndoingWorkTests {
    private static let share = Command.share(.query("#a"), with: .public, isLive: false)

    /// Creates Ana with so many links with the tag `a`.
    private func ana(_ count: Int) throws -> SyncNode {
        let ana = try SyncNode(1, name: "Ana")
        try ana.keep(
            (0..<count).map {
                BookmarkDraft(url: "https://example.org/\($0)", title: "t\($0)", tags: ["a"])
            }, in: .private)
        return ana
    }

    /// Sends a command, and returns the answers in this one step.
    private func begin(
        _ command: Command, _ number: UInt64, at node: SyncNode
    ) throws -> [UInt64: Answer] {
        Self.answers(try node.step(.requested(RequestID(number), .command(command))))
    }

    private static func answers(_ effects: [Effect]) -> [UInt64: Answer] {
        var answers: [UInt64: Answer] = [:]
        for case .answer(let id, let answer) in effects { answers[id.number] = answer }
        return answers
    }

    private func total(_ query: String, at node: SyncNode) throws -> Int? {
        let request = ListRequest(query: query, limit: 1, withTotal: true)
        guard case .page(let page) = try node.ask(.query(.list(request))) else { return nil }
        return page.total
    }

    private func code(_ answer: Answer?) -> Problem.Code? {
        if case .rejected(let problem) = answer { return problem.code }
        return nil
    }

    @Test func `an undo stops the share that still runs and takes back all of it`() throws {
        let ana = try ana(900)
        #expect(try begin(Self.share, 1001, at: ana).isEmpty)
        try ana.step(.woken)

        let stopped = try begin(.undo(act: nil), 1002, at: ana)
        while !ana.engine.works.isEmpty { try ana.step(.woken) }

        #expect(code(stopped[1001]) == .conflict)
        #expect(try total("is:public", at: ana) == 0)
        guard case .acts(let acts) = try ana.ask(.query(.acts(limit: 1))) else {
            Issue.record("no acts")
            return
        }
        #expect(acts[0].isUndone)
    }

    @Test func `an act that waits in line is stopped before it begins`() throws {
        let ana = try ana(450)
        _ = try begin(.renameTag(from: "a", to: "b"), 1001, at: ana)
        _ = try begin(Self.share, 1002, at: ana)

        let answers = try begin(.undo(act: nil), 1003, at: ana)
        while !ana.engine.works.isEmpty { try ana.step(.woken) }

        #expect(code(answers[1002]) == .conflict)
        guard case .done(let report) = answers[1003] else {
            Issue.record("\(answers)")
            return
        }
        #expect(report.count == 0)
        #expect(try total("is:public", at: ana) == 0)
        #expect(try total("#b", at: ana) == 450)
    }

    @Test func `what is being undone is not undone already`() throws {
        let ana = try ana(900)
        try ana.ask(.command(Self.share))
        #expect(try begin(.undo(act: nil), 1001, at: ana).isEmpty)

        let again = try begin(.undo(act: nil), 1002, at: ana)

        guard case .rejected(let problem) = again[1002] else {
            Issue.record("\(again)")
            return
        }
        #expect(problem.detail.contains("is being undone"))
    }

    @Test func `what is being done again is not done again beside that`() throws {
        let ana = try ana(900)
        try ana.ask(.command(Self.share))
        try ana.ask(.command(.undo(act: nil)))
        #expect(try begin(.redo(act: nil), 1001, at: ana).isEmpty)

        let again = try begin(.redo(act: nil), 1002, at: ana)
        let stopped = try begin(.undo(act: nil), 1003, at: ana)
        while !ana.engine.works.isEmpty { try ana.step(.woken) }

        #expect(code(again[1002]) == .conflict && code(stopped[1001]) == .conflict)
        #expect(try total("is:public", at: ana) == 0)
    }

    @Test func `an undo that was cut short is undone anew`() throws {
        let ana = try ana(900)
        try ana.ask(.command(Self.share))
        _ = try begin(.undo(act: nil), 1001, at: ana)
        #expect(try total("is:public", at: ana) != 0)

        let engine = Engine(
            store: ana.store, owner: ana.owner, entropy: .seeded(try SyncNode.bytes([9])),
            dice: Dice(seed: 9), at: ana.now)
        let undo = Event.requested(RequestID(1), .command(.undo(act: nil)))
        var answers = Self.answers(try engine.step([undo], at: ana.now, wall: ana.wall))
        while answers[1] == nil {
            answers = Self.answers(try engine.step([.woken], at: ana.now, wall: ana.wall))
        }

        #expect(try total("is:public", at: ana) == 0)
    }

    @Test func `a preview counts as the deed does and changes nothing`() throws {
        let ana = try ana(450)
        try ana.keep(
            [BookmarkDraft(url: "file:///tmp/x", title: "here", tags: ["a"])], in: .private)

        let would = try ana.ask(.query(.preview(Self.share)))
        let shown = try total("is:public", at: ana)
        let done = try ana.ask(.command(Self.share))

        guard case .done(let preview) = would, case .done(let deed) = done else {
            Issue.record("\(String(describing: would)), \(String(describing: done))")
            return
        }
        #expect(shown == 0)
        #expect(preview.count == 450)
        #expect(preview.act == nil)
        #expect(deed.count == 450)
        #expect(
            deed.summary == "shared 450 things with public; skipped 1 file on this computer, "
                + "which others cannot open")
    }
}
