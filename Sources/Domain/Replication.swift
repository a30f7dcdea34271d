/// With how many other devices what was written here is, of those that should have it.
package struct Replication: Equatable, Sendable {
    /// Devices that have said that they hold all of it that they may have.
    package let have: Int
    /// Devices that may have some of it, those included.
    package let due: Int

    /// With `have` of `due`.
    package init(have: Int, due: Int) {
        self.have = have
        self.due = due
    }
}
