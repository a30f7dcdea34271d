/// A block of addresses that one host may have. What is limited per address is counted per block.
///
/// An IPv4 address is a block by itself, also inside IPv6 (`::ffff:192.0.2.1`). IPv6 addresses with the same
/// first 64 bits are one block, because a network gives the rest to one host (RFC 4291, 2.5.4; RFC 6177). On
/// one link all hosts share the prefix of link-local addresses (`fe80::/64`), so each of these is a block by
/// itself, like any other name.
struct AddressBlock: Hashable {
    let name: String

    /// The block of `host:port`.
    init(of address: String) {
        var host = Engine.host(of: address)
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        // What follows `%` names the local network by which the address is reached.
        host = host.prefix { $0 != "%" }
        name = Self.network(of: host) ?? String(host)
    }

    /// The blocks that occur most often among `blocks`. What has to be evicted is taken from them.
    static func largest(among blocks: [AddressBlock]) -> Set<AddressBlock> {
        let counts = Dictionary(blocks.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        return Set(counts.filter { $0.value == most }.keys)
    }

    // Nil if `host` is not an IPv6 address.
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

    /// Whether a friend or own device was met in this block.
    func contains(_ block: AddressBlock) -> Bool { blocks.contains(block) }

    /// Records that a friend or own device was just met in `block`.
    ///
    /// - Returns: The block that is forgotten for it, if there were `SyncLimits.metBlocksMax`.
    @discardableResult
    mutating func note(_ block: AddressBlock) -> AddressBlock? {
        guard blocks.last != block else { return nil }
        blocks.removeAll { $0 == block }
        blocks.append(block)
        return blocks.count > SyncLimits.metBlocksMax ? blocks.removeFirst() : nil
    }
}
