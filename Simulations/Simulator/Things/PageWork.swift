import CRDT
import Domain
import Primitives

/// In a quarter of the worlds persons save snapshots of their links' pages, and thumbnails for them, and remove some
/// again.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
enum PageWork {
    /// The deeds during which a person may also save a page.
    static let deeds: [Deed] = [.keep, .keepForFriends, .search, .tag, .edit]

    /// The most copies that a person saves of one page.
    static let copiesMax = 6

    /// Returns a page that is valid as far as its first bytes: mostly less than two pieces, sometimes far more.
    static func page(by dice: inout Dice) -> [UInt8] {
        let head = Array("<!DOCTYPE html><title>saved</title>".utf8)
        let piece = 32 * 1024
        let sizes = [60, 5000, piece - 1, piece, piece + 1, 2 * piece + 1]
        let isLarge = dice.roll(below: 24) == 0
        let size =
            (isLarge ? 250 * 1024 : sizes[dice.roll(below: sizes.count)]) + dice.roll(below: 3)
        let salt = dice.roll(below: 1 << 20)
        return (0..<size).map { place in
            place < head.count ? head[place] : UInt8(truncatingIfNeeded: place &* 11 &+ salt)
        }
    }
}

extension Cluster {
    /// Adds, every third time, a snapshot of one of a person's links, or the removal of one, to what they are about to
    /// do.
    func withPage(
        _ requests: [Request], for deed: Deed, at node: Int, by chance: Dice
    ) throws(BrokenClaim) -> [Request] {
        var dice = chance.split(62)
        guard workload.hasPages, PageWork.deeds.contains(deed), dice.roll(below: 3) == 0 else {
            return requests
        }
        let diary = machines[node].diary
        let links = diary.living.filter { diary.entries[$0]?.kind == .link }
        guard !links.isEmpty else { return requests }
        let id = links[Workload.favour(dice.roll(below: links.count))]
        guard let entry = diary.entries[id],
            let word = Canaries.find(in: Array(entry.url.utf8)).first,
            let change = try change(ofPagesOf: entry, at: node, marked: word, by: &dice)
        else { return requests }
        return requests + [.command(.edit(.id(id.text), BookmarkChange(details: [change])))]
    }

    private func change(
        ofPagesOf entry: Diary.Entry, at node: Int, marked word: [UInt8], by dice: inout Dice
    ) throws(BrokenClaim) -> DetailChange? {
        let saved = entry.details[.snapshot]
        let isFull = saved.count >= PageWork.copiesMax
        if !saved.isEmpty, isFull || dice.roll(below: 3) == 0 {
            return DetailChange(.snapshot, remove: [saved[dice.roll(below: saved.count)]])
        }
        if dice.roll(below: 4) == 0 {
            let picture = try putIn(
                Photographs.thumbnail(by: &dice), as: .photo, at: node, marked: word)
            return picture.map { DetailChange(.thumbnail, values: [$0.text]) }
        }
        let page = try putIn(PageWork.page(by: &dice), as: .snapshot, at: node, marked: word)
        return page.map { DetailChange(.snapshot, add: [$0.text]) }
    }
}
