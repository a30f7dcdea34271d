import CLibuv

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One look-up of a host name, done by the system on a thread of libuv's pool.
///
/// It cannot be cancelled once a thread works on it: closing the loop waits for the answer.
final class Resolution {
    /// The most addresses of one name that are tried.
    static let addressesMax = 8

    private let request: UnsafeMutablePointer<uv_getaddrinfo_t>
    private let loop: Loop
    private var then: ((Result<[SocketAddress], UVError>) -> Void)?

    private init(
        _ loop: Loop, then: @escaping (Result<[SocketAddress], UVError>) -> Void
    ) {
        self.loop = loop
        self.then = then
        request = .allocate(capacity: 1)
    }

    deinit {
        request.deallocate()
    }

    /// Calls `then` on the loop with at least one address, in the system's order of preference, or with an
    /// error.
    ///
    /// - Throws: An error at the start; `then` is not called after that.
    static func start(
        _ loop: Loop, host: String, port: UInt16,
        then: @escaping (Result<[SocketAddress], UVError>) -> Void
    ) throws(UVError) {
        guard !loop.isClosing else { throw UVError(UV_ECANCELED) }
        var hints = addrinfo()
        hints.ai_socktype = streamKind
        let resolution = Resolution(loop, then: then)
        let retained = Unmanaged.passRetained(resolution)
        resolution.request.pointee.data = retained.toOpaque()
        let status = uv_getaddrinfo(
            loop.pointer, resolution.request,
            { request, status, found in
                guard let data = request?.pointee.data else { return }
                Unmanaged<Resolution>.fromOpaque(data).takeRetainedValue().end(status, found)
                uv_freeaddrinfo(found)
            }, host, String(port), &hints)
        if status < 0 {
            retained.release()
            throw UVError(code: status)
        }
    }

    private func end(_ status: Int32, _ found: UnsafeMutablePointer<addrinfo>?) {
        let action = then
        then = nil
        guard status == 0 else {
            action?(.failure(UVError(code: status)))
            return
        }
        var addresses: [SocketAddress] = []
        var next = found
        while let entry = next, addresses.count < Self.addressesMax {
            if let address = entry.pointee.ai_addr.flatMap({ SocketAddress(copying: $0) }) {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        action?(addresses.isEmpty ? .failure(UVError(UV_EAI_NONAME)) : .success(addresses))
    }

    /// Glibc imports the constant as an enum, Darwin as a number.
    private static var streamKind: Int32 {
        #if canImport(Darwin)
        SOCK_STREAM
        #else
        Int32(SOCK_STREAM.rawValue)
        #endif
    }
}
