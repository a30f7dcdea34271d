import CRDT
import Domain
import Primitives
import Store

/// Checks that a member shows another member's copies in a group as the other has them at home,
/// while the other may write there and the group is not dissolved.
enum GroupCopies {
    static let claim = "a copy in a group is as at home"

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard !cluster.groups.accounts.isEmpty else { return }
        var shown: [[Bookmark]] = []
        for machine in cluster.machines {
            let isThere =
                machine.isPaired && machine.decay == nil && !cluster.isOutside(machine.number)
            shown.append(isThere ? try machine.shown(at: cluster.now) : [])
        }
        for number in cluster.groups.accounts.indices {
            let views = try Fellowship.views(of: number, in: cluster)
            for node in views.keys.sorted() {
                let reader = cluster.machines[node].holder
                for writer in views.keys.sorted()
                where writer != reader && !cluster.isShared(cluster.machines[writer].holder) {
                    guard cluster.areJoined(node, writer, by: views.keys.sorted()),
                        let role = views[node]?.roles[writer], role >= .editor,
                        views[writer]?.roles[reader] != nil, views[writer]?.roles[writer] == role,
                        views[writer]?.isOpen == true
                    else { continue }
                    try compare(
                        shown[node], with: cluster.machines[writer],
                        in: .group(GroupAccount.name(number)), at: cluster.machines[node])
                }
            }
        }
    }

    private static func compare(
        _ shown: [Bookmark], with writer: SimulatedNode, in group: Audience,
        at reader: SimulatedNode
    ) throws(BrokenClaim) {
        let theirs = shown.filter { $0.author.person == writer.person }
        for link in theirs where link.placement.contains(group) {
            // What is not in the writer's diary is at home in the group.
            guard let entry = writer.diary.entries[link.id] else { continue }
            guard !entry.isTrashed, entry.places.contains(group) else {
                throw BrokenClaim(
                    claim,
                    "\(reader.place) shows \(link.title) of \(writer.place) in \(group.name), "
                        + "which is not there any more")
            }
        }
        for id in writer.diary.living {
            guard let entry = writer.diary.entries[id], entry.places.contains(group) else {
                continue
            }
            // Of several copies the one for friends shows.
            guard let link = theirs.first(where: { $0.id == id }) else {
                throw BrokenClaim(
                    claim,
                    "\(reader.place) lacks \(entry.title) of \(writer.place) in \(group.name)")
            }
            let isSame =
                link.url == entry.url && link.title == entry.title && link.note == entry.note
                && link.tags.sorted() == entry.tags && link.kind == entry.kind
                && link.details == entry.details.shown
            guard isSame else {
                throw BrokenClaim(
                    claim,
                    "\(reader.place) shows \(link.title) \(link.tags) of \(writer.place) in "
                        + "\(group.name), who wrote \(entry.title) \(entry.tags)")
            }
        }
    }
}
