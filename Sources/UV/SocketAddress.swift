import CLibuv

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// An IPv4 or IPv6 address with a port, in the form the system calls need.
struct SocketAddress {
    private var storage = sockaddr_storage()

    /// Parses `"127.0.0.1"`, `"::1"` or `"fe80::1%eth0"`; nil if it is not an address literal.
    init?(literal host: String, port: UInt16) {
        let isSix = host.utf8.contains(UInt8(ascii: ":"))
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            let raw = UnsafeMutableRawPointer(pointer)
            return isSix
                ? uv_ip6_addr(host, Int32(port), raw.assumingMemoryBound(to: sockaddr_in6.self))
                : uv_ip4_addr(host, Int32(port), raw.assumingMemoryBound(to: sockaddr_in.self))
        }
        guard status == 0 else { return nil }
    }

    /// Copies an address from a callback; nil if it is neither IPv4 nor IPv6.
    init?(copying address: UnsafePointer<sockaddr>) {
        let size: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        withUnsafeMutableBytes(of: &storage) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(start: address, count: size))
        }
    }

    /// Calls `uv_tcp_getpeername` or a similar function; nil if the socket has no such address.
    init?(
        asking call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
    ) {
        var size = Int32(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            call(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &size)
        }
        guard status == 0, port != nil else { return nil }
    }

    /// Lends the address for the duration of one call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self))
        }
    }

    /// The port; nil for an unknown family.
    var port: UInt16? {
        switch Int32(storage.ss_family) {
        case AF_INET: view(as: sockaddr_in.self) { UInt16(bigEndian: $0.pointee.sin_port) }
        case AF_INET6: view(as: sockaddr_in6.self) { UInt16(bigEndian: $0.pointee.sin6_port) }
        default: nil
        }
    }

    /// The address alone, 4 or 16 bytes; nil for an unknown family.
    var hostBytes: [UInt8]? {
        switch Int32(storage.ss_family) {
        case AF_INET:
            view(as: sockaddr_in.self) { withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) } }
        case AF_INET6:
            view(as: sockaddr_in6.self) { withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) } }
        default: nil
        }
    }

    /// The literal without port. A link-local IPv6 address includes its interface, since it cannot be dialled
    /// without: `"fe80::1%eth0"`.
    var host: String {
        let name = Self.text { buffer, size in withPointer { uv_ip_name($0, buffer, size) } }
        guard Int32(storage.ss_family) == AF_INET6 else { return name }
        let scope = view(as: sockaddr_in6.self) { $0.pointee.sin6_scope_id }
        guard scope != 0 else { return name }
        let interface = Self.text { buffer, size in
            var size = size
            return uv_if_indextoname(scope, buffer, &size)
        }
        return interface.isEmpty ? name : "\(name)%\(interface)"
    }

    /// The literal with port: `"127.0.0.1:4711"`, `"[::1]:4711"`.
    var text: String {
        let host = host
        let shown = Int32(storage.ss_family) == AF_INET6 ? "[\(host)]" : host
        return "\(shown):\(port ?? 0)"
    }

    private func view<Kind, Result>(
        as kind: Kind.Type, _ body: (UnsafePointer<Kind>) -> Result
    ) -> Result {
        withPointer { body(UnsafeRawPointer($0).assumingMemoryBound(to: kind)) }
    }

    private static func text(
        _ write: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 80) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress, write(base, buffer.count) == 0 else { return "" }
            return String(cString: base)
        }
    }
}
