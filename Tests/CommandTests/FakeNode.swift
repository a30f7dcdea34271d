import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A fake node on a Unix socket in a folder of its own, with responses given by the test.
final class FakeNode: @unchecked Sendable {
    struct Heard: Equatable {
        let method: String
        let path: String
        let body: String
    }

    let socketPath: String
    private let folder: String
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let server: any Channel
    // Written on the loop's thread before the response leaves, read after it arrives.
    private let answers: [String: (Int, String)]
    private(set) var heard: [Heard] = []

    /// A call that is answered only when the question is asked for the second time; nil for none.
    private let lateAfter: (call: String, question: String)?

    /// Starts the node.
    ///
    /// - Parameters:
    ///   - answers: the responses by method and path, such as `GET /v1/status`; others get 404.
    ///   - late: a call that is answered only after its question was asked twice.
    init(
        _ answers: [String: (Int, String)], late: (call: String, question: String)? = nil
    ) throws {
        lateAfter = late
        var template = Array("/tmp/weft-test-XXXXXX".utf8CString)
        folder = template.withUnsafeMutableBufferPointer {
            String(cString: mkdtemp($0.baseAddress!))
        }
        socketPath = folder + "/weft.sock"
        self.answers = answers
        let box = Box()
        server = try ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Answering(box))
                }
            }
            .bind(unixDomainSocketPath: socketPath).wait()
        box.node = self
    }

    func stop() {
        try? server.close().wait()
        try? group.syncShutdownGracefully()
        unlink(socketPath)
        rmdir(folder)
    }

    // Calls that wait for their response.
    private var waiting: [() -> Void] = []

    fileprivate func take(_ call: Heard, _ reply: @escaping ((Int, String)) -> Void) {
        let answer = answer(call)
        let name = "\(call.method) \(call.path)"
        if name == lateAfter?.call {
            waiting.append { reply(answer) }
            return
        }
        reply(answer)
        guard name == lateAfter?.question else { return }
        guard heard.count(where: { "\($0.method) \($0.path)" == name }) == 2 else { return }
        waiting.forEach { $0() }
        waiting = []
    }

    private func answer(_ call: Heard) -> (Int, String) {
        heard.append(call)
        let path = call.path.prefix { $0 != "?" }
        return answers["\(call.method) \(path)"] ?? (404, "{}")
    }

    fileprivate final class Box: @unchecked Sendable {
        weak var node: FakeNode?
    }
}

private final class Answering: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let box: FakeNode.Box
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ box: FakeNode.Box) {
        self.box = box
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let bytes): body += Array(bytes.readableBytesView)
        case .end:
            guard let head, let node = box.node else { return }
            let heard = FakeNode.Heard(
                method: head.method.rawValue, path: head.uri,
                body: String(decoding: body, as: UTF8.self))
            node.take(heard) { self.write($0, context) }
        }
    }

    private func write(_ said: (Int, String), _ context: ChannelHandlerContext) {
        let (status, text) = said
        var answer = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status))
        answer.headers = ["content-length": "\(text.utf8.count)", "connection": "close"]
        context.write(wrapOutboundOut(.head(answer)), promise: nil)
        let bytes = ByteBuffer(string: text)
        context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
