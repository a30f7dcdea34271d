/// How many things of a kind somebody has in sight.
package struct ThingCount: Equatable, Sendable {
    /// The kind.
    package let kind: Kind
    /// Own ones that are not in the trash.
    package var own: Int
    /// Of others.
    package var seen: Int

    /// So many of `kind`.
    package init(_ kind: Kind, own: Int, seen: Int) {
        self.kind = kind
        self.own = own
        self.seen = seen
    }
}
