import Dispatch
import Domain
import Primitives
import Testing

@testable import Node

struct NoticeBoardTests {
    @Test(.timeLimit(.minutes(3)))
    func `onlookers who go while notices are put hold nobody up`() async {
        let board = NoticeBoard(openedAt: WallTime(milliseconds: 0))
        let isOver = Locked(false)
        let (putterIsDone, putter) = AsyncStream.makeStream(of: Never.self)
        DispatchQueue.global().async {
            while !isOver.with({ $0 }) { board.put(notice, at: WallTime(milliseconds: 0)) }
            putter.finish()
        }

        var orderly = 0
        for round in 0..<rounds {
            let onlookers = (0..<crowd).map { _ in Task { await numbers(seenOn: board) } }
            for _ in 0..<round % 16 { await Task.yield() }
            for onlooker in onlookers { onlooker.cancel() }
            for onlooker in onlookers where rise(await onlooker.value) { orderly += 1 }
        }
        isOver.with { $0 = true }
        for await _ in putterIsDone {}

        #expect(orderly == rounds * crowd)
    }

    @Test func `a reader that comes while others put gets every notice once, in order`() async {
        let board = NoticeBoard(openedAt: WallTime(milliseconds: 0))
        let count = 200
        let putters = 4
        for _ in 0..<count { board.put(notice, at: WallTime(milliseconds: 0)) }

        let onlookers = (0..<crowd).map { _ in
            Task {
                await Array(board.stream(after: 0).all.prefix(count * (1 + putters)).map(\.number))
            }
        }
        for _ in 0..<putters {
            DispatchQueue.global().async {
                for _ in 0..<count { board.put(notice, at: WallTime(milliseconds: 0)) }
            }
        }

        for onlooker in onlookers {
            #expect(await onlooker.value == Array(1...UInt64(count * (1 + putters))))
        }
    }

    @Test func `a returning reader gets the notices it missed, and the end`() async {
        let board = NoticeBoard(openedAt: WallTime(milliseconds: 0))
        for _ in 0..<3 { board.put(notice, at: WallTime(milliseconds: 0)) }
        let before = board.stream(after: 1).all
        board.put(notice, at: WallTime(milliseconds: 0))
        board.close()
        let later = board.stream(after: 3).all

        #expect(await Array(before.map(\.number)) == [2, 3, 4])
        #expect(await Array(later.map(\.number)) == [4])
    }

    @Test func `a reader with a number of an earlier run sees a gap, and loses nothing`()
        async
    {
        let before = NoticeBoard(openedAt: WallTime(milliseconds: 1_000_000))
        for _ in 0..<1000 { before.put(notice, at: WallTime(milliseconds: 0)) }
        before.close()
        let seen = await Array(before.stream(after: 0).all.map(\.number))
        let board = NoticeBoard(openedAt: WallTime(milliseconds: 1_000_002))
        for _ in 0..<3 { board.put(notice, at: WallTime(milliseconds: 0)) }
        board.close()

        let first = board.stream(after: seen.first).all
        let last = board.stream(after: seen.last).all
        // The clock was set back in the meantime.
        let ahead = board.stream(after: 2_000_000_000).all

        #expect(seen == Array(1_000_000_001...1_000_001_000))
        for stream in [first, last, ahead] {
            #expect(await Array(stream.map(\.number)) == Array(1_000_002_001...1_000_002_003))
        }
    }

    @Test(arguments: [UInt64((1 << 53) / 1000), .max])
    func `numbers stay below 2 to the 53rd, whatever the clock says`(milliseconds: UInt64) async {
        let board = NoticeBoard(openedAt: WallTime(milliseconds: milliseconds))
        board.put(notice, at: WallTime(milliseconds: 0))
        board.close()

        let numbers = await Array(board.stream(after: 0).all.map(\.number))

        #expect(numbers.count == 1)
        #expect(numbers.allSatisfy { $0 < 1 << 53 })
    }

    private let notice = Notice.warning("w")
    private let rounds = 200
    private let crowd = 8
}

/// Returns the notices until the calling task is cancelled.
private func numbers(seenOn board: NoticeBoard) async -> [UInt64] {
    await Array(board.stream(after: nil).all.map(\.number))
}

// A reader that falls behind by more than is kept sees a gap, but nothing twice or out of order.
private func rise(_ numbers: [UInt64]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $1 > $0 }
}

extension Array {
    /// Collects everything until the end.
    fileprivate init(_ sequence: some AsyncSequence<Element, Never>) async {
        self = []
        for await element in sequence { append(element) }
    }
}
