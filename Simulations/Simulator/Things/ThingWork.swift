import Domain
import Primitives

/// In a quarter of the worlds people keep beside links what they wear, and change what is said of it.
///
/// Drawn apart from everything else: what people do is the same in a world without.
enum ThingWork {
    /// Every third draft becomes a garment. It keeps its address: by that a person's own things are told
    /// from those of groups.
    ///
    /// - Parameter word: a fresh one, by which what is said of it is recognised.
    static func dress(_ draft: inout BookmarkDraft, by stream: Dice, _ word: () -> String) {
        var dice = stream.split(40)
        guard dice.roll(below: 3) == 0 else { return }
        draft.kind = .garment
        draft.details = [
            Detail(.category, [pick(["clothes/shirts", "clothes", "shoes"], &dice)]),
            Detail(.brand, [word()]),
            Detail(.color, colors.filter { _ in dice.roll(below: 2) == 0 }),
            Detail(.price, ["\(1 + dice.roll(below: 90)).90 EUR"]),
        ].filter { !$0.values.isEmpty && dice.roll(below: 4) > 0 }
    }

    /// What changes of a garment with an edit.
    static func changes(by stream: Dice, _ word: () -> String) -> [DetailChange] {
        var dice = stream.split(41)
        let color = pick(colors, &dice)
        let day = "2026-01-0\(1 + dice.roll(below: 9))"
        let all = [
            DetailChange(.brand, values: dice.roll(below: 4) == 0 ? [] : [word()]),
            DetailChange(.state, values: [pick(Garment.states, &dice)]),
            DetailChange(.color, add: [color]), DetailChange(.color, remove: [color]),
            DetailChange(.worn, add: [day]), DetailChange(.worn, remove: [day]),
            DetailChange(.season, values: [pick(Garment.seasons, &dice)]),
        ]
        return [all[dice.roll(below: all.count)]]
    }

    private static let colors = ["black", "blue", "red"]

    private static func pick(_ words: [String], _ dice: inout Dice) -> String {
        words[dice.roll(below: words.count)]
    }
}

extension [Detail] {
    /// What is left once a person has made `changes`: a plain account of them.
    func after(_ changes: [DetailChange]) -> [Detail] {
        var values: [DetailName: [String]] = [:]
        for detail in self { values[detail.name] = detail.values }
        for change in changes {
            var kept = change.values ?? values[change.name] ?? []
            kept.removeAll(where: change.remove.contains)
            kept += change.add.filter { !kept.contains($0) }
            values[change.name] = kept.sorted()
        }
        return DetailName.allCases.compactMap { name in
            values[name].flatMap { $0.isEmpty ? nil : Detail(name, $0) }
        }
    }

    /// As the node tells them.
    var told: [Detail] { after([]) }

    /// What others may see of them.
    var shown: [Detail] { filter { $0.name != .worn } }
}
