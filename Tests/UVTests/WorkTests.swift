import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct WorkTests {
    @Test func `the result of work on another thread comes back to the loop`() throws {
        let world = try World()
        let mine = HomeThread()
        var heard: [(value: Int, isElsewhere: Bool)] = []

        for number in 0..<100 {
            try Work.start(world.loop) {
                (number * 2, mine.isHere)
            } then: { value, isHere in
                heard.append((value, !isHere && mine.isHere))
            }
        }

        #expect(world.reaches { heard.count == 100 })
        #expect(heard.map(\.value).sorted() == (0..<100).map { $0 * 2 })
        #expect(heard.allSatisfy { $0.isElsewhere })
        world.loop.close()
    }

    @Test func `a loop that closes waits for what is under way, and takes nothing more`() throws {
        let world = try World()
        var heard = 0
        for _ in 0..<8 {
            try Work.start(world.loop) {
                (0..<1000).reduce(0, +)
            } then: { _ in
                heard += 1
            }
        }

        world.loop.close()

        #expect(heard == 8)
        #expect(throws: UVError.self) {
            try Work.start(world.loop) {
                1
            } then: { _ in
                heard += 1
            }
        }
        #expect(heard == 8)
    }
}

/// The thread on which it was created, to compare with others.
private struct HomeThread: @unchecked Sendable {
    private let mine = pthread_self()

    var isHere: Bool { pthread_equal(mine, pthread_self()) != 0 }
}
