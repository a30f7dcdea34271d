import API
import Domain
import HummingbirdCore

extension Service {
    /// Events behind the one that is known, as soon as there is one; none when the time is over.
    func polledEvents(_ asked: EventRequest) async throws -> Response {
        let limit = asked.limit ?? EventRequest.limitUsual
        let door = door
        let (beats, sender) = AsyncStream<Beat>.makeStream()
        let place = await streams.begin(sender)
        let notices = Task {
            for await notice in door.notices(asked.since) { sender.yield(.notice(notice)) }
            sender.finish()
        }
        let patience = Task {
            try await Task.sleep(for: .seconds(asked.timeout ?? EventRequest.timeoutUsual))
            sender.yield(.over)
        }
        var grace: Task<Void, any Error>?
        var events: [EventJSON] = []
        for await beat in beats {
            guard case .notice(let notice) = beat else { break }
            events.append(EventJSON(notice))
            if events.count == limit { break }
            // What happens in one go is told in one answer.
            grace =
                grace
                ?? Task {
                    try await Task.sleep(for: GatewayLimits.pollGrace)
                    sender.yield(.over)
                }
        }
        for task in [patience, grace] { task?.cancel() }
        notices.cancel()
        await streams.forget(place)
        return Replies.json(try JSONText.encode(events))
    }

    private enum Beat: Sendable {
        case notice(NumberedNotice)
        case over
    }
}
