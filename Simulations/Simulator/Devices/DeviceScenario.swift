// Several machines of one person in a world in which nothing happens but what is written down.
extension Cluster {
    /// A calm world in which the person at 0 has, or will have, `further` machines, with the numbers
    /// from `nodes` on.
    package convenience init(
        seed: UInt64, nodes: Int, further: Int
    ) throws(BrokenClaim) {
        var options = Options(calm: nodes)
        options.devices = DeviceOptions(person: 0, further: further)
        try self.init(seed: seed, options: options, onLine: nil)
    }

    /// Makes `machine` one of its person's, at another of his.
    package func pair(_ machine: Int, by other: Int) throws(BrokenClaim) {
        try done(pairing(of: machine, by: other), at: other)
    }

    /// Ends `machine` at another one of its person's.
    package func revoke(_ machine: Int, by other: Int) throws(BrokenClaim) {
        try done(revocation(of: machine, by: other), at: other)
    }
}
