/// What a client asks of events: behind which one they begin, and how long he waits for one.
package struct EventRequest: Equatable, Sendable {
    /// The number of the last event that he knows; nil for those from now on.
    package let since: UInt64?
    /// How many he takes at once, and how many seconds he waits for the first.
    package let limit: Int
    package let timeout: Int
    /// He says one of these himself.
    private let isForAnswer: Bool

    /// Events that are told at once, unless another number is asked for, and at most.
    package static let limitUsual = 500
    package static let limitMax = 1000
    /// Seconds in which none comes, unless others are asked for, and at most: a proxy gives up after a
    /// minute or two.
    package static let timeoutUsual = 60
    package static let timeoutMax = 120

    /// What stands behind the question mark, or in the header `Last-Event-ID`.
    package init(_ parameters: Parameters, lastEventID: String?) throws(ProblemJSON) {
        let limit = try parameters.number("limit", in: 1...Self.limitMax)
        let timeout = try parameters.number("timeout", in: 0...Self.timeoutMax)
        isForAnswer = limit != nil || timeout != nil
        self.limit = limit ?? Self.limitUsual
        self.timeout = timeout ?? Self.timeoutUsual
        guard let text = parameters.text("since") else {
            since = lastEventID.flatMap { UInt64($0) }
            return
        }
        guard let number = UInt64(text) else {
            throw ProblemJSON(
                .badRequest, "since is \(text.prefix(80))", fix: "the id of an event, or 0")
        }
        since = number
    }

    /// - Throws: if something is asked that goes with an answer, and not with a stream.
    package func checkedForStream() throws(ProblemJSON) {
        guard !isForAnswer else {
            throw ProblemJSON(
                .badRequest, "a stream has no limit and no timeout",
                fix: "ask with Accept: application/json, or leave them out")
        }
    }
}
