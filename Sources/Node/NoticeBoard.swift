import Domain
import Primitives

/// Numbers notices and hands them to whoever looks on.
final class NoticeBoard: Sendable {
    private struct Contents {
        var last: UInt64 = 0
        /// The newest, oldest first.
        var recent: [NumberedNotice] = []
        var lookers: [Int: AsyncStream<NumberedNotice>.Continuation] = [:]
        var lookersMade = 0
        var isClosed = false
    }

    /// Notices that are kept for who comes back after a short break.
    private static let recentMax = 1000
    /// Notices that a slow onlooker may be behind before the oldest are dropped: he sees the gap.
    private static let behindMax = 1000

    private let contents = Locked(Contents())

    /// Numbers `notice` and hands it out.
    func put(_ notice: Notice, at wall: WallTime) {
        contents.with { contents in
            contents.last += 1
            let numbered = NumberedNotice(number: contents.last, at: wall, notice: notice)
            contents.recent.append(numbered)
            if contents.recent.count > Self.recentMax { contents.recent.removeFirst() }
            for number in contents.lookers.keys.sorted() {
                contents.lookers[number]?.yield(numbered)
            }
        }
    }

    /// Notices from now on, or after the one numbered `after`.
    func stream(after: UInt64?) -> AsyncStream<NumberedNotice> {
        let (stream, looker) = AsyncStream<NumberedNotice>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.behindMax))
        let number = contents.with { contents -> Int in
            if let after {
                for notice in contents.recent where notice.number > after {
                    looker.yield(notice)
                }
            }
            contents.lookersMade += 1
            if contents.isClosed {
                looker.finish()
            } else {
                contents.lookers[contents.lookersMade] = looker
            }
            return contents.lookersMade
        }
        looker.onTermination = { [contents] _ in
            contents.with { contents in contents.lookers[number] = nil }
        }
        return stream
    }

    /// Ends every stream.
    func close() {
        let lookers = contents.with { contents in
            contents.isClosed = true
            defer { contents.lookers = [:] }
            return contents.lookers.keys.sorted().compactMap { contents.lookers[$0] }
        }
        for looker in lookers { looker.finish() }
    }
}
