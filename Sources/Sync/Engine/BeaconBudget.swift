import Primitives

/// How many beacons are looked into: of one host a few a second, of all together as many as cost a
/// bounded number of hashes. So whoever floods the network costs little, and unless he takes the
/// addresses of others, he does not keep them from being heard.
struct BeaconBudget {
    private var since = Instant(nanoseconds: 0)
    private var spent = 0
    /// Of how many hosts that were heard in this second, how often.
    private var hosts: [(host: Substring, count: Int)] = []
    /// Beacons of hosts beyond those that are counted one by one.
    private var others = 0

    /// Whether one more beacon of `host` is looked into, which takes `cost` hashes.
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
