/// The notices behind a number: those that are there already, and then those to come.
///
/// What is known is handed out with the stream and not by it, so whoever waits for no time at all still gets
/// all of it.
package struct NoticeStream: Sendable {
    /// What had happened by then; oldest first.
    package let known: [NumberedNotice]
    /// What happens from then on, without a gap to `known`; ends with the node.
    package let later: AsyncStream<NumberedNotice>

    /// Joins the two; `later` begins where `known` ends.
    package init(known: [NumberedNotice], later: AsyncStream<NumberedNotice>) {
        self.known = known
        self.later = later
    }
}
