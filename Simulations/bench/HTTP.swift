#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A persistent connection to a node's Unix socket, so that a request costs no more than for a
/// program that talks to its node all day.
final class Connection {
    let descriptor: Int32
    private var arrived: [UInt8] = []

    struct Response {
        let status: Int
        let body: [UInt8]
    }

    init(socket path: String) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else { throw BenchError("\(path) is too long for a socket") }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else {
            close(descriptor)
            throw BenchError("nobody answers on \(path)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the bytes of a request.
    static func request(
        _ method: String, _ path: String, body: [UInt8] = [], type: String = "application/json"
    ) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if !body.isEmpty {
            head += "Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
        }
        return Array((head + "\r\n").utf8) + body
    }

    /// Sends a request and waits for the whole response.
    func exchange(_ request: [UInt8]) throws -> Response {
        try send(request)
        while true {
            if let response = try takeResponse() { return response }
            try receive()
        }
    }

    /// Like `exchange`, but throws unless the response is a success.
    @discardableResult
    func succeed(_ request: [UInt8]) throws -> [UInt8] {
        let response = try exchange(request)
        guard 200..<300 ~= response.status else {
            let said = String(decoding: response.body.prefix(300), as: UTF8.self)
            throw BenchError("the node answers \(response.status): \(said)")
        }
        return response.body
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("the node closed the connection") }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for bytes and buffers them.
    func receive() throws {
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        let count = read(descriptor, &part, part.count)
        guard count > 0 else { throw BenchError("the node closed the connection") }
        arrived += part[..<count]
    }

    /// Returns the next response; nil until it has arrived whole.
    func takeResponse() throws -> Response? {
        guard let end = Self.find(Array("\r\n\r\n".utf8), in: arrived[...]) else { return nil }
        let head = String(decoding: arrived[..<end], as: UTF8.self).lowercased()
        let lines = head.split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else {
            throw BenchError("the node answers no HTTP")
        }
        guard let field = lines.first(where: { $0.hasPrefix("content-length:") }),
            let length = Int(field.dropFirst(15).filter { $0 != " " })
        else { throw BenchError("the node's answer has no length") }
        guard arrived.count >= end + 4 + length else { return nil }
        let body = Array(arrived[end + 4..<end + 4 + length])
        arrived.removeFirst(end + 4 + length)
        return Response(status: status, body: body)
    }

    /// Returns the next whole line of a stream; nil until there is one.
    func takeLine() -> [UInt8]? {
        guard let end = arrived.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let line = Array(arrived[..<end])
        arrived.removeFirst(end + 1)
        return line
    }

    private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= needle.count else { return nil }
        return (bytes.startIndex...bytes.endIndex - needle.count).first {
            bytes[$0] == needle[0] && bytes[$0..<$0 + needle.count].elementsEqual(needle)
        }
    }
}

/// The event stream of a node, with one line of JSON for each event.
final class EventLines {
    private let connection: Connection

    init(socket path: String) throws {
        connection = try Connection(socket: path)
        try connection.send(
            Array(
                "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n"
                    .utf8))
        // The head ends with an empty line, and the first chunk is a keep-alive.
        while true {
            guard let line = connection.takeLine() else {
                try connection.receive()
                continue
            }
            if line.isEmpty || line == [UInt8(ascii: "\r")] { return }
        }
    }

    var descriptor: Int32 { connection.descriptor }

    /// Waits for bytes and buffers them.
    func receive() throws { try connection.receive() }

    /// Returns the next event that has arrived; skips chunk lengths and keep-alives.
    func take() -> [UInt8]? {
        while let line = connection.takeLine() {
            if line.first == UInt8(ascii: "{") { return line }
        }
        return nil
    }

    /// Whether `line` contains `text`.
    static func contains(_ text: [UInt8], in line: [UInt8]) -> Bool {
        guard line.count >= text.count else { return false }
        return (0...line.count - text.count).contains {
            line[$0] == text[0] && line[$0..<$0 + text.count].elementsEqual(text)
        }
    }
}
