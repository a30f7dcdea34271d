import API
import HummingbirdCore

extension Service {
    /// Events behind the one that is known, as soon as there is one; none when the time is over.
    func polledEvents(_ asked: EventRequest) async throws -> Response {
        var source = await EventBeats(after: asked.since, from: door, among: streams)
        source.tick(after: .seconds(asked.timeout))
        var events: [EventJSON] = []
        for await beat in source.beats {
            guard case .notice(let notice) = beat else { break }
            events.append(EventJSON(notice))
            if events.count == asked.limit { break }
            // What happens in one go is told in one answer.
            if events.count == 1 { source.tick(after: GatewayLimits.pollGrace) }
        }
        await source.end()
        return Replies.json(try JSONText.encode(events))
    }
}
