#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The machine's own addresses, for tickets.
enum Interfaces {
    /// Addresses at which others may reach a node that listens on `host`: that host, or for "any" the IPv4
    /// addresses of all interfaces, at most seven, and the loopback last.
    static func addresses(listeningOn host: String) -> [String] {
        guard host == "0.0.0.0" || host == "::" else { return [host] }
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return ["127.0.0.1"] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &text,
                socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            guard status == 0 else { continue }
            found.append(
                String(
                    decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        let outside = found.filter { !$0.hasPrefix("127.") }
        return Array(outside.prefix(7)) + ["127.0.0.1"]
    }
}
