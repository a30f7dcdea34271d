import Domain
import Primitives

/// In a quarter of the worlds persons store garments and places beside links, and change their details.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
enum ThingWork {
    /// Turns every third draft into a garment, or at times an outfit or a highlight. It keeps its URL, which
    /// distinguishes a person's own things from those of groups.
    ///
    /// - Parameter word: makes a new word by which its details are recognised.
    static func dress(_ draft: inout BookmarkDraft, by stream: Dice, _ word: () -> String) {
        var dice = stream.split(40)
        guard dice.roll(below: 3) == 0 else { return }
        var passage = stream.split(45)
        guard passage.roll(below: 6) > 0 else { return mark(&draft, &passage, word) }
        var other = stream.split(42)
        guard other.roll(below: 3) > 0 else { return combine(&draft, &other) }
        var third = stream.split(44)
        guard third.roll(below: 3) > 0 else { return settle(&draft, &third) }
        draft.kind = .garment
        draft.details = [
            Detail(.category, [pick(["clothes/shirts", "clothes", "shoes"], &dice)]),
            Detail(.brand, [word()]),
            Detail(.color, colors.filter { _ in dice.roll(below: 2) == 0 }),
            Detail(.price, ["\(1 + dice.roll(below: 90)).90 EUR"]),
        ].filter { !$0.values.isEmpty && dice.roll(below: 4) > 0 }
    }

    private static func mark(
        _ draft: inout BookmarkDraft, _ dice: inout Dice, _ word: () -> String
    ) {
        draft.kind = .highlight
        draft.details = [
            Detail(.prefix, [word()]), Detail(.suffix, ["and so on"]),
            Detail(.color, [pick(colors, &dice)]),
        ].filter { _ in dice.roll(below: 3) > 0 }
    }

    // Its layers name things that do not exist, as for a person who may not see them.
    private static func combine(_ draft: inout BookmarkDraft, _ dice: inout Dice) {
        draft.kind = .outfit
        var canvas = CanvasDraft([])
        for number in 0..<dice.roll(below: 4) {
            _ = canvas.make(.put(LayerID(UInt32(number)), garment(&dice), PoseChange()))
        }
        draft.details = [
            Detail(.occasion, [pick(["work", "party"], &dice)]),
            Detail(.layers, canvas.marks.map(\.text).sorted()),
        ].filter { !$0.values.isEmpty }
    }

    // Somewhere around the date line, or around a pole.
    private static func settle(_ draft: inout BookmarkDraft, _ dice: inout Dice) {
        draft.kind = .place
        draft.details = [
            Detail(
                .categories,
                ["bench", "food", "shop/books"].filter { _ in dice.roll(below: 2) == 0 }),
            Detail(.position, [point(&dice)]), Detail(.hours, [pick(hours, &dice)]),
        ].filter { !$0.values.isEmpty && dice.roll(below: 4) > 0 }
        // Nobody types a place without a category, but a file may contain one.
        draft.isFromFile = draft.details[.categories].isEmpty
    }

    private static func point(_ dice: inout Dice) -> String {
        let isPolar = dice.roll(below: 3) == 0
        let latitude = dice.roll(below: 2_000_000) + (isPolar ? 88_000_001 : -1_000_000)
        let longitude = 179_000_000 + dice.roll(below: 2_000_000)
        let turned = longitude > 180_000_000 ? longitude - 360_000_000 : longitude
        return GeoPosition(latitude: latitude, longitude: turned)?.text ?? "0.000000,0.000000"
    }

    // Edits of a place mostly set its position.
    private static func changes(ofPlaceBy stream: Dice) -> [DetailChange] {
        var dice = stream.split(45)
        let category = pick(["bench", "food", "shop/books"], &dice)
        let all = [
            DetailChange(.position, values: [point(&dice)]),
            DetailChange(.position, values: dice.roll(below: 3) == 0 ? [] : [point(&dice)]),
            DetailChange(.hours, values: [pick(hours, &dice)]),
            // Refused for the last category that the node knows; if two devices each remove one, both go.
            DetailChange(.categories, remove: [category]),
        ]
        return [all[dice.roll(below: all.count)]]
    }

    private static let hours = ["mo-fr 09:00-18:00", "24/7", "sa 10:00-14:00; su off"]

    private static func garment(_ dice: inout Dice) -> ThingReference {
        ThingReference(Bytes16(high: 1, low: UInt64(dice.roll(below: 9))))
    }

    /// Returns the changes of details in an edit of a thing of this kind; none for a link.
    ///
    /// - Parameter details: what its person knows of it.
    static func changes(
        of kind: Kind?, _ details: [Detail], by stream: Dice, _ word: () -> String
    ) -> [DetailChange] {
        switch kind {
        case .garment: return changes(by: stream, word)
        case .outfit: return rearranged(details, by: stream)
        case .highlight: return [DetailChange(.suffix, values: [word()])]
        case .place: return changes(ofPlaceBy: stream)
        case .clip:
            var dice = stream.split(46)
            return [DetailChange(.theme, values: [pick(ClipWork.themes, &dice)])]
        case .link, .closet, .profile, nil: return []
        }
    }

    private static func rearranged(_ details: [Detail], by stream: Dice) -> [DetailChange] {
        var dice = stream.split(43)
        var canvas = CanvasDraft(details[.layers].compactMap { CanvasMark(text: $0) })
        let layers = canvas.canvas.layers
        let chosen = layers.isEmpty ? nil : layers[dice.roll(below: layers.count)].id
        switch (chosen, dice.roll(below: 8)) {
        case (let layer?, 0): _ = canvas.make(.take(layer))
        case (_?, 1) where dice.roll(below: 4) == 0: _ = canvas.make(.clear)
        case (let layer?, 2): _ = canvas.make(.change(layer, PoseChange(height: .bottom)))
        case (let layer?, 3...6):
            let (x, y) = (dice.roll(below: 2000), dice.roll(below: 2000))
            _ = canvas.make(.change(layer, PoseChange(x: x, y: y, turn: dice.roll(below: 360))))
        default:
            let id = LayerID(UInt32(16 + dice.roll(below: 1 << 30)))
            if !canvas.speaks(of: id) {
                _ = canvas.make(.put(id, garment(&dice), PoseChange(scale: 800)))
            }
        }
        let day = "2026-01-0\(1 + dice.roll(below: 9))"
        return [
            DetailChange(.layers, add: canvas.come.map(\.text), remove: canvas.gone.map(\.text)),
            DetailChange(.worn, add: dice.roll(below: 4) == 0 ? [day] : []),
        ]
    }

    private static func changes(by stream: Dice, _ word: () -> String) -> [DetailChange] {
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
    /// Returns the details after `changes`: a plain model.
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

    /// The details as the node returns them.
    var told: [Detail] { after([]) }

    /// The details that others may see.
    var shown: [Detail] { filter { $0.name != .worn } }
}
