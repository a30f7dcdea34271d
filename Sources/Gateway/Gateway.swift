import API
import HTTPTypes
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix

/// The HTTP server on the node's Unix socket, for the user who owns it.
package final class Gateway: Sendable {
    private let place: SocketPlace
    private let service: Service
    private let owner: OwnerChannel
    private let clients = Clients()
    private let opening = Opening()
    private let logger: Logger

    /// A gateway to the node behind `door`; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - socketPath: absolute, at most 107 bytes (103 on macOS); its directory is the user's own
    ///     with mode 0700, or is made so.
    ///   - version: what `GET /v1/version` tells of the program.
    package init(door: NodeDoor, socketPath: String, version: String, logger: Logger) {
        place = SocketPlace(path: socketPath)
        service = Service(door: door, version: version, logger: logger)
        self.logger = logger
        owner = Self.channel(service, clients)
    }

    /// Serves until `stop`; then every open answer is finished and the socket removed. Called once.
    ///
    /// - Throws: `GatewayError`, before anything is opened.
    package func run() async throws {
        let (connections, sender) = AsyncStream<OwnerChannel.Value>.makeStream()
        let listening: any Channel
        do {
            listening = try await listen(sender)
        } catch {
            await opening.end()
            throw error
        }
        let inode = place.inode
        await opening.open(listening)
        logger.info("listening on \(place.path)")
        // A task of its own, because cancelling this one must not drop connections: each has to
        // be handled to its end.
        let serving = Task { [owner, logger] in
            await withDiscardingTaskGroup { group in
                for await connection in connections {
                    group.addTask { await owner.handle(value: connection, logger: logger) }
                }
            }
        }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            listening.close(promise: nil)
            Task { await self.stop() }
        }
        place.remove(inode: inode)
        await opening.end()
    }

    /// Returns when the socket is open, or will not be.
    ///
    /// - Returns: whether it is open.
    package func waitUntilOpen() async -> Bool {
        await opening.wait()
    }

    /// Ends event streams and imports, lets other answers finish for a while, and makes `run`
    /// return; returns when it does.
    package func stop() async {
        await opening.close()
        await service.stop()
        await clients.finish()
        let clients = clients
        let last = Task {
            try await Task.sleep(for: GatewayLimits.farewell)
            await clients.closeAll()
        }
        await opening.waitUntilOver()
        last.cancel()
    }

    /// Every connection that is accepted goes to `sender`, which ends with the socket.
    private func listen(
        _ sender: AsyncStream<OwnerChannel.Value>.Continuation
    ) async throws -> any Channel {
        let descriptor = try place.open()
        let owner = owner
        let logger = logger
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause())
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                owner.setup(channel: channel, logger: logger).map { connection in
                    if case .terminated = sender.yield(connection) {
                        // Accepted while the socket closed.
                        Task { await owner.handle(value: connection, logger: logger) }
                    }
                }
            }
            .withBoundSocket(descriptor).get()
        listening.closeFuture.whenComplete { _ in sender.finish() }
        return listening
    }

    private static func channel(_ service: Service, _ clients: Clients) -> OwnerChannel {
        var limits = HTTP1Channel.Configuration.DecoderConfiguration()
        limits.maxHeaderListSize = GatewayLimits.headBytesMax
        limits.maxHeaderFieldSize = GatewayLimits.headBytesMax
        limits.maxHeaderFieldCount = 100
        let http = HTTP1Channel.Configuration(
            idleTimeout: GatewayLimits.patience, httpDecoderConfiguration: limits)
        let serving = HTTP1Channel(
            responder: { request, writer, _ in
                let response = await service.respond(to: request)
                try await writer.write(response: response.head, body: response.body)
            }, configuration: http)
        let refusing = HTTP1Channel(
            responder: { _, writer, channel in
                let response = Replies.tooManyClients
                try await writer.write(response: response.head, body: response.body)
                channel.close(promise: nil)
            }, configuration: http)
        return OwnerChannel(serving: serving, refusing: refusing, clients: clients)
    }
}
