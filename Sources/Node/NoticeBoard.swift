import Domain
import Primitives

/// Numbers notices and delivers them to watchers.
///
///     number   (milliseconds since 1970 when the node opened) * 1000, then 1 more each time
///
/// The numbers of a run are above those of every earlier run, unless the clock was set back or a run had more
/// than 1000 notices a millisecond. So a watcher that comes back with a number of an earlier run sees a gap,
/// and loses nothing of this run.
///
/// - Law: nothing is yielded to a stream, and no stream is ended, under the lock. `onTermination` runs under
///   the lock of the cancelled task and takes this one; a yield takes that one to wake the task.
final class NoticeBoard: Sendable {
    /// Notices that are kept for watchers that come back after a short break.
    private static let recentMax = 1000
    /// How many notices a slow watcher may be behind before the oldest are dropped; it sees the gap.
    private static let behindMax = 1000

    /// Numbers stay below 2^53, the range of whole numbers in JSON readers: until the year 2255.
    private static let openedMillisecondsMax: UInt64 = (1 << 53) / 1000 - 1

    private let contents: Locked<Contents>

    /// Creates a board whose numbers begin above those of every run that was opened before `wall`.
    init(openedAt wall: WallTime) {
        let opened = min(wall.milliseconds, Self.openedMillisecondsMax)
        contents = Locked(Contents(last: opened * 1000))
    }

    /// Numbers `notice` and delivers it.
    func put(_ notice: Notice, at wall: WallTime) {
        let lookers = contents.with { contents in
            contents.last += 1
            let numbered = NumberedNotice(number: contents.last, at: wall, notice: notice)
            contents.recent.append(numbered)
            if contents.recent.count > Self.recentMax { contents.recent.removeFirst() }
            return contents.lookers.keys.sorted()
        }
        for number in lookers { serve(number) }
    }

    /// Returns the notices from now on, or after the one numbered `after`; if that is of an earlier run, all
    /// that are kept.
    func stream(after: UInt64?) -> NoticeStream {
        let (stream, continuation) = AsyncStream<NumberedNotice>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.behindMax))
        let (number, known) = contents.with { contents in
            contents.begin(continuation, after: after)
        }
        continuation.onTermination = { [contents] _ in
            contents.with { contents in contents.lookers[number] = nil }
        }
        serve(number)
        return NoticeStream(known: known, later: stream)
    }

    /// Ends every stream.
    func close() {
        let lookers = contents.with { contents in
            contents.isClosed = true
            return contents.lookers.keys.sorted()
        }
        for number in lookers { serve(number) }
    }

    /// Delivers to one watcher what it lacks, unless another thread is doing so, which then continues with
    /// what has come meanwhile. So each stream keeps its order without the lock.
    private func serve(_ number: Int) {
        guard contents.with({ contents in contents.begin(number) }) else { return }
        while let handout = contents.with({ contents in contents.next(for: number) }) {
            for notice in handout.notices { handout.continuation.yield(notice) }
            if handout.isLast { handout.continuation.finish() }
        }
    }
}

/// A watcher and its progress.
private struct Looker {
    let continuation: AsyncStream<NumberedNotice>.Continuation
    /// The number of the latest notice taken for it.
    var given: UInt64
    /// Whether a thread is delivering to it now.
    var isServed = false
}

/// What one thread delivers to one watcher at once.
private struct Handout {
    let continuation: AsyncStream<NumberedNotice>.Continuation
    /// Oldest first.
    let notices: ArraySlice<NumberedNotice>
    let isLast: Bool
}

private struct Contents {
    var last: UInt64
    /// The newest notices, oldest first, without a gap in their numbers.
    var recent: [NumberedNotice] = []
    var lookers: [Int: Looker] = [:]
    var lookersMade = 0
    var isClosed = false

    /// Adds a watcher; returns its number, and the notices it receives at once.
    mutating func begin(
        _ continuation: AsyncStream<NumberedNotice>.Continuation, after: UInt64?
    ) -> (number: Int, known: [NumberedNotice]) {
        lookersMade += 1
        var given = after ?? last
        // The number is of an earlier run, and the clock was set back since.
        if given > last { given = 0 }
        lookers[lookersMade] = Looker(continuation: continuation, given: last)
        return (lookersMade, Array(due(after: given)))
    }

    /// The kept notices after this number.
    private func due(after given: UInt64) -> ArraySlice<NumberedNotice> {
        recent.suffix(Int(min(last - given, UInt64(recent.count))))
    }

    /// Whether the calling thread delivers to `number` from now on.
    mutating func begin(_ number: Int) -> Bool {
        guard lookers[number]?.isServed == false else { return false }
        lookers[number]?.isServed = true
        return true
    }

    /// What `number` receives next; nil ends the turn of the calling thread.
    mutating func next(for number: Int) -> Handout? {
        guard let looker = lookers[number] else { return nil }
        let due = due(after: looker.given)
        guard due.isEmpty else {
            lookers[number]?.given = last
            return Handout(continuation: looker.continuation, notices: due, isLast: false)
        }
        guard isClosed else {
            lookers[number]?.isServed = false
            return nil
        }
        lookers[number] = nil
        return Handout(continuation: looker.continuation, notices: [], isLast: true)
    }
}
