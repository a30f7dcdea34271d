import API
import HTTPTypes
import HummingbirdCore
import NIOCore

extension Service {
    /// Notices as they come: server-sent events, or a JSON object a line if that is accepted; or, if JSON
    /// is, those that are there, or the next.
    func events(
        _ asking: Asking, _ request: HummingbirdCore.Request
    ) async throws -> Response {
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let asked = try EventRequest(asking.parameters, lastEventID: last)
        let accept = request.headers[.accept] ?? ""
        if accept.contains("application/json") { return try await polledEvents(asked) }
        try asked.checkedForStream()
        let form: EventForm = accept.contains("application/x-ndjson") ? .lines : .serverSent
        let door = door
        let streams = streams
        return Replies.stream(form.contentType) { writer in
            try await writer.write(ByteBuffer(string: form.heartbeat))
            var source = await EventBeats(after: asked.since, from: door, among: streams)
            source.tick(every: GatewayLimits.heartbeat)
            let written = await Self.write(source.beats, form, to: &writer)
            await source.end()
            try written.get()
            try await writer.finish(nil)
        }
    }

    private static func write(
        _ beats: AsyncStream<EventBeats.Beat>, _ form: EventForm,
        to writer: inout any ResponseBodyWriter
    ) async -> Result<Void, any Error> {
        do {
            for await beat in beats {
                switch beat {
                case .tick: try await writer.write(ByteBuffer(string: form.heartbeat))
                case .notice(let notice):
                    let event = EventJSON(notice)
                    let bytes = form.bytes(event, try JSONText.encode(event))
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

/// How events are written.
private enum EventForm {
    /// WHATWG HTML, "Server-sent events".
    case serverSent
    /// One JSON object a line; an empty line is a sign of life.
    case lines

    var contentType: String {
        switch self {
        case .serverSent: return "text/event-stream"
        case .lines: return "application/x-ndjson"
        }
    }

    var heartbeat: String {
        switch self {
        case .serverSent: return ":\n\n"
        case .lines: return "\n"
        }
    }

    func bytes(_ event: EventJSON, _ json: [UInt8]) -> [UInt8] {
        switch self {
        case .serverSent:
            return Array("id: \(event.id)\nevent: \(event.type)\ndata: ".utf8) + json
                + Array("\n\n".utf8)
        case .lines: return json + [UInt8(ascii: "\n")]
        }
    }
}
