import NIOCore
import NIOHTTP1

/// Collects one answer; the body of a success goes to `sink` as it comes, if there is one.
final class ReplyReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// Takes the next bytes; what it throws ends the call. Runs on the loop's thread, so a slow
    /// sink slows the node down instead of filling memory.
    typealias Sink = @Sendable ([UInt8]) throws -> Void

    /// Ends a call: a sink throws it that wants no more, and it comes when the span of the call is over.
    struct StopReading: Error {}

    private let answered: EventLoopPromise<Reply>
    private let sink: Sink?
    private var reply: Reply?
    private var isOver = false

    /// The longest answer that is held in memory; longer ones are streamed.
    private static let bodyBytesMax = 256 << 20

    init(answered: EventLoopPromise<Reply>, sink: Sink?) {
        self.answered = answered
        self.sink = sink
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply = Reply(status: Int(head.status.code), body: [])
        case .body(let bytes):
            take(Array(bytes.readableBytesView), context)
        case .end:
            guard let reply else { return }
            finish(.success(reply), context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(.failure(Self.hungUp), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(.failure(error is StopReading ? error : error as? Failure ?? Self.hungUp), context)
    }

    private func take(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard let reply, !isOver else { return }
        if let sink, reply.isSuccess {
            do {
                try sink(bytes)
            } catch {
                finish(.failure(error), context)
            }
            return
        }
        self.reply?.body += bytes
        if reply.body.count > Self.bodyBytesMax {
            finish(.failure(Failure(.failure, "the node's response is too long")), context)
        }
    }

    private func finish(_ result: Result<Reply, any Error>, _ context: ChannelHandlerContext) {
        guard !isOver else { return }
        isOver = true
        answered.completeWith(result)
        context.close(promise: nil)
    }

    private static let hungUp = Failure(
        .unreachable, "the node closed the connection before it answered",
        fix: "check weft status and the log: weft paths")
}
