import CLibuv

/// A bound UDP socket: datagrams in and out, each whole or not at all.
package final class UDPSocket: HandleOwner {
    /// The others that may bind the same port.
    package enum Sharing {
        case exclusive
        /// Others that also share, such as a second node on this machine waiting for the same beacon. All of
        /// them get multicast and broadcast; a direct datagram reaches one.
        case shared
    }

    /// The most bytes that may wait for the network before `send` refuses; what waits longer is stale.
    package static let queuedBytesMax = 1_048_576

    /// The bound port: the requested one, or the system's choice if that was 0.
    package let port: UInt16

    private let loop: Loop
    private let handle: Handle
    private var onDatagram: (([UInt8], String, UInt16) -> Void)?
    private var onError: ((UVError) -> Void)?

    /// Binds `host`, an IPv4 or IPv6 literal, and begins to receive. An IPv6 socket receives IPv6 alone, so
    /// that one of each family may share a port.
    ///
    /// - `onDatagram` gets the bytes (possibly none), the sender's address literal and its port. A link-local
    ///   IPv6 address includes its interface, so that it can be dialled.
    /// - `onError` is called when receiving fails, or sending later.
    /// - Throws: `EINVAL` if `host` is not a literal, `EADDRINUSE` if the port is taken.
    package init(
        _ loop: Loop, host: String, port: UInt16, sharing: Sharing = .exclusive,
        onDatagram: @escaping ([UInt8], String, UInt16) -> Void,
        onError: @escaping (UVError) -> Void
    ) throws(UVError) {
        guard let wanted = SocketAddress(literal: host, port: port) else {
            throw UVError(UV_EINVAL)
        }
        let handle = try Handle(loop, as: uv_udp_t.self) { uv_udp_init($0, $1) }
        let udp = handle.pointer(as: uv_udp_t.self)
        let only = host.contains(":") ? UInt32(UV_UDP_IPV6ONLY.rawValue) : 0
        let flags = only | (sharing == .shared ? UInt32(UV_UDP_REUSEADDR.rawValue) : 0)
        let status = wanted.withPointer { uv_udp_bind(udp, $0, flags) }
        let bound = SocketAddress { uv_udp_getsockname(udp, $0, $1) }
        guard status == 0, let boundPort = bound?.port else {
            handle.close()
            throw status == 0 ? UVError(UV_EADDRNOTAVAIL) : UVError(code: status)
        }
        self.loop = loop
        self.handle = handle
        self.onDatagram = onDatagram
        self.onError = onError
        self.port = boundPort
        handle.owner = self
        do throws(UVError) {
            try startReceiving()
        } catch {
            close()
            throw error
        }
    }

    /// Sends one datagram to an address literal.
    ///
    /// - Throws: `EINVAL` if `host` is not a literal, `EMSGSIZE` for more than a datagram holds (65,507 bytes
    ///   over IPv4), `ENOBUFS` beyond `queuedBytesMax`, `ENETUNREACH` and the like. Success says nothing
    ///   about arrival. Does nothing after `close()`.
    package func send(_ bytes: [UInt8], to host: String, port: UInt16) throws(UVError) {
        guard handle.isOpen else { return }
        guard let address = SocketAddress(literal: host, port: port) else {
            throw UVError(UV_EINVAL)
        }
        let status = bytes.withUnsafeBytes { raw in
            let base = raw.baseAddress?.assumingMemoryBound(to: CChar.self)
            var buffer = uv_buf_t(base: UnsafeMutablePointer(mutating: base), len: raw.count)
            return address.withPointer { uv_udp_try_send(udp, &buffer, 1, $0) }
        }
        guard status == UV_EAGAIN.rawValue else {
            try UVError.check(status)
            return
        }
        try queue(bytes, to: address)
    }

    /// Allows sending to broadcast addresses (IPv4).
    package func allowBroadcast() throws(UVError) {
        guard handle.isOpen else { return }
        try UVError.check(uv_udp_set_broadcast(udp, 1))
    }

    /// Receives what is sent to a multicast group, an address literal of the socket's family.
    ///
    /// - `interface` is the interface's own address literal, for IPv6 with its scope (`"::%eth0"`); nil
    ///   leaves the choice to the system.
    package func join(group: String, interface: String? = nil) throws(UVError) {
        guard handle.isOpen else { return }
        try UVError.check(uv_udp_set_membership(udp, group, interface, UV_JOIN_GROUP))
    }

    /// Reverts `join` with the same arguments.
    package func leave(group: String, interface: String? = nil) throws(UVError) {
        guard handle.isOpen else { return }
        try UVError.check(uv_udp_set_membership(udp, group, interface, UV_LEAVE_GROUP))
    }

    /// Chooses the interface that sends multicast, in the form of `join`.
    package func sendMulticast(by interface: String) throws(UVError) {
        guard handle.isOpen else { return }
        try UVError.check(uv_udp_set_multicast_interface(udp, interface))
    }

    /// Sets how many networks multicast may cross, 1...255; with the system's default of 1 it stays on this
    /// one.
    package func setMulticastReach(_ networks: Int) throws(UVError) {
        guard handle.isOpen else { return }
        let reach = Int32(exactly: networks) ?? -1
        try UVError.check(uv_udp_set_multicast_ttl(udp, reach))
    }

    /// Stops receiving; what is queued is dropped. Repeated calls are harmless.
    package func close() {
        onDatagram = nil
        onError = nil
        handle.close()
    }

    private var udp: UnsafeMutablePointer<uv_udp_t> { handle.pointer(as: uv_udp_t.self) }

    private func queue(_ bytes: [UInt8], to address: SocketAddress) throws(UVError) {
        guard uv_udp_get_send_queue_size(udp) + bytes.count <= Self.queuedBytesMax else {
            throw UVError(UV_ENOBUFS)
        }
        let request = Request(as: uv_udp_send_t.self, copying: bytes[...]) { [self] status in
            if status < 0 {
                onError?(UVError(code: status))
            }
        }
        var buffer = request.buffer
        try request.submit(as: uv_udp_send_t.self) { pointer in
            address.withPointer { address in
                uv_udp_send(pointer, udp, &buffer, 1, address) {
                    Request.finish($0?.pointee.data, $1)
                }
            }
        }
    }

    private func startReceiving() throws(UVError) {
        let status = uv_udp_recv_start(
            udp,
            { pointer, _, buffer in
                let owner = Handle.owner(of: pointer?.pointee.data, as: UDPSocket.self)
                buffer?.pointee = owner?.loop.readSlot ?? uv_buf_t()
            },
            { pointer, count, buffer, address, flags in
                let owner = Handle.owner(of: pointer?.pointee.data, as: UDPSocket.self)
                owner?.received(count, buffer?.pointee.base, address, flags)
            })
        try UVError.check(status)
    }

    /// Handles a received datagram. libuv also calls with no bytes and no address, to say that nothing is
    /// left to read.
    private func received(
        _ count: Int, _ base: UnsafeMutablePointer<CChar>?, _ from: UnsafePointer<sockaddr>?,
        _ flags: UInt32
    ) {
        guard count >= 0 else {
            onError?(UVError(code: Int32(truncatingIfNeeded: count)))
            return
        }
        // A truncated datagram is dropped; with `readBytesMax` none should be truncated.
        guard flags & UInt32(UV_UDP_PARTIAL.rawValue) == 0 else {
            onError?(UVError(UV_EMSGSIZE))
            return
        }
        guard let from, let address = SocketAddress(copying: from), let port = address.port else {
            return
        }
        let bytes = Array(UnsafeRawBufferPointer(start: base, count: count))
        onDatagram?(bytes, address.host, port)
    }
}
