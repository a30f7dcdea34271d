import Primitives
import Testing

@testable import Domain

/// Tests that a day noted as worn must have begun somewhere on earth.
@Suite struct WornDayTests {
    /// Noon on 2026-11-24.
    private static let noon = WallTime(milliseconds: 1_795_521_600_000)

    private static func commands(_ day: String) -> [Command] {
        let shirt = Reference.id("K3F9QH2M")
        let draft = BookmarkDraft(
            url: "", title: "Shirt", kind: .garment, details: [Detail(.worn, ["2026-01-01", day])])
        return [
            .wardrobe(.wear(shirt, on: day, isTakenBack: false)),
            .wardrobe(.keep(draft, of: [], to: nil)),
            .addBookmarks([draft], to: nil, onDuplicate: .skip, act: nil),
            .edit(shirt, BookmarkChange(details: [DetailChange(.worn, add: [day])])),
            .edit(shirt, BookmarkChange(details: [DetailChange(.worn, values: [day])])),
        ]
    }

    @Test(arguments: [
        ("1970-01-01", true), ("2026-11-24", true), ("2026-11-25", true), ("2026-11-26", false),
        ("2999-01-01", false), ("9999-12-31", false), ("2999-02-30", true), ("soon", true),
    ])
    func `a day after tomorrow is refused, and what is no day is left to others`(
        day: String, isTaken: Bool
    ) {
        for command in Self.commands(day) {
            let problem = WornDays.problem(in: command, at: Self.noon)

            #expect((problem == nil) == isTaken)
            if let problem {
                #expect(problem.code == .invalidValue && problem.detail.contains(day))
                #expect(problem.fix.contains("2026-11-25"))
            }
        }
    }

    @Test func `any day may be taken back`() {
        let shirt = Reference.id("K3F9QH2M")
        let taken: [Command] = [
            .wardrobe(.wear(shirt, on: "2999-01-01", isTakenBack: true)),
            .edit(
                shirt, BookmarkChange(details: [DetailChange(.worn, remove: ["2999-01-01"])])),
        ]

        for command in taken {
            #expect(WornDays.problem(in: command, at: Self.noon) == nil)
        }
    }
}
