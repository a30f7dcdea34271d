import Primitives
import Testing

@testable import Sync

@Suite struct LinkBudgetTests {
    private static let kinds: [Closeness] = [.unproven, .stranger, .fellow, .friend, .own]
    private let start = Instant(nanoseconds: 1_000_000_000)

    @Test(arguments: kinds)
    func `a link is read until so much waits to be taken in`(closeness: Closeness) {
        var budget = LinkBudget()
        budget.closeness = closeness
        budget.arrived(closeness.waitingInMax - 1)
        #expect(budget.isOpen)
        budget.arrived(1)
        #expect(!budget.isOpen)
        budget.took(1)
        #expect(budget.isOpen)
        budget.took(.max)
        #expect(budget.isOpen, "what was taken was less than was said")
    }

    @Test(arguments: kinds)
    func `a link is read until so much waits to leave`(closeness: Closeness) {
        var budget = LinkBudget()
        budget.closeness = closeness
        let most = closeness.waitingOutMax
        budget.gave(most - 1, waiting: most - 1, at: start)
        #expect(budget.isOpen)
        budget.gave(1, waiting: most, at: start)
        #expect(!budget.isOpen)
        budget.look(waiting: most - 1, at: start)
        #expect(budget.isOpen)
    }

    @Test func `who is proved to be more may hold no less`() {
        for (less, more) in zip(Self.kinds, Self.kinds.dropFirst()) {
            #expect(less.waitingInMax <= more.waitingInMax)
            #expect(less.waitingOutMax <= more.waitingOutMax)
        }
        #expect(Closeness.fellow.waitingOutMax > SyncLimits.standard.creditBytes)
    }

    @Test func `a link is stalled when nothing has left for so long, and only then`() {
        var budget = LinkBudget()
        #expect(!budget.isStalled(at: start))
        budget.gave(1000, waiting: 0, at: start)
        #expect(!budget.isStalled(at: start + SyncLimits.stallPatience * 2), "it has left")

        let then = start + .seconds(100)
        budget.gave(1000, waiting: 1000, at: then)
        #expect(!budget.isStalled(at: then + (SyncLimits.stallPatience - .nanoseconds(1))))
        #expect(budget.isStalled(at: then + SyncLimits.stallPatience))
        // More waiting bytes are no progress.
        budget.gave(1000, waiting: 2000, at: then + .seconds(10))
        #expect(budget.isStalled(at: then + SyncLimits.stallPatience))
        // A byte that leaves is, even if more has come after it.
        budget.gave(1000, waiting: 2999, at: then + .seconds(20))
        #expect(!budget.isStalled(at: then + SyncLimits.stallPatience))
        #expect(budget.isStalled(at: then + .seconds(20) + SyncLimits.stallPatience))
    }
}
