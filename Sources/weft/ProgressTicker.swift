import NIOCore
import NIOPosix

/// Does something small five times a second, on a thread of its own, until it is stopped.
final class ProgressTicker {
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    init(_ tick: @escaping @Sendable () -> Void) {
        group.next().scheduleRepeatedTask(
            initialDelay: .milliseconds(200), delay: .milliseconds(200)
        ) { _ in tick() }
    }

    /// Returns once it does nothing any more.
    func stop() {
        // It has no channels, so nothing can go wrong in the end.
        try? group.syncShutdownGracefully()
    }
}
