import API
import Domain
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
            let (beats, sender) = AsyncStream<Beat>.makeStream()
            let place = await streams.begin(sender)
            let notices = Task {
                for await notice in door.notices(asked.since) { sender.yield(.notice(notice)) }
                sender.finish()
            }
            let clock = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: GatewayLimits.heartbeat)
                    sender.yield(.heartbeat)
                }
            }
            let written = await Self.write(beats, form, to: &writer)
            notices.cancel()
            clock.cancel()
            await streams.forget(place)
            try written.get()
            try await writer.finish(nil)
        }
    }

    private static func write(
        _ beats: AsyncStream<Beat>, _ form: EventForm, to writer: inout any ResponseBodyWriter
    ) async -> Result<Void, any Error> {
        do {
            for await beat in beats {
                switch beat {
                case .heartbeat: try await writer.write(ByteBuffer(string: form.heartbeat))
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

    private enum Beat: Sendable {
        case notice(NumberedNotice)
        case heartbeat
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

/// The event streams that are open, so that stopping can end them.
actor Streams {
    private var ends: [(number: Int, end: @Sendable () -> Void)] = []
    private var last = 0
    private var isOver = false

    /// One more; ended at once if everything ends already.
    func begin<Element>(_ stream: AsyncStream<Element>.Continuation) -> Int {
        last += 1
        if isOver {
            stream.finish()
        } else {
            ends.append((last, { stream.finish() }))
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
        for stream in ends { stream.end() }
        ends = []
    }
}
