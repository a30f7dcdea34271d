import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// A fixed script for one node: it is created and goes through most kinds of write, by its person
/// and by others.
enum DiskScript {
    static let ana = 0
    private static let ben = 1

    /// Creates the script's world; the watched node has not started yet.
    static func world() throws(BrokenClaim) -> Cluster {
        var options = Options(calm: 2)
        options.absent = [ana]
        let cluster = try Cluster(seed: 1, options: options, onLine: nil)
        // A write-ahead log of few pages, so that it restarts now and then.
        cluster.machines[ana].disk.pragmas = [("wal_autocheckpoint", "90")]
        return cluster
    }

    /// Plays the script from the first start.
    ///
    /// - Parameter restart: starts the node again, however it ended.
    static func play(
        _ cluster: Cluster, _ restart: (Cluster) throws(BrokenClaim) -> Void
    ) throws(BrokenClaim) {
        try restart(cluster)
        try alone(cluster)
        try cluster.crash(ana)
        try restart(cluster)
        try together(cluster)
        // An orderly close: the log is checkpointed into the database and removed.
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
        _ = try keepShirt(1, for: nil, at: ana, cluster)
    }

    private static func together(_ cluster: Cluster) throws(BrokenClaim) {
        try cluster.befriend(ana, ben)
        let shared = try cluster.keep(link(50), for: .friends, at: ana)
        _ = try cluster.keep(link(51), for: .friends, at: ben)
        // Arrives by itself: its first piece is a row, the others lie beside the database.
        let photo = try keepShirt(2, for: .friends, at: ben, cluster)
        try cluster.run(for: .seconds(20))
        try cluster.done(.unshare(.references([.id(shared.text)]), from: nil), at: ana)
        try cluster.done(.remove(.references([.id(shared.text)])), at: ana)
        try cluster.done(.undo(act: nil), at: ana)
        try cluster.run(for: .seconds(5))
        guard
            try cluster.machines[ana].read({ (store) throws(StorageError) -> Bool in
                let query = BlobQuery.read(name: photo.name, from: 0, count: photo.size)
                guard case .blob(.part(let part)) = try store.answer(query) else { return false }
                return part.bytes == picture(2)
            })
        else { throw BrokenClaim("a photo comes", "ben's is not at ana's") }
    }

    // Four pieces and a little.
    private static func picture(_ number: UInt8) -> [UInt8] {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return head + [UInt8](repeating: number, count: 4 * BlobShape.pieceBytes)
    }

    private static func keepShirt(
        _ number: UInt8, for audience: Audience?, at node: Int, _ cluster: Cluster
    ) throws(BrokenClaim) -> BlobReference {
        func asked(_ command: BlobCommand) throws(BrokenClaim) -> BlobAnswer {
            guard case .blob(let answer) = try cluster.ask(.command(.blob(command)), at: node)
            else {
                throw BrokenClaim("a photo is put in", "node\(node) refuses")
            }
            return answer
        }
        guard case .draft(let draft) = try asked(.begin()) else {
            throw BrokenClaim("a photo is put in", "no draft")
        }
        _ = try asked(.put(picture(number), into: draft))
        guard case .kept(let photo) = try asked(.end(draft, as: .photo)) else {
            throw BrokenClaim("a photo is put in", "no name")
        }
        let shirt = BookmarkDraft(
            url: "", title: "shirt \(number)", kind: .garment,
            details: [Detail(.photo, [photo.text])])
        _ = try cluster.keep(shirt, for: audience, at: node)
        return photo
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
