import NIOCore
import NIOPosix

/// Lets a listening socket rest after the system refused to accept: no descriptor is left (EMFILE,
/// ENFILE) or no memory. Who waits in the queue goes on waiting, so the socket stays readable, and
/// accepting in vain would take a whole core.
///
/// swift-nio's own `AcceptBackoffHandler` withholds the next read only; a failed accept leaves the
/// last one pending, and the socket registered (measured with swift-nio 2.101: 4,400 vain calls a
/// second under strace). Reading automatically is therefore switched off, which does unregister it.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = Channel

    private var isResting = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is IOError, !isResting { rest(context) }
        context.fireErrorCaught(error)
    }

    private func rest(_ context: ChannelHandlerContext) {
        guard let options = context.channel.syncOptions,
            (try? options.setOption(.autoRead, value: false)) != nil
        else { return }
        isResting = true
        let loop = context.eventLoop.assumeIsolated()
        loop.scheduleTask(in: GatewayLimits.acceptPause) { [self] in
            isResting = false
            // Fails only of a socket that was closed meanwhile.
            try? options.setOption(.autoRead, value: true)
        }
    }
}
