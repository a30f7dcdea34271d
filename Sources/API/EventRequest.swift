/// A request for events: the event behind which they begin, and how long the client waits for one.
package struct EventRequest: Equatable, Sendable {
    /// The number of the last event that they know; nil for those from now on.
    package let since: UInt64?
    /// The events that they take at once, and the seconds that they wait for the first.
    package let limit: Int
    package let timeout: Int
    /// They say one of these themselves.
    private let isForAnswer: Bool

    /// The default number of events in one response, and the maximum.
    package static let limitUsual = 500
    package static let limitMax = 1000
    /// Seconds in which none comes, unless others are asked for, and at most: a proxy gives up after a
    /// minute or two.
    package static let timeoutUsual = 60
    package static let timeoutMax = 120

    /// Reads what stands behind the question mark, or in the header `Last-Event-ID`.
    package init(_ words: ListenToEvents, lastEventID: String?) throws(ProblemJSON) {
        isForAnswer = words.limit != nil || words.timeout != nil
        limit = words.limit ?? Self.limitUsual
        timeout = words.timeout ?? Self.timeoutUsual
        if let text = words.since {
            since = try Self.number(text, "since")
        } else {
            since = try lastEventID.map { text throws(ProblemJSON) in
                try Self.number(text, "Last-Event-ID")
            }
        }
    }

    private static func number(_ text: String, _ name: String) throws(ProblemJSON) -> UInt64 {
        guard let number = UInt64(text) else {
            throw ProblemJSON(
                .badRequest, "\(name) is \(text.prefix(80))", fix: "the id of an event, or 0")
        }
        return number
    }

    /// The media type of an answer, beside the streams.
    package static let answerType = "application/json"

    /// - Throws: if something is asked that goes with an answer, and not with a stream.
    package func checkedForStream() throws(ProblemJSON) {
        guard !isForAnswer else {
            throw ProblemJSON(
                .badRequest, "a stream has no limit and no timeout",
                fix: "send Accept: application/json, or leave them out")
        }
    }
}
