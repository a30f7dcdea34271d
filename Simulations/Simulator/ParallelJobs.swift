import Dispatch

/// Runs work on the numbers of a range, several at a time, each on one thread. Results are handed
/// over in the order of the numbers, whatever order they finish in.
package final class ParallelJobs<Outcome: Sendable>: @unchecked Sendable {
    private let last: UInt64
    private let work: @Sendable (UInt64) -> Outcome
    private let isReady = DispatchSemaphore(value: 0)
    /// The queue on which the state below is read and changed.
    private let turn = DispatchQueue(label: "what comes of worlds")
    private var next: UInt64?
    private var ready: [UInt64: Outcome] = [:]

    /// Works on the numbers of `range` with `count` threads and waits until all are done.
    ///
    /// - Parameters:
    ///   - work: gives the same result whichever thread runs it.
    ///   - take: receives the result for each number, on the waiting thread.
    package static func run(
        _ range: ClosedRange<UInt64>, by count: Int,
        _ work: @escaping @Sendable (UInt64) -> Outcome, take: (UInt64, Outcome) -> Void
    ) {
        let jobs = ParallelJobs(range, work)
        for place in 0..<count {
            DispatchQueue(label: "worlds \(place)").async { jobs.goOn() }
        }
        for number in range { take(number, jobs.outcome(of: number)) }
    }

    private init(_ range: ClosedRange<UInt64>, _ work: @escaping @Sendable (UInt64) -> Outcome) {
        last = range.upperBound
        self.work = work
        next = range.lowerBound
    }

    private func goOn() {
        while let number = turn.sync(execute: following) {
            let outcome = work(number)
            turn.sync { ready[number] = outcome }
            isReady.signal()
        }
    }

    private func following() -> UInt64? {
        let number = next
        next = number.flatMap { $0 < last ? $0 + 1 : nil }
        return number
    }

    private func outcome(of number: UInt64) -> Outcome {
        while true {
            if let outcome = turn.sync(execute: { ready.removeValue(forKey: number) }) {
                return outcome
            }
            isReady.wait()
        }
    }
}
