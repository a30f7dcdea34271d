import CLibuv

/// One TCP connection, dialled or accepted, with ordered bytes in both directions.
///
/// Life cycle: `start` once, then `onBytes` any number of times, then `onEnd` at most once, and after
/// `close()` nothing but `onClosed`. It never closes itself: its owner does so after `onEnd`. Small writes
/// leave at once (TCP_NODELAY).
package final class TCPConnection: HandleOwner {
    /// Runs each time the queue of `send` falls to zero, not for sends that never queued.
    package var onDrain: (() -> Void)?
    /// Runs once, after `close()`, when the system has released the connection; the last callback of all.
    package var onClosed: (() -> Void)?
    /// Bytes given to `send` that the system has not taken yet, where a partly taken send counts in full. Not
    /// limited here: the sender compares it with its own limit and waits for `onDrain`.
    package private(set) var queuedBytes = 0
    /// The most bytes taken from the system at once; limited to 64 KiB in any case.
    package var readBytesMax = Int.max
    /// Bytes given to `send` that the system has not taken yet, exactly.
    package var unsentBytes: Int {
        handle.isOpen ? Int(uv_stream_get_write_queue_size(stream)) : 0
    }
    /// The address of the peer, `"192.0.2.1:4711"` or `"[::1]:4711"`; empty if it had closed before.
    package private(set) var remoteAddress = ""
    /// The address of this end, in the same form.
    package private(set) var localAddress = ""

    private let loop: Loop
    private let handle: Handle
    private var onBytes: (([UInt8]) -> Void)?
    private var onEnd: ((UVError?) -> Void)?
    private var hasStarted = false
    private var isPaused = false
    private var hasEnded = false

    /// Creates a socket that is not connected yet; `Dial` and `TCPListener` connect it.
    init(_ loop: Loop) throws(UVError) {
        self.loop = loop
        handle = try Handle(loop, as: uv_tcp_t.self) { uv_tcp_init($0, $1) }
        handle.owner = self
    }

    /// Connects to an address literal, or to the first address of a host name that answers.
    ///
    /// - `then` runs exactly once, on the loop, never before `dial` returns, unless the loop is closing.
    ///   Whoever receives a connection calls `start` on it soon, or `close`.
    /// - `patience` limits the whole attempt; when it is over the error is `ETIMEDOUT`. Without it a silent
    ///   address would take the system's two minutes.
    package static func dial(
        _ loop: Loop, host: String, port: UInt16, within patience: Duration = .seconds(10),
        then: @escaping (Result<TCPConnection, UVError>) -> Void
    ) {
        Dial.start(loop, host: host, port: port, within: patience, then: then)
    }

    /// Begins to read. `onEnd` gets nil when the peer has finished sending, or an error when the connection
    /// broke. Each connection ends only once, whatever goes wrong after that.
    package func start(
        onBytes: @escaping ([UInt8]) -> Void, onEnd: @escaping (UVError?) -> Void
    ) {
        precondition(!hasStarted, "a connection is started once")
        guard handle.isOpen else { return }
        hasStarted = true
        self.onBytes = onBytes
        self.onEnd = onEnd
        startReading()
    }

    /// Sends after everything sent before. Copies what the system does not take at once. After `close()` or
    /// on a broken connection the bytes are dropped.
    package func send(_ bytes: [UInt8]) {
        guard handle.isOpen, !bytes.isEmpty else { return }
        let written = writeNow(bytes)
        guard written < bytes.count else { return }
        queue(bytes[written...])
    }

    /// Stops taking bytes from the system, so that the peer has to wait. Meanwhile the end of the connection
    /// is not noticed. Possible before `start`.
    package func pauseReading() {
        isPaused = true
        guard handle.isOpen else { return }
        uv_read_stop(stream)
    }

    /// Takes bytes again, first those that have waited.
    package func resumeReading() {
        guard isPaused else { return }
        isPaused = false
        startReading()
    }

    /// Closes the connection now; what is still queued is dropped. Repeated calls are harmless.
    package func close() {
        guard handle.isOpen else { return }
        onBytes = nil
        onEnd = nil
        onDrain = nil
        handle.close { [self] in
            let action = onClosed
            onClosed = nil
            action?()
        }
    }

    /// Accepts a connection that waits at `listener`.
    func accept(from listener: UnsafeMutablePointer<uv_stream_t>) throws(UVError) {
        try UVError.check(uv_accept(listener, stream))
        becomeConnected()
    }

    /// Begins to connect to `address`; `then` gets libuv's status.
    func connect(
        to address: SocketAddress, then: @escaping (Int32) -> Void
    ) throws(UVError) {
        let request = Request(as: uv_connect_t.self, completion: then)
        try request.submit(as: uv_connect_t.self) { pointer in
            address.withPointer { address in
                uv_tcp_connect(pointer, tcp, address) { Request.finish($0?.pointee.data, $1) }
            }
        }
    }

    /// Configures a connected socket and stores the addresses of its ends.
    func becomeConnected() {
        // Fails on a connection that the peer has already reset; reading will report that.
        uv_tcp_nodelay(tcp, 1)
        remoteAddress = SocketAddress { uv_tcp_getpeername(tcp, $0, $1) }?.text ?? ""
        localAddress = SocketAddress { uv_tcp_getsockname(tcp, $0, $1) }?.text ?? ""
    }

    private var tcp: UnsafeMutablePointer<uv_tcp_t> { handle.pointer(as: uv_tcp_t.self) }
    private var stream: UnsafeMutablePointer<uv_stream_t> { handle.pointer(as: uv_stream_t.self) }

    // MARK: Reading

    private func startReading() {
        guard handle.isOpen, hasStarted, !isPaused, !hasEnded else { return }
        let status = uv_read_start(
            stream,
            { pointer, _, buffer in
                let owner = Handle.owner(of: pointer?.pointee.data, as: TCPConnection.self)
                var slot = owner?.loop.readSlot ?? uv_buf_t()
                if let most = owner?.readBytesMax, most < slot.len { slot.len = most }
                buffer?.pointee = slot
            },
            { pointer, count, buffer in
                let owner = Handle.owner(of: pointer?.pointee.data, as: TCPConnection.self)
                owner?.read(count, buffer?.pointee.base)
            })
        if status < 0 {
            end(UVError(code: status))
        }
    }

    private func read(_ count: Int, _ base: UnsafeMutablePointer<CChar>?) {
        if count > 0 {
            onBytes?(Array(UnsafeRawBufferPointer(start: base, count: count)))
        } else if count < 0 {
            let code = Int32(truncatingIfNeeded: count)
            end(code == UV_EOF.rawValue ? nil : UVError(code: code))
        }
    }

    /// Reports the first reason to end, from reading or from writing.
    private func end(_ error: UVError?) {
        guard handle.isOpen, !hasEnded else { return }
        hasEnded = true
        uv_read_stop(stream)
        onBytes = nil
        let action = onEnd
        onEnd = nil
        action?(error)
    }

    // MARK: Writing

    /// Returns how many bytes the system took at once; zero while older ones wait. Also zero on an error: the
    /// queued write meets it again and reports it from the loop.
    private func writeNow(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { raw in
            let base = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            var buffer = uv_buf_t(base: UnsafeMutablePointer(mutating: base), len: raw.count)
            return Int(max(0, uv_try_write(stream, &buffer, 1)))
        }
    }

    private func queue(_ rest: ArraySlice<UInt8>) {
        let size = rest.count
        let request = Request(as: uv_write_t.self, copying: rest) { [self] status in
            wrote(size, status)
        }
        queuedBytes += size
        do throws(UVError) {
            var buffer = request.buffer
            try request.submit(as: uv_write_t.self) { pointer in
                uv_write(pointer, stream, &buffer, 1) { Request.finish($0?.pointee.data, $1) }
            }
        } catch {
            // Only a socket that is no longer connected refuses at once.
            queuedBytes -= size
            end(error)
        }
    }

    private func wrote(_ size: Int, _ status: Int32) {
        queuedBytes -= size
        if status < 0 {
            end(UVError(code: status))
        } else if queuedBytes == 0 {
            onDrain?()
        }
    }
}
