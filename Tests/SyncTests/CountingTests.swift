import Domain
import Primitives
import Testing

@testable import Sync

/// Tests that the statistics of a wardrobe are counted in slices, and that nobody waits for that.
@Suite struct CountingTests {
    private static let stats = Request.query(.wardrobe(.stats(nil)))

    /// Creates Ana with so many garments.
    private func ana(_ count: Int) throws -> SyncNode {
        let ana = try SyncNode(1, name: "Ana")
        try ana.keep(
            (0..<count).map {
                BookmarkDraft(
                    url: "", title: "g\($0)", kind: .garment, details: [Detail(.price, ["2 EUR"])])
            }, in: .private)
        return ana
    }

    private static func answers(_ effects: [Effect]) -> [UInt64: Answer] {
        var answers: [UInt64: Answer] = [:]
        for case .answer(let id, let answer) in effects { answers[id.number] = answer }
        return answers
    }

    private func garments(_ answer: Answer?) -> Int? {
        guard case .stats(let stats)? = answer else { return nil }
        return stats.garments
    }

    @Test func `other questions, and a change, are answered while it is counted`() throws {
        let ana = try ana(2_100)

        let first = Self.answers(try ana.step(.requested(RequestID(901), Self.stats)))
        let second = Self.answers(
            try ana.step(
                .requested(RequestID(902), .query(.status())),
                .requested(
                    RequestID(903), .command(.renameTag(from: "nothing", to: "something")))))
        let third = Self.answers(try ana.step(.woken))

        #expect(first.isEmpty)
        #expect(ana.engine.countings.isEmpty)
        #expect(second[902] != nil && second[903] != nil && second[901] == nil)
        #expect(garments(third[901]) == 2_100)
    }

    @Test func `several who ask are answered one behind the other, whatever runs beside`() throws {
        let ana = try ana(1_100)
        let share = Command.share(.query("type:garment"), with: .public, isLive: false)

        var answers = Self.answers(
            try ana.step(
                .requested(RequestID(901), .command(share)),
                .requested(RequestID(902), Self.stats), .requested(RequestID(903), Self.stats)))
        var order = answers.keys.sorted()
        for _ in 0..<50 where answers[901] == nil {
            let more = Self.answers(try ana.step(.woken))
            order += more.keys.sorted()
            answers.merge(more) { _, new in new }
        }

        #expect(order == [902, 903, 901])
        #expect(garments(answers[902]) == 1_100 && garments(answers[903]) == 1_100)
    }

    @Test func `what is no closet is refused at once`() throws {
        let ana = try ana(1)

        let answer = try ana.ask(.query(.wardrobe(.stats(.id("K3F9QH2M")))))

        guard case .rejected(let problem)? = answer else {
            Issue.record("\(answer as Any)")
            return
        }
        #expect(problem.code == .notFound && !problem.fix.isEmpty)
        #expect(ana.engine.countings.isEmpty)
    }
}
