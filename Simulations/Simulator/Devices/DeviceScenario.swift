// Several devices of one person in a world in which only what is written down happens.
extension Cluster {
    /// Creates a calm world in which person 0 has, or will have, `further` devices, numbered from `nodes` on.
    package convenience init(
        seed: UInt64, nodes: Int, further: Int
    ) throws(BrokenClaim) {
        var options = Options(calm: nodes)
        options.devices = DeviceOptions(person: 0, further: further)
        try self.init(seed: seed, options: options, onLine: nil)
    }

    /// Pairs `machine` with its person's device `other`.
    package func pair(_ machine: Int, by other: Int) throws(BrokenClaim) {
        try done(pairing(of: machine, by: other), at: other)
    }

    /// Revokes `machine` at its person's device `other`.
    package func revoke(_ machine: Int, by other: Int) throws(BrokenClaim) {
        try done(revocation(of: machine, by: other), at: other)
    }
}
