import API
import NIOCore
import NIOHTTP1
import NIOPosix

/// Asks the node over its Unix socket: HTTP/1.1, one connection a question, one thread.
final class Client {
    private let socketPath: String
    private let output: Output
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    init(socketPath: String, output: Output) {
        self.socketPath = socketPath
        self.output = output
    }

    deinit {
        // Nothing is under way any more, and the process is about to end.
        group.shutdownGracefully { _ in }
    }

    /// The answer, if it is a success.
    ///
    /// - Throws: `Failure`; what the node refuses carries its words and its way out.
    func send(_ call: Call, sink: ReplyReader.Sink? = nil) throws -> Reply {
        let reply = try exchange(call, sink: sink)
        output.trace("\(call.method) \(call.path) \(reply.status)")
        guard reply.isSuccess else { throw ProblemReading.failure(of: reply) }
        return reply
    }

    /// The answer, whatever it is.
    func exchange(_ call: Call, sink: ReplyReader.Sink? = nil) throws -> Reply {
        let door = try SocketDoor.connect(to: socketPath)
        let loop = group.next()
        let answered = loop.makePromise(of: Reply.self)
        let opened = ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(
                        ReplyReader(answered: answered, sink: sink))
                }
            }
            .withConnectedSocket(door)
        do {
            let channel = try opened.wait()
            let timer = call.patience.map {
                loop.scheduleTask(in: TimeAmount($0)) {
                    channel.pipeline.fireErrorCaught(Self.tooSlow(call))
                }
            }
            defer { timer?.cancel() }
            Self.write(call, to: channel)
            return try answered.futureResult.wait()
        } catch let failure as Failure {
            throw failure
        } catch {
            answered.fail(error)
            throw Failure(.unreachable, "the node cannot be asked: \(error)", fix: "weft status")
        }
    }

    private static func write(_ call: Call, to channel: any Channel) {
        var head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: call.method), uri: call.path)
        head.headers = [
            "host": "localhost", "accept": call.accept, "connection": "close",
            "user-agent": "weft/\(Weft.version)",
        ]
        if let body = call.body {
            head.headers.add(name: "content-type", value: call.contentType)
            head.headers.add(name: "content-length", value: "\(body.count)")
        }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let body = call.body {
            let part = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body)))
            channel.write(part, promise: nil)
        }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }

    private static func tooSlow(_ call: Call) -> Failure {
        let seconds = call.patience?.components.seconds ?? 0
        return Failure(
            .unreachable, "the node has not answered for \(seconds) s",
            fix: "look into its log: weft paths; or start it anew: weft down, weft up")
    }
}
