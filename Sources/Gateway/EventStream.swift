import API
import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore

extension Service {
    /// Streams notices as they come: as server-sent events, or as one JSON object a line if the client
    /// accepts that. If it accepts JSON, answers those that are there, or the next.
    func events(
        _ wanted: ListenToEvents, _ request: HummingbirdCore.Request, from caller: Caller
    ) async throws -> Response {
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let asked = try EventRequest(wanted, lastEventID: last)
        let forms = EventForm.allCases.map(\.contentType) + [EventRequest.answerType]
        let wanted = AcceptedTypes(request.headers[values: .accept]).best(of: forms)
        if wanted == EventRequest.answerType {
            return try await polledEvents(asked, from: caller)
        }
        try asked.checkedForStream()
        let form = EventForm.allCases.first { $0.contentType == wanted } ?? .serverSent
        guard await caller.listens() else { return Replies.tooManyListeners }
        let door = door
        let streams = streams
        return Replies.stream(form.contentType) { writer in
            var source = await EventSource(
                after: asked.since, from: door, among: streams, whenBehind: caller.drop)
            source.tick(every: GatewayLimits.heartbeat)
            let quit = source.quit
            let written = await caller.watched(
                { await Self.write(source, form, to: &writer) }, whenGone: quit)
            await source.end()
            await caller.listensNoMore()
            try written.get()
            try await writer.finish(nil)
        }
    }

    private static func write(
        _ source: EventSource, _ form: EventForm, to writer: inout any ResponseBodyWriter
    ) async -> Result<Void, any Error> {
        func write(_ notice: NumberedNotice) async throws {
            let event = EventJSON(notice)
            let bytes = form.bytes(event, JSONText.encode(event))
            try await writer.write(ByteBuffer(bytes: bytes))
        }
        do {
            try await writer.write(ByteBuffer(string: form.heartbeat))
            for notice in source.known { try await write(notice) }
            for await element in source.elements {
                switch element {
                case .tick: try await writer.write(ByteBuffer(string: form.heartbeat))
                case .notice(let notice): try await write(notice)
                }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

/// The format in which events are written.
private enum EventForm: CaseIterable {
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
