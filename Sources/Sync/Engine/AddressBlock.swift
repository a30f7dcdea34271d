/// Those addresses that one host may have: what is limited per address is counted per block.
///
/// An IPv4 address by itself, also where it stands inside IPv6 (`::ffff:192.0.2.1`); of IPv6 the first
/// 64 bits, because a network gives all that follow to one host (RFC 4291, 2.5.4; RFC 6177). On one
/// link all hosts share those of link-local addresses (`fe80::/64`): these count by themselves, and
/// any other name as it is.
struct AddressBlock: Hashable {
    let name: String

    /// The block of `host:port`.
    init(of address: String) {
        var host = Engine.host(of: address)
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // What follows `%` says by which of this machine's networks it is reached.
        host = host.prefix { $0 != "%" }
        name = Self.network(of: host) ?? String(host)
    }

    /// Those that stand most often among `blocks`: where something has to go, it goes from there.
    static func largest(among blocks: [AddressBlock]) -> Set<AddressBlock> {
        let counts = Dictionary(blocks.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        return Set(counts.filter { $0.value == most }.keys)
    }

    // Nil for what is no IPv6 address.
    private static func network(of host: Substring) -> String? {
        guard host.contains(":") else { return nil }
        let last = host.lastIndex(of: ":").map { host[host.index(after: $0)...] } ?? host
        if last.contains(".") { return String(last) }
        let halves = host.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard let front = groups(halves[0]) else { return nil }
        guard front.first != 0xFE80 else { return nil }
        guard halves.count == 2 else { return front.count == 8 ? text(front) : nil }
        guard let back = groups(halves[1]), front.count + back.count < 8 else { return nil }
        let zeros = Array(repeating: UInt16(0), count: 8 - front.count - back.count)
        return text(front + zeros + back)
    }

    private static func groups(_ half: Substring) -> [UInt16]? {
        let words = half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
        let groups = words.compactMap { UInt16($0, radix: 16) }
        return groups.count == words.count ? groups : nil
    }

    private static func text(_ groups: [UInt16]) -> String {
        groups.prefix(4).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}

/// The blocks where friends and own devices were met, as far as they are remembered; latest last.
struct MetBlocks {
    private var blocks: [AddressBlock] = []

    /// Somebody was met in this one.
    func contains(_ block: AddressBlock) -> Bool { blocks.contains(block) }

    /// Somebody was met in `block` just now.
    ///
    /// - Returns: the one that is forgotten for it, if there were `SyncLimits.metBlocksMax`.
    @discardableResult
    mutating func note(_ block: AddressBlock) -> AddressBlock? {
        guard blocks.last != block else { return nil }
        blocks.removeAll { $0 == block }
        blocks.append(block)
        return blocks.count > SyncLimits.metBlocksMax ? blocks.removeFirst() : nil
    }
}
