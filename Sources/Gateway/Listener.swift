import Logging
import NIOCore
import NIOPosix

/// A listening socket and its connections.
final class Listener: Sendable {
    private let channel: ClientChannel
    private let clients: Clients
    private let opening = ListenerState()
    private let logger: Logger

    init(
        _ admission: ClientChannel.AccessPolicy, logger: Logger,
        respond: @escaping ClientChannel.Responder
    ) {
        self.logger = logger
        clients = Clients(on: MultiThreadedEventLoopGroup.singleton.next())
        channel = ClientChannel(admission, clients, respond: respond)
    }

    /// Serves until `stop`; then every open answer is finished. Called once.
    ///
    /// - Parameters:
    ///   - bind: opens the socket that the bootstrap is to serve.
    ///   - afterwards: what is left to do before anybody hears that it is over.
    /// - Throws: what `bind` does; then it is over.
    func run(
        _ bind: (ServerBootstrap) async throws -> any Channel, afterwards: () -> Void = {}
    ) async throws {
        let (connections, sender) = AsyncStream<ClientChannel.Value>.makeStream()
        let listening: any Channel
        do {
            listening = try await bind(bootstrap(sender))
        } catch {
            await opening.end()
            throw error
        }
        listening.closeFuture.whenComplete { _ in sender.finish() }
        await opening.open(listening)
        // A task of its own, because cancelling this one must not drop connections: each has to
        // be handled to its end.
        let serving = Task { [channel, logger] in
            await withDiscardingTaskGroup { group in
                for await connection in connections {
                    group.addTask { await channel.handle(value: connection, logger: logger) }
                }
            }
        }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            listening.close(promise: nil)
            Task { await self.stop() }
        }
        afterwards()
        await opening.end()
    }

    /// Returns when the socket is open, or will not be.
    ///
    /// - Returns: whether it is open.
    func waitUntilOpen() async -> Bool {
        await opening.wait()
    }

    /// The port that is open; nil if none is.
    var port: UInt16? {
        get async { await opening.port }
    }

    /// Stops accepting connections.
    func close() async {
        await opening.close()
    }

    /// Takes nobody in any more, lets answers finish for a while, and makes `run` return; returns
    /// when it does.
    func stop() async {
        await opening.close()
        clients.finish()
        let clients = clients
        let last = Task {
            try await Task.sleep(for: GatewayLimits.farewell)
            clients.closeAll()
        }
        await opening.waitUntilOver()
        last.cancel()
    }

    /// Every connection that is accepted goes to `sender`, which ends with the socket.
    private func bootstrap(
        _ sender: AsyncStream<ClientChannel.Value>.Continuation
    ) -> ServerBootstrap {
        let channel = channel
        let logger = logger
        return ServerBootstrap(group: clients.loop)
            .serverChannelOption(.backlog, value: GatewayLimits.knockingMax)
            .serverChannelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(AcceptPause())
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { child in
                channel.setup(channel: child, logger: logger).map { connection in
                    if case .terminated = sender.yield(connection) {
                        // Accepted while the socket closed.
                        Task { await channel.handle(value: connection, logger: logger) }
                    }
                }
            }
    }
}
