import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// In half of the worlds with garments persons also store clips: short films, mostly of places of theirs.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
enum ClipWork {
    /// The deeds during which a person may also store a clip.
    static let deeds: [Deed] = [.keep, .keepForFriends, .search, .tag, .edit]

    /// The themes of clips.
    static let themes = ["opening", "market"]

    private static let tags = ["art", "bike", "code", "day", "ember"]

    /// Draws the length of a clip in tenths of a second, from the shortest to the longest.
    static func tenths(by dice: inout Dice) -> Int {
        Clip.tenths.lowerBound + dice.roll(below: Clip.tenths.count)
    }

    /// Returns an MP4 that is valid as far as its head, with one to several leaves of irrelevant bytes before it.
    static func film(_ tenths: Int, by dice: inout Dice) -> [UInt8] {
        let leaf = BlobShape.leafBytes
        let sizes = [20, leaf, 2 * leaf, 3 * leaf + 1, 12 * leaf]
        let salt = UInt8(dice.roll(below: 256))
        let size = sizes[dice.roll(below: sizes.count)] + dice.roll(below: 3)
        let header = number(0) + number(0) + number(0) + number(1000) + number(UInt32(tenths * 100))
        return box("ftyp", Array("isom".utf8) + number(0))
            + box("mdat", (0..<size).map { UInt8(truncatingIfNeeded: $0) &+ salt })
            + box("moov", box("mvhd", header))
    }

    /// Returns the draft of a clip.
    ///
    /// - Parameters:
    ///   - word: a new word, by which it is recognised.
    ///   - places: references to own places.
    static func draft(
        _ film: BlobReference, lasting tenths: Int, node: Int, _ word: String,
        at places: [ThingReference], by dice: inout Dice
    ) -> BookmarkDraft {
        var details = [
            Detail(.film, [film.text]), Detail(.duration, [Clip.spelled(tenths)]),
            Detail(.theme, [themes[dice.roll(below: themes.count)]]),
        ]
        if !places.isEmpty {
            details.append(Detail(.place, [places[dice.roll(below: places.count)].text]))
        }
        return BookmarkDraft(
            url: "https://node\(node).example/clips/\(word)", title: "clip of \(word.suffix(4))",
            note: "", tags: tags.filter { _ in dice.roll(below: 3) == 0 }, kind: .clip,
            details: details)
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(UInt32(body.count + 8)) + Array(type.utf8) + body
    }
}

extension Cluster {
    /// Adds, every third time, a clip to what a person is about to do.
    func withClip(
        _ requests: [Request], for deed: Deed, at node: Int, by chance: Dice
    ) throws(BrokenClaim) -> [Request] {
        let machine = machines[node]
        var dice = chance.split(60)
        guard workload.hasClips, ClipWork.deeds.contains(deed), dice.roll(below: 3) == 0,
            machine.diary.entries.count < 250
        else { return requests }
        canaries.fate = fate(of: node)
        let word = canaries.next(writer: machine.holder)
        canaries.fate = .open
        let tenths = ClipWork.tenths(by: &dice)
        let bytes = ClipWork.film(tenths, by: &dice)
        guard let digits = Canaries.find(in: Array(word.utf8)).first,
            let film = try putIn(bytes, as: .clip, at: node, marked: digits)
        else { return requests }
        let places = machine.diary.living
            .filter { machine.diary.entries[$0]?.kind == .place }
            .map { ThingReference(Derivation.reference(to: $0, of: machine.person)) }
        let draft = ClipWork.draft(
            film, lasting: tenths, node: node, word, at: places, by: &dice)
        let audience: Audience? = deed == .keepForFriends ? .friends : nil
        return requests + [
            .command(.addBookmarks([draft], to: audience, onDuplicate: .skip, act: nil))
        ]
    }
}
