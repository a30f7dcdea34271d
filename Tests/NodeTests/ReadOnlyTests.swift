import Domain
import Primitives
import Store
import Testing

@testable import Node

/// Tests how long a node stays read-only, and what its user is told.
struct ReadOnlyTests {
    private let start = Instant(nanoseconds: 0)

    @Test func `a full disk is tried again every ten seconds`() {
        var last: ReadOnly?
        var now = start

        for _ in 0..<20 {
            let next = ReadOnly(after: .full, before: last, at: now)
            #expect(next.until == now + .seconds(10))
            (last, now) = (next, next.until)
        }

        #expect(last?.damageFix == nil)
        #expect(last?.problem.fix.contains("free some space") == true)
    }

    @Test func `a damaged database is tried again after longer and longer, up to an hour`() {
        var pauses: [Duration] = []
        var last: ReadOnly?
        var now = start

        for _ in 0..<12 {
            let next = ReadOnly(after: .corrupt, before: last, at: now)
            pauses.append(next.until - now)
            (last, now) = (next, next.until + .seconds(1))
        }

        #expect(
            pauses
                == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600].map {
                    .seconds($0)
                })
    }

    @Test func `after an hour without a failure it begins with ten seconds`() {
        let first = ReadOnly(after: .corrupt, before: nil, at: start)

        let next = ReadOnly(after: .corrupt, before: first, at: first.until + .seconds(3600))

        #expect(next.until - (first.until + .seconds(3600)) == .seconds(10))
    }

    @Test func `damage is told with what to do about it`() {
        let told = ReadOnly(after: .corrupt, before: nil, at: start)

        #expect(told.problem.detail == "the database is damaged")
        #expect(told.problem.fix.contains("weft restore --force FILE"))
        #expect(told.warning.contains(told.problem.fix))
    }
}
