import API
import HummingbirdCore

extension Service {
    /// Events behind the one that is known: those that are there, or the next ones as soon as they come; none
    /// when the time is over, or whoever asked is gone.
    func polledEvents(_ asked: EventRequest, from caller: Caller) async throws -> Response {
        var source = await EventSource(after: asked.since, from: door, among: streams)
        var events = source.known.prefix(asked.limit).map(EventJSON.init)
        if events.isEmpty, asked.timeout > 0 {
            guard await caller.listens() else {
                await source.end()
                return Replies.tooManyListeners
            }
            let quit = source.quit
            source.tick(after: .seconds(asked.timeout))
            events = await caller.watched({ await Self.next(of: &source, asked) }, whenGone: quit)
            await caller.listensNoMore()
        }
        await source.end()
        return Replies.json(JSONText.encode(events))
    }

    private static func next(
        of source: inout EventSource, _ asked: EventRequest
    ) async -> [EventJSON] {
        var events: [EventJSON] = []
        for await element in source.elements {
            guard case .notice(let notice) = element else { break }
            events.append(EventJSON(notice))
            if events.count == asked.limit { break }
            // What happens in one go is told in one answer.
            if events.count == 1 { source.tick(after: GatewayLimits.pollGrace) }
        }
        return events
    }
}
