import Store

/// What was declared dead is dropped: where everybody has been heard, no replica holds any of it, or
/// still means to look.
enum Forgetting {
    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        for machine in cluster.honest where machine.state == .running {
            guard machine.store?.isErasingDue == true else { continue }
            throw BrokenClaim(
                "what is dead is dropped", "\(machine.place) still holds some of it")
        }
    }
}
