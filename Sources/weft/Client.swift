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
        guard reply.isSuccess else { throw reply.failure }
        return reply
    }

    /// Sends an endpoint: the node's answer, and its reply as it came.
    ///
    /// - Parameter patience: how long the node may say nothing before it is asked whether it is still there.
    func send<Sent: Endpoint>(
        _ endpoint: Sent, patience: Duration = Call.patienceUsual
    ) throws -> (Sent.Output, Reply) {
        var call = Call(endpoint)
        call.patience = patience
        let reply = try send(call)
        return (try reply.decoded(as: Sent.Output.self), reply)
    }

    /// Sends an endpoint: the node's answer alone.
    func ask<TypedRequest: Endpoint>(_ endpoint: TypedRequest) throws -> TypedRequest.Output {
        try send(endpoint).0
    }

    /// Sends an endpoint that the gateway serves itself: its answer, and its reply as it came.
    func send<Sent: JSONEndpoint>(_ endpoint: Sent) throws -> (Sent.Output, Reply) {
        let reply = try send(Call(endpoint))
        return (try reply.decoded(as: Sent.Output.self), reply)
    }

    /// The answer, whatever it is. As long as the node lives it is waited for: what changes many
    /// things takes its time, or stands in line behind another.
    func exchange(_ call: Call, sink: ReplyReader.Sink? = nil) throws -> Reply {
        guard !call.lacksName else {
            throw Failure(.usage, "a name or an id is empty", fix: "put it between the quotes")
        }
        Interruption.says(call.afterwards)
        defer { Interruption.says(nil) }
        var isTold = false
        return try exchange(call, sink: sink) {
            guard isAlive(call) else { return false }
            if !isTold {
                output.say("  still working; after Ctrl-C the node continues in the background")
            }
            isTold = true
            return true
        }
    }

    // Whether the node answers a small question, beside the one that takes so long.
    private func isAlive(_ call: Call) -> Bool {
        var question = Call(ShowIdentity())
        question.patience = call.patience
        let reply = try? exchange(question, sink: nil) { false }
        return reply?.isSuccess == true
    }

    // - Parameter goesOn: whether to wait on after a time without an answer.
    private func exchange(
        _ call: Call, sink: ReplyReader.Sink?, goesOn: () -> Bool
    ) throws -> Reply {
        let door = try SocketConnection.connect(to: socketPath)
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
            Self.write(call, to: channel, output)
            guard let patience = call.patience else {
                if let span = call.span, try Self.wait(for: answered.futureResult, span) == nil {
                    channel.pipeline.fireErrorCaught(ReplyReader.StopReading())
                }
                return try answered.futureResult.wait()
            }
            while true {
                if let reply = try Self.wait(for: answered.futureResult, patience) { return reply }
                guard goesOn() else { break }
            }
            channel.pipeline.fireErrorCaught(Self.tooSlow(call))
            return try answered.futureResult.wait()
        } catch let failure as Failure {
            throw failure
        } catch let enough as ReplyReader.StopReading {
            throw enough
        } catch {
            answered.fail(error)
            throw Failure(
                .unreachable, "cannot send the request to the node: \(error)", fix: "weft status")
        }
    }

    // The answer, or nil if it has not come after `patience`.
    private static func wait(
        for answer: EventLoopFuture<Reply>, _ patience: Duration
    ) throws -> Reply? {
        let turn = answer.eventLoop.makePromise(of: Reply?.self)
        answer.map { Optional($0) }.cascade(to: turn)
        let timer = answer.eventLoop.scheduleTask(in: TimeAmount(patience)) { turn.succeed(nil) }
        defer { timer.cancel() }
        return try turn.futureResult.wait()
    }

    private static func write(_ call: Call, to channel: any Channel, _ output: Output) {
        var head = HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: call.method), uri: call.path)
        head.headers = [
            "host": "localhost", "accept": call.accept, "connection": "close",
            "user-agent": "weft/\(Weft.version)",
        ]
        if let version = call.ifMatch { head.headers.add(name: "if-match", value: version) }
        if let body = call.body {
            head.headers.add(name: "content-type", value: call.contentType)
            head.headers.add(name: "content-length", value: "\(body.count)")
        }
        if let file = call.file {
            head.headers.add(name: "content-type", value: "application/octet-stream")
            // Without it the body goes in chunks, until no more comes.
            if let size = file.size { head.headers.add(name: "content-length", value: "\(size)") }
        }
        if call.body == nil, call.file == nil, call.method != "GET" {
            // Else the length of a POST is not known, and it is sent as if something followed.
            head.headers.add(name: "content-length", value: "0")
        }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if let file = call.file { write(file, to: channel, output) }
        if let body = call.body {
            let part = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body)))
            channel.write(part, promise: nil)
        }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }

    // Each part waits until the one before has gone, so that no more than one is in memory. Who has heard
    // enough closes, and has said why.
    private static func write(_ file: UploadFile, to channel: any Channel, _ output: Output) {
        let progress = ProgressBar(output, in: .bytes)
        var sent = 0
        while let part = file.next() {
            let body = HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: part)))
            guard (try? channel.writeAndFlush(body).wait()) != nil else { break }
            sent += part.count
            if let size = file.size, size > UploadFile.partBytes {
                progress.show(done: sent, of: size)
            }
        }
        if sent > UploadFile.partBytes { progress.clear() }
    }

    private static func tooSlow(_ call: Call) -> Failure {
        let seconds = call.patience?.components.seconds ?? 0
        return Failure(
            .unreachable, "the node has not answered for \(seconds) s",
            fix: "check its log (weft paths), or restart it: weft down, weft up")
    }
}
