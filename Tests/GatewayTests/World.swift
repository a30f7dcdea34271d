import API
import CRDT
import Domain
import FoundationEssentials
import Gateway
import Logging
import NIOCore
import NIOPosix
import Primitives

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A directory that is deleted with the test.
struct Folder {
    let path: String

    static func with<Value>(_ use: (Folder) async throws -> Value) async throws -> Value {
        var template = Array("/tmp/weft-gateway-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure.system(errno) }
        let folder = Folder(path: String(cString: made))
        do {
            let value = try await use(folder)
            folder.remove()
            return value
        } catch {
            folder.remove()
            throw error
        }
    }

    func callAsFunction(_ name: String) -> String { path + "/" + name }

    private func remove() {
        if let entries = opendir(path) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != "." && name != ".." && unlink(self(name)) != 0 { rmdir(self(name)) }
            }
            closedir(entries)
        }
        rmdir(path)
    }

    enum Failure: Error {
        case system(Int32)
    }
}

extension NodeDoor {
    /// A node with these answers and notices, which finds nothing else.
    static func knowing(
        _ answers: [(Request, Answer)], notices: [NumberedNotice] = []
    ) -> NodeDoor {
        NodeDoor(
            ask: { request in
                func answer(_ request: Request) -> Answer {
                    answers.first { $0.0 == request }?.1
                        ?? .rejected(Problem(.notFound, "there is no such thing"))
                }
                guard case .command(.bound(let command, let condition)) = request else {
                    return answer(request)
                }
                let thing: Bookmark? =
                    switch condition.target {
                    case .thing(let reference):
                        if case .bookmark(let thing) = answer(.query(.show(reference))) {
                            thing
                        } else {
                            nil
                        }
                    case .profile:
                        if case .feeds(.profile(let told)) = answer(.query(.feeds(.profile(nil)))) {
                            told.said
                        } else {
                            nil
                        }
                    }
                return condition.holds(of: thing)
                    ? answer(.command(command)) : .rejected(VersionCondition.problem)
            },
            notices: { after in
                NoticeStream(
                    known: notices.filter { $0.number > after ?? 0 }, later: AsyncStream { _ in })
            },
            backup: { .done(DoneReport(count: 1, act: nil, summary: "backup in \($0)")) },
            keys: .spelled)
    }
}

extension NoticeStream {
    /// A stream without any notices.
    static let none = NoticeStream(known: [], later: AsyncStream { $0.finish() })
}

extension WebKeys {
    /// Keys in which each token is the name of its scope.
    static let spelled = WebKeys(
        prepare: { nil }, opens: { scope, token in scope.rawValue == token },
        token: { $0.rawValue }, sessions: { nil }, keepSessions: { _ in nil })
}

/// Opens a gateway on a socket in `folder`, and stops it after use.
func withGateway<Value: Sendable>(
    _ door: NodeDoor, at path: String, _ use: @Sendable () async throws -> Value
) async throws -> Value {
    try await withGateway(door, at: path) { _ in try await use() }
}

/// The same, for tests that need the gateway itself.
func withGateway<Value: Sendable>(
    _ door: NodeDoor, at path: String, _ use: @Sendable (Gateway) async throws -> Value
) async throws -> Value {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let gateway = Gateway(
        door: door, socketPath: path, scratch: "/tmp", version: "1.2.3", logger: logger)
    let running = Task { try await gateway.run() }
    guard await gateway.waitUntilOpen() else {
        try await running.value
        throw Folder.Failure.system(0)
    }
    do {
        let value = try await use(gateway)
        await gateway.stop()
        try await running.value
        return value
    } catch {
        await gateway.stop()
        try await running.value
        throw error
    }
}

/// A raw text connection, open until `use` returns.
final class Line {
    // One iterator for all reads: the channel closes when it is released.
    private var incoming: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        incoming = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// - Parameter place: the path of a socket, or the port of a loopback listener, in digits.
    static func with<Value>(
        _ place: String, _ use: (Line) async throws -> Value
    ) async throws -> Value {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
        @Sendable func wrapped(
            _ channel: any Channel
        ) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> {
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
        let wire =
            if let port = Int(place) {
                try await bootstrap.connect(
                    host: "127.0.0.1", port: port, channelInitializer: wrapped)
            } else {
                try await bootstrap.connect(
                    unixDomainSocketPath: place, channelInitializer: wrapped)
            }
        return try await wire.executeThenClose { inbound, outbound in
            let line = Line(inbound, outbound)
            defer { withExtendedLifetime(line) {} }
            return try await use(line)
        }
    }

    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await outbound.write(ByteBuffer(bytes: bytes))
    }

    /// Half-closes the connection; incoming data is still read.
    func finish() {
        outbound.finish()
    }

    /// Reads until `isEnough`, or the end.
    func read(until isEnough: (String) -> Bool = { _ in false }) async throws -> String {
        var bytes: [UInt8] = []
        while let part = try await incoming.next() {
            bytes += part.readableBytesView
            if isEnough(String(decoding: bytes, as: UTF8.self)) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A parsed response.
struct Heard {
    let status: Int
    let head: String
    let body: String

    init(_ text: String) {
        status = Int(text.dropFirst(9).prefix(3)) ?? 0
        let end = text.firstRange(of: "\r\n\r\n")
        head = end.map { String(text[..<$0.lowerBound]) } ?? text
        body = end.map { String(text[$0.upperBound...]) } ?? ""
    }

    /// Returns the value of a header; nil if it is missing.
    func header(_ name: String) -> String? {
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    /// Decodes the body.
    func read<Shape: JSONConvertible>(_ shape: Shape.Type) throws -> Shape {
        try JSONText.decode(shape, from: Array(body.utf8))
    }
}

/// Decodes JSON as another program does.
func decoded<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// Sends one request on a connection of its own.
func ask(
    _ path: String, _ method: String, _ target: String, body: String? = nil,
    headers: [String] = ["Content-Type: application/json"]
) async throws -> Heard {
    var head = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\n"
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: localhost\r\n" }
    for header in headers where body != nil || !header.hasPrefix("Content-Type") {
        head += header + "\r\n"
    }
    if let body {
        head += "Content-Length: \(body.utf8.count)\r\n\r\n" + body
    } else {
        head += "\r\n"
    }
    return try await Line.with(path) { line in
        try await line.send(head)
        return Heard(try await line.read())
    }
}
