import Domain
import Primitives

/// In a quarter of the worlds persons store garments and places beside links, and change their details.
///
/// They are drawn apart from everything else: other activity is the same in a world without them.
enum ThingWork {
    /// Turns every third draft into a thing of another kind: half of these into garments, which are photographed. It
    /// keeps its URL, which distinguishes a person's own things from those of groups.
    ///
    /// - Parameter word: makes a new word by which its details are recognised.
    static func dress(_ draft: inout BookmarkDraft, by stream: Dice, _ word: () -> String) {
        var dice = stream.split(40)
        guard dice.roll(below: 3) == 0 else { return }
        let kinds = [.outfit] + Kind.having(.drawn)
        let kind = dice.roll(below: 2) == 0 ? .garment : kinds[dice.roll(below: kinds.count)]
        guard kind != .outfit else { return combine(&draft, &dice) }
        draft.kind = kind
        draft.details = kind.details.compactMap { form -> Detail? in
            guard !form.isPersonal, dice.roll(below: 4) > 0 else { return nil }
            let found = values(of: form, &dice, word)
            return found.isEmpty ? nil : Detail(form.name, found)
        }
        // Nobody types a place without a category, but a file may contain one, or a paper without the key that a
        // typed one is given.
        let lacksKey = kind.form(of: .citationKey) != nil && draft.details[.citationKey].isEmpty
        draft.isFromFile = lacksKey || DetailRules.missing(in: draft.details, of: kind) != nil
    }

    // Values of a detail by its form, sorted; none of what is put in by commands of its own.
    private static func values(
        of form: DetailForm, _ dice: inout Dice, _ word: () -> String
    ) -> [String] {
        let some: [String]
        switch form.value {
        case .text: some = form.isList ? colors : [word()]
        case .theme: some = ClipWork.themes
        case .path: some = ["bench", "clothes", "clothes/shirts", "shop/books"]
        case .choice(let words): some = words
        case .price: some = ["\(1 + dice.roll(below: 90)).90 EUR"]
        case .barcode: some = ["4006381333931", "96385074"]
        case .day: some = ["2026-01-0\(1 + dice.roll(below: 9))"]
        case .names: some = ["\(word()), Ann; Li, Bo"]
        case .year: some = ["\(1990 + dice.roll(below: 40))"]
        case .doi: some = ["10.1000/\(word())"]
        case .citationKey: some = [word()]
        case .position: some = [point(&dice)]
        case .hours: some = hours
        case .photo, .mark, .reference, .place, .film, .seconds, .page, .document: some = []
        }
        guard form.isList else { return some.isEmpty ? [] : [pick(some, &dice)] }
        return some.filter { _ in dice.roll(below: 2) == 0 }.prefix(form.valuesMax).sorted()
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
    private static func point(_ dice: inout Dice) -> String {
        let isPolar = dice.roll(below: 3) == 0
        let latitude = dice.roll(below: 2_000_000) + (isPolar ? 88_000_001 : -1_000_000)
        let longitude = 179_000_000 + dice.roll(below: 2_000_000)
        let turned = longitude > 180_000_000 ? longitude - 360_000_000 : longitude
        return GeoPosition(latitude: latitude, longitude: turned)?.text ?? "0.000000,0.000000"
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
        guard kind != .outfit else { return rearranged(details, by: stream) }
        var dice = stream.split(41)
        let drawn = (kind?.details ?? []).compactMap { form -> (DetailForm, [String])? in
            let found = Self.values(of: form, &dice, word)
            return found.isEmpty ? nil : (form, found)
        }
        guard !drawn.isEmpty else { return [] }
        let (form, values) = drawn[dice.roll(below: drawn.count)]
        guard form.isList else {
            let goes = form.mayGo && dice.roll(below: 4) == 0
            return [DetailChange(form.name, values: goes ? [] : values)]
        }
        // To take away the last value of what is needed is refused; if two devices each remove one, both go.
        let comes = dice.roll(below: 2) == 0
        return [DetailChange(form.name, add: comes ? values : [], remove: comes ? [] : values)]
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
