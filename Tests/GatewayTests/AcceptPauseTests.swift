import NIOCore
import NIOPosix
import Testing

@testable import Gateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite struct AcceptPauseTests {
    @Test(arguments: [EMFILE, ENFILE, ENOMEM])
    func `a socket that cannot accept rests, and then accepts who waited`(
        _ number: CInt
    ) async throws {
        try await Folder.with { folder in
            let server = try await Listener(folder("s"))

            #expect(
                try await !server.isReading(after: IOError(errnoCode: number, reason: "accept")))
            let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(unixDomainSocketPath: folder("s")).get()

            try await server.accepted()
            #expect(try await server.channel.getOption(.autoRead).get())
            try await client.close()
            try await server.channel.close()
        }
    }

    @Test func `a socket that is refused again rests again`() async throws {
        try await Folder.with { folder in
            let server = try await Listener(folder("s"))
            let error = IOError(errnoCode: EMFILE, reason: "accept")

            #expect(try await !server.isReading(after: error))
            try await server.rested()
            #expect(try await server.channel.getOption(.autoRead).get())
            #expect(try await !server.isReading(after: error))
            try await server.channel.close()
        }
    }

    @Test func `other errors do not stop accepting`() async throws {
        try await Folder.with { folder in
            let server = try await Listener(folder("s"))

            #expect(try await server.isReading(after: ChannelError.ioOnClosedChannel))
            try await server.channel.close()
        }
    }

    @Test func `a socket that is closed while it rests stays closed`() async throws {
        try await Folder.with { folder in
            let server = try await Listener(folder("s"))

            _ = try await server.isReading(after: IOError(errnoCode: EMFILE, reason: "accept"))
            try await server.channel.close()
            try await server.rested()

            #expect(!server.channel.isActive)
        }
    }
}

/// A socket that listens as the gateway's does.
private struct Listener {
    let channel: any Channel
    private let arrival: EventLoopPromise<Void>

    init(_ path: String) async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let arrival = group.next().makePromise(of: Void.self)
        self.arrival = arrival
        channel = try await ServerBootstrap(group: group)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause())
                }
            }
            .childChannelInitializer { child in
                arrival.succeed()
                return child.eventLoop.makeSucceededVoidFuture()
            }
            .bind(unixDomainSocketPath: path).get()
        // If nobody connects, the wait fails too, so that no promise is left unfulfilled.
        let late = channel.eventLoop.scheduleTask(in: .seconds(30)) {
            arrival.fail(ChannelError.connectTimeout(.seconds(30)))
        }
        channel.closeFuture.whenComplete { _ in
            late.cancel()
            arrival.fail(ChannelError.alreadyClosed)
        }
    }

    /// Whether it still reads when `error` has been caught.
    func isReading(after error: any Error) async throws -> Bool {
        let channel = channel
        return try await channel.eventLoop.submit {
            channel.pipeline.fireErrorCaught(error)
            return try channel.syncOptions?.getOption(.autoRead) ?? false
        }.get()
    }

    /// Returns when a connection was accepted; throws if none was for half a minute.
    func accepted() async throws {
        try await arrival.futureResult.get()
    }

    /// Returns when a pause that has begun is over.
    func rested() async throws {
        // Of two tasks of one loop the one that is due first runs first.
        try await channel.eventLoop.scheduleTask(in: GatewayLimits.acceptPause) {}
            .futureResult.get()
    }
}
