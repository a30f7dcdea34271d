import CRDT
import Domain
import Primitives

/// In a quarter of the worlds people save pages of links that they keep, and pictures that stand for
/// them, and take some away again.
///
/// Drawn apart from everything else: what people do is the same in a world without.
enum PageWork {
    /// While a person does one of these, he may also save a page.
    static let deeds: [Deed] = [.keep, .keepForFriends, .search, .tag, .edit]

    /// Copies of one page that somebody saves at most.
    static let copiesMax = 6

    /// A page, as far as its first bytes go: mostly of less than two pieces, some far more.
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
    /// What a person is about to do; every third time he also saves the page of a link of his, or takes
    /// a saved one away.
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
