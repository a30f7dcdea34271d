import CLibuv

/// A listening TCP socket.
///
/// When the system refuses to accept (`EMFILE`: no descriptor left), it stops listening for
/// `pauseMilliseconds` and then listens again on the same port, as often as needed: it neither spins nor
/// gives up. Meanwhile callers are refused, and call again.
package final class TCPListener: HandleOwner {
    /// Long enough for other connections to end, short enough to go unnoticed.
    static let pauseMilliseconds: UInt64 = 100

    /// The bound port: the requested one, or the system's choice if that was 0.
    package let port: UInt16

    private let loop: Loop
    private let address: SocketAddress
    private let backlog: Int32
    /// Nil during a pause.
    private var listening: Handle?
    private let pause: Handle
    private var onConnection: ((TCPConnection) -> Void)?
    private var onError: ((UVError) -> Void)?
    private var lastError: UVError?

    /// Begins to listen.
    ///
    /// - `host` is an IPv4 or IPv6 literal; `"::"` accepts IPv4 callers too.
    /// - `backlog`: the number of callers that the system lets wait; it may keep fewer.
    /// - `onConnection` owns the connection and calls `start` on it, or `close`.
    /// - `onError` is called when the system refuses to accept, once in a row for the same reason.
    /// - Throws: `EINVAL` if `host` is not a literal, `EADDRINUSE` if the port is taken.
    package init(
        _ loop: Loop, host: String, port: UInt16, backlog: Int32 = 128,
        onConnection: @escaping (TCPConnection) -> Void,
        onError: @escaping (UVError) -> Void
    ) throws(UVError) {
        guard let wanted = SocketAddress(literal: host, port: port) else {
            throw UVError(UV_EINVAL)
        }
        let first = try Self.listen(loop, wanted, backlog)
        let tcp = first.pointer(as: uv_tcp_t.self)
        guard let bound = SocketAddress(asking: { uv_tcp_getsockname(tcp, $0, $1) }),
            let boundPort = bound.port
        else {
            first.close()
            throw UVError(UV_EADDRNOTAVAIL)
        }
        do throws(UVError) {
            pause = try Handle(loop, as: uv_timer_t.self) { uv_timer_init($0, $1) }
        } catch {
            first.close()
            throw error
        }
        self.loop = loop
        self.backlog = backlog
        self.onConnection = onConnection
        self.onError = onError
        address = bound
        self.port = boundPort
        listening = first
        first.owner = self
        pause.owner = self
    }

    /// Stops listening. Accepted connections stay open.
    package func close() {
        onConnection = nil
        onError = nil
        listening?.close()
        listening = nil
        pause.close()
    }

    /// Creates a bound and listening handle; the caller sets its owner.
    private static func listen(
        _ loop: Loop, _ address: SocketAddress, _ backlog: Int32
    ) throws(UVError) -> Handle {
        let handle = try Handle(loop, as: uv_tcp_t.self) { uv_tcp_init($0, $1) }
        do throws(UVError) {
            try UVError.check(
                address.withPointer { uv_tcp_bind(handle.pointer(as: uv_tcp_t.self), $0, 0) })
            try UVError.check(
                uv_listen(handle.pointer(as: uv_stream_t.self), backlog) { pointer, status in
                    let owner = Handle.owner(of: pointer?.pointee.data, as: TCPListener.self)
                    owner?.called(status)
                })
        } catch {
            handle.close()
            throw error
        }
        return handle
    }

    private func called(_ status: Int32) {
        guard let listening else { return }
        do throws(UVError) {
            try UVError.check(status)
            let connection = try TCPConnection(loop)
            do throws(UVError) {
                try connection.accept(from: listening.pointer(as: uv_stream_t.self))
            } catch {
                connection.close()
                throw error
            }
            lastError = nil
            onConnection?(connection)
        } catch {
            rest(because: error)
        }
    }

    /// Stops listening for a while. libuv calls again and again, within one turn, as long as accepting fails;
    /// only closing the socket ends that.
    private func rest(because error: UVError) {
        listening?.close()
        listening = nil
        guard pause.isOpen else { return }
        uv_timer_start(
            pause.pointer(as: uv_timer_t.self),
            { pointer in
                Handle.owner(of: pointer?.pointee.data, as: TCPListener.self)?.listenAgain()
            }, Self.pauseMilliseconds, 0)
        if error != lastError {
            lastError = error
            onError?(error)
        }
    }

    private func listenAgain() {
        guard pause.isOpen else { return }
        do throws(UVError) {
            let handle = try Self.listen(loop, address, backlog)
            handle.owner = self
            listening = handle
        } catch {
            rest(because: error)
        }
    }
}
