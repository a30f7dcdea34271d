import Primitives

/// Limits how many beacons are examined: a few a second per host, and as many in all as cost a bounded number
/// of hashes. So flooding the network costs this node little, and a flooder who does not spoof the addresses
/// of others does not silence them.
struct BeaconBudget {
    private var since = Instant(nanoseconds: 0)
    private var spent = 0
    /// Hosts that sent beacons in this second, and how many.
    private var hosts: [(host: Substring, count: Int)] = []
    /// Beacons from hosts beyond those that are counted one by one.
    private var others = 0

    /// Whether one more beacon of `host`, which takes `cost` hashes, is examined.
    mutating func admits(_ host: Substring, costing cost: Int, at now: Instant) -> Bool {
        if now >= since + .seconds(1) {
            self = BeaconBudget()
            since = now
        }
        guard spent + cost <= SyncLimits.beaconHashesMax, counts(host) else { return false }
        spent += cost
        return true
    }

    private mutating func counts(_ host: Substring) -> Bool {
        if let index = hosts.firstIndex(where: { $0.host == host }) {
            hosts[index].count += 1
            return hosts[index].count <= SyncLimits.beaconsOfHostMax
        }
        if hosts.count < SyncLimits.beaconHostsMax {
            hosts.append((host, 1))
            return true
        }
        others += 1
        return others <= SyncLimits.beaconsOfHostMax
    }
}
