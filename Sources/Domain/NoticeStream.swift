/// The notices after a given number: existing ones, followed by those to come.
///
/// Existing notices are returned directly rather than through the stream, so that a caller with a zero timeout still
/// gets all of them.
package struct NoticeStream: Sendable {
    /// The existing notices, oldest first.
    package let known: [NumberedNotice]
    /// The notices that follow `known` without a gap; ends when the node stops.
    package let later: AsyncStream<NumberedNotice>

    /// Creates a stream from both parts; `later` begins where `known` ends.
    package init(known: [NumberedNotice], later: AsyncStream<NumberedNotice>) {
        self.known = known
        self.later = later
    }
}
