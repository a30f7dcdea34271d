import Domain

/// The events for one subscriber from the moment of the request: notices, and ticks of a clock.
struct EventSource: Sendable {
    enum Element: Sendable {
        case notice(NumberedNotice)
        /// The time of `tick(after:)` has passed.
        case tick
    }

    /// The notices before the request, oldest first.
    let known: [NumberedNotice]
    /// The events after `known`, in order; ends when the node stops or has no more, or with `quit`.
    let elements: AsyncStream<Element>
    private let sender: AsyncStream<Element>.Continuation
    private let streams: Streams
    private let place: Int
    private var tasks: [Task<Void, any Error>]

    /// Starts after the notice with the number `since`; nil for notices from now on.
    ///
    /// - Parameter whenBehind: called if more elements wait than are kept; no more come then.
    init(
        after since: UInt64?, from door: NodeDoor, among streams: Streams,
        whenBehind: @escaping @Sendable () -> Void = {}
    ) async {
        let (elements, sender) = AsyncStream<Element>.makeStream(
            bufferingPolicy: .bufferingOldest(GatewayLimits.behindMax))
        (self.elements, self.sender, self.streams) = (elements, sender, streams)
        place = await streams.begin(sender)
        let notices = door.notices(since)
        known = notices.known
        tasks = [
            Task {
                for await notice in notices.later {
                    guard case .dropped = sender.yield(.notice(notice)) else { continue }
                    whenBehind()
                    break
                }
                sender.finish()
            }
        ]
    }

    /// Ends `elements` after those that have arrived.
    var quit: @Sendable () -> Void {
        let sender = sender
        return { sender.finish() }
    }

    /// Ticks once.
    mutating func tick(after time: Duration) {
        let sender = sender
        tasks.append(
            Task {
                try await Task.sleep(for: time)
                sender.yield(.tick)
            })
    }

    /// Ticks again and again.
    mutating func tick(every time: Duration) {
        let sender = sender
        tasks.append(
            Task {
                while true {
                    try await Task.sleep(for: time)
                    sender.yield(.tick)
                }
            })
    }

    /// No more is wanted.
    func end() async {
        for task in tasks { task.cancel() }
        await streams.forget(place)
    }
}

/// The event streams that are open, so that stopping can end them.
actor Streams {
    private var ends: [(number: Int, stream: AsyncStream<EventSource.Element>.Continuation)] = []
    private var last = 0
    private var isOver = false

    /// One more; ended at once if everything ends already.
    func begin(_ stream: AsyncStream<EventSource.Element>.Continuation) -> Int {
        last += 1
        if isOver {
            stream.finish()
        } else {
            ends.append((last, stream))
        }
        return last
    }

    /// The stream with this number has ended by itself.
    func forget(_ number: Int) {
        ends.removeAll { $0.number == number }
    }

    /// Ends all, and those to come.
    func end() {
        isOver = true
        for (_, stream) in ends { stream.finish() }
        ends = []
    }
}
