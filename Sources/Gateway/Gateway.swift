package import Domain
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix

/// The HTTP server of a node: on its Unix socket, for the user who owns it, and on loopback if it is
/// set so, for who has the token.
package final class Gateway: Sendable {
    private let place: SocketFile
    private let service: Service
    private let socket: Listener
    private let web: WebDoor
    private let logger: Logger

    /// A gateway to the node behind `door`; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - socketPath: absolute, at most 107 bytes (103 on macOS); its directory is the user's own
    ///     with mode 0700, or is made so.
    ///   - scratch: a folder on a disk, where a file for import lies without a name while it is read.
    ///   - page: the folder of the page, for who works on it; nil for what is in the program.
    ///   - version: what `GET /v1/version` tells of the program.
    package init(
        door: NodeDoor, socketPath: String, scratch: String, page: String? = nil,
        version: String, logger: Logger
    ) {
        place = SocketFile(path: socketPath)
        web = WebDoor(door.keys, page: page, logger: logger)
        let service = Service(
            door: door, web: web, scratch: scratch, version: version, logger: logger)
        self.service = service
        self.logger = logger
        socket = Listener(.ownUser, logger: logger) { request, caller in
            await service.respond(to: request, from: caller)
        }
    }

    /// Serves until `stop`; then every open answer is finished and the socket removed. Called once.
    ///
    /// - Throws: `GatewayError`, before anything is opened.
    package func run() async throws {
        var inode: UInt64?
        try await socket.run { bootstrap in
            let descriptor = try place.open()
            inode = place.inode
            let settings = try await service.door.answer(to: .query { .settings($0) })
            // Of a node that does not tell no door is opened.
            await web.begin(service, at: try? settings.get().web)
            let listening = try await bootstrap.withBoundSocket(descriptor).get()
            place.lengthenQueue(of: descriptor)
            logger.info("listening on \(place.path)")
            return listening
        } afterwards: {
            place.remove(inode: inode)
        }
    }

    /// Returns when the socket is open, or will not be.
    ///
    /// - Returns: whether it is open.
    package func waitUntilOpen() async -> Bool {
        await socket.waitUntilOpen()
    }

    /// The address for other programs of this machine; nil if it is closed.
    package var webAddress: LoopbackAddress? {
        get async { await web.address }
    }

    /// Ends event streams and imports, lets other answers finish for a while, and makes `run`
    /// return; returns when it does.
    package func stop() async {
        await socket.close()
        await service.stop()
        async let isWebOver: Void = web.stop()
        await socket.stop()
        await isWebOver
    }
}
