import CLibuv

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One address of one network interface of this machine that is up and connected.
package struct NetworkInterface: Equatable, Sendable {
    /// The system's name of the interface: `"eth0"`.
    package let name: String
    /// The address literal; a link-local IPv6 address includes its interface, `"fe80::1%eth0"`.
    package let address: String
    /// The IPv4 broadcast address of the network; nil for IPv6 and point-to-point lines.
    package let broadcast: String?
    /// Whether it is a loopback interface.
    package let isLoopback: Bool
    /// The address and the netmask, of equal length.
    private let bytes: [UInt8]
    private let mask: [UInt8]

    /// All of them, sorted by name and address.
    ///
    /// - Throws: The system's error.
    package static func all() throws(UVError) -> [NetworkInterface] {
        var list: UnsafeMutablePointer<uv_interface_address_t>?
        var count: Int32 = 0
        try UVError.check(uv_interface_addresses(&list, &count))
        defer { uv_free_interface_addresses(list, count) }
        return UnsafeBufferPointer(start: list, count: Int(count))
            .compactMap { NetworkInterface($0) }
            .sorted { ($0.name, $0.address) < ($1.name, $1.address) }
    }

    /// Whether the address is IPv6.
    package var isSix: Bool { bytes.count == 16 }

    /// Whether the address is valid on this network alone: `fe80::/10`.
    package var isLinkLocal: Bool { isSix && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }

    /// Whether a literal names a host on this network.
    package func reaches(_ host: String) -> Bool {
        guard let other = SocketAddress(literal: host, port: 0)?.hostBytes,
            other.count == bytes.count
        else { return false }
        if isLinkLocal, !host.hasSuffix("%\(name)") { return false }
        return zip(zip(bytes, other), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }

    private init?(_ entry: uv_interface_address_t) {
        name = String(cString: entry.name)
        isLoopback = entry.is_internal != 0
        var (place, netmask) = (entry.address, entry.netmask)
        let read = withUnsafePointer(to: &place) {
            SocketAddress(copying: UnsafeRawPointer($0).assumingMemoryBound(to: sockaddr.self))
        }
        guard let read, let bytes = read.hostBytes else { return nil }
        self.bytes = bytes
        address = read.host
        mask = withUnsafeBytes(of: &netmask) {
            let start = bytes.count == 4 ? Self.offset4 : Self.offset6
            return Array($0[start..<start + bytes.count])
        }
        let last = zip(bytes, mask).map { $0 | ~$1 }
        broadcast =
            bytes.count == 4 && last != bytes
            ? last.map(String.init).joined(separator: ".") : nil
    }

    // The offset of the address in the two forms. Used for the netmask too, whose family may be missing.
    private static let offset4 = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr) ?? 4
    private static let offset6 = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr) ?? 8
}
