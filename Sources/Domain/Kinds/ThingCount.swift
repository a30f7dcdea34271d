/// The number of visible things of one kind.
package struct ThingCount: Equatable, Sendable {
    /// The kind.
    package let kind: Kind
    /// The number of own things that are not in the trash.
    package var own: Int
    /// The number of other people's things.
    package var seen: Int

    /// Creates the count of `kind`.
    package init(_ kind: Kind, own: Int, seen: Int) {
        self.kind = kind
        self.own = own
        self.seen = seen
    }
}
