/// The progress of replicating this device's operations to the devices that should have them.
package struct Replication: Equatable, Sendable {
    /// The number of devices that have confirmed everything they may have.
    package let have: Int
    /// The number of devices that may have some of it, including those.
    package let due: Int

    /// Creates a count of `have` out of `due` devices.
    package init(have: Int, due: Int) {
        self.have = have
        self.due = due
    }
}
