import CRDT
import Domain
import Primitives

/// A day at one machine, always the same: a node is made, and goes through most of what can be
/// written, by its person and by others.
enum DiskScript {
    static let ana = 0
    private static let ben = 1

    /// A world for it; the machine that is watched has not started yet.
    static func world() throws(BrokenClaim) -> Cluster {
        var options = Options(calm: 2)
        options.absent = [ana]
        let cluster = try Cluster(seed: 1, options: options, onLine: nil)
        // A log of few pages, so that it begins anew now and then.
        cluster.machines[ana].disk.pragmas = [("wal_autocheckpoint", "90")]
        return cluster
    }

    /// Goes through it, from the first start.
    ///
    /// - Parameter restart: starts the machine again, however it ended.
    static func play(
        _ cluster: Cluster, _ restart: (Cluster) throws(BrokenClaim) -> Void
    ) throws(BrokenClaim) {
        try restart(cluster)
        try alone(cluster)
        try cluster.crash(ana)
        try restart(cluster)
        try together(cluster)
        // In good order: the log goes into the file, and is removed.
        try Durability.remember(cluster.machines[ana])
        cluster.machines[ana].close()
        cluster.shutLinks(of: ana, isSilent: false)
        try restart(cluster)
        try inGroup(cluster)
        try cluster.crash(ana, isSilent: true)
        try restart(cluster)
        _ = try cluster.keep(link(99), at: ana)
    }

    private static func alone(_ cluster: Cluster) throws(BrokenClaim) {
        let first = try cluster.keep(link(1, tags: ["art"]), at: ana)
        let second = try cluster.keep(link(2), at: ana)
        try cluster.done(
            .edit(.id(first.text), BookmarkChange(title: "edited", note: "a note")), at: ana)
        try cluster.done(.edit(.id(second.text), BookmarkChange(addTags: ["code"])), at: ana)
        try cluster.done(.renameTag(from: "code", to: "day"), at: ana)
        try cluster.done(
            .newCollection(name: "shelf", description: "for later", query: nil), at: ana)
        try cluster.done(.share(.query("#art"), with: .friends, isLive: true), at: ana)
        try cluster.done(
            .addBookmarks((10..<40).map { link($0) }, to: nil, onDuplicate: .skip, act: nil),
            at: ana)
        try cluster.done(.undo(act: nil), at: ana)
    }

    private static func together(_ cluster: Cluster) throws(BrokenClaim) {
        try cluster.befriend(ana, ben)
        let shared = try cluster.keep(link(50), for: .friends, at: ana)
        _ = try cluster.keep(link(51), for: .friends, at: ben)
        try cluster.run(for: .seconds(20))
        try cluster.done(.unshare(.references([.id(shared.text)]), from: nil), at: ana)
        try cluster.done(.remove(.references([.id(shared.text)])), at: ana)
        try cluster.done(.undo(act: nil), at: ana)
        try cluster.run(for: .seconds(5))
    }

    private static func inGroup(_ cluster: Cluster) throws(BrokenClaim) {
        let group = try cluster.foundGroup(at: ana)
        try cluster.letIn(ben, into: group, by: ana)
        let name = Audience.group(GroupAccount.name(group))
        _ = try cluster.keep(link(60), for: name, at: ana)
        _ = try cluster.keep(link(61), for: name, at: ben)
        try cluster.run(for: .seconds(20))
    }

    private static func link(_ number: Int, tags: [String] = []) -> BookmarkDraft {
        BookmarkDraft(
            url: "https://example.org/\(number)", title: "link \(number)", tags: tags)
    }
}
