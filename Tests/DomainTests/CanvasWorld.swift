import CRDT
import Domain
import Primitives

/// People who edit one canvas, each on a replica of their own: for laws.
///
/// Each edit is recorded with what its author had seen, which later shows which edits are
/// uncontested.
struct CanvasWorld {
    /// One aspect that an edit has set.
    struct Saying: Equatable {
        let number: Int
        let layer: LayerID
        /// Nil if the layer was removed.
        let aspect: CanvasMark.Aspect?
        /// The numbers of the sayings its author knew.
        let known: Set<Int>
    }

    private struct Change {
        let isAddition: Bool
        let element: [UInt8]
        let dots: [Dot]
    }

    private(set) var sets: [ObservedRemoveSet]
    private(set) var sayings: [Saying] = []
    private var seen: [Set<Int>]
    private var log: [(change: Change, sayings: Set<Int>)] = []
    private var held: [Set<Int>]
    private var made = 0
    var dice: Dice

    init(people: Int, seed: UInt64) {
        sets = Array(repeating: ObservedRemoveSet(), count: people)
        seen = Array(repeating: [], count: people)
        held = Array(repeating: [], count: people)
        dice = Dice(seed: seed)
    }

    func canvas(_ person: Int) -> Canvas { Canvas(Self.marks(sets[person].elements)) }

    /// Has a person make a random edit, which is refused if impossible.
    mutating func act(_ person: Int) {
        let edit = draw(canvas(person))
        var draft = CanvasDraft(
            Self.marks(sets[person].elements),
            removed: Self.marks(sets[person].removed.map(\.element)))
        guard draft.make(edit) == nil else { return }
        let before = canvas(person)
        let numbers = note(edit, by: person, before, draft.canvas)
        for mark in draft.gone {
            let element = Array(mark.text.utf8)
            write(
                Change(isAddition: false, element: element, dots: sets[person].dots(of: element)),
                numbers, by: person)
        }
        for mark in draft.come {
            made += 1
            let dot = Dot.derived(Bytes24.of(made))
            write(
                Change(isAddition: true, element: Array(mark.text.utf8), dots: [dot]), numbers,
                by: person)
        }
    }

    /// Sends everything that `source` holds to `target`, in random order.
    mutating func sync(_ source: Int, to target: Int) {
        for index in dice.shuffle(held[source].subtracting(held[target]).sorted()) {
            apply(log[index].change, at: target)
            held[target].insert(index)
        }
        seen[target].formUnion(seen[source])
    }

    /// Returns the sayings of an aspect of a layer that no other one has replaced.
    func standing(_ layer: LayerID, _ word: String) -> [Saying] {
        let about = sayings.filter { $0.layer == layer && $0.aspect?.word == word }
        return about.filter { one in !about.contains { $0.known.contains(one.number) } }
    }

    private mutating func write(_ change: Change, _ numbers: Set<Int>, by person: Int) {
        apply(change, at: person)
        held[person].insert(log.count)
        log.append((change, numbers))
    }

    private mutating func apply(_ change: Change, at person: Int) {
        if change.isAddition {
            sets[person].add(.init(element: change.element, dot: change.dots[0]))
        } else {
            sets[person].remove(change.element, dots: change.dots)
        }
    }

    // What the person intended: what the edit names, and nothing else that may have changed with
    // it.
    private mutating func note(
        _ edit: CanvasEdit, by person: Int, _ before: Canvas, _ after: Canvas
    ) -> Set<Int> {
        var numbers: Set<Int> = []
        func said(_ layer: LayerID, _ aspect: CanvasMark.Aspect?) -> Saying {
            Saying(number: sayings.count, layer: layer, aspect: aspect, known: seen[person])
        }
        for layer in before.layers where after[layer.id] == nil {
            numbers.insert(sayings.count)
            sayings.append(said(layer.id, nil))
        }
        for (id, aspect) in Self.said(by: edit, before, after) {
            numbers.insert(sayings.count)
            sayings.append(said(id, aspect))
        }
        seen[person].formUnion(numbers)
        return numbers
    }

    private static func said(
        by edit: CanvasEdit, _ before: Canvas, _ after: Canvas
    ) -> [(LayerID, CanvasMark.Aspect)] {
        var said: [(LayerID, CanvasMark.Aspect)] = []
        let meant: PoseChange
        switch edit {
        case .put(let id, let garment, let pose):
            said.append((id, .garment(garment)))
            said.append((id, .at(x: pose.x ?? 0, y: pose.y ?? 0)))
            meant = pose
            if let scale = pose.scale { said.append((id, .scale(scale))) }
            if let turn = pose.turn { said.append((id, .turn(turn))) }
        case .change(let id, let pose):
            meant = pose
            guard let old = before[id] else { return [] }
            let (x, y) = (pose.x ?? old.x, pose.y ?? old.y)
            if (x, y) != (old.x, old.y) { said.append((id, .at(x: x, y: y))) }
            if let scale = pose.scale, scale != old.scale { said.append((id, .scale(scale))) }
            if let turn = pose.turn, turn != old.turn { said.append((id, .turn(turn))) }
        case .take, .clear: return []
        }
        // An edit that places a layer between others may also move those to make room.
        guard meant.height != nil || said.contains(where: { $0.1.word == "garment" }) else {
            return said
        }
        for layer in after.layers where before[layer.id]?.z != layer.z {
            said.append((layer.id, .z(layer.z)))
        }
        return said
    }

    private mutating func draw(_ canvas: Canvas) -> CanvasEdit {
        made += 1
        let chosen =
            canvas.layers.isEmpty ? nil : canvas.layers[dice.roll(below: canvas.layers.count)]
        guard let layer = chosen, canvas.layers.count > 2, dice.roll(below: 8) > 0 else {
            let garment = ThingReference(Bytes16(high: 7, low: UInt64(dice.roll(below: 5))))
            return .put(LayerID(UInt32(made)), garment, pose(height: nil))
        }
        switch dice.roll(below: 16) {
        case 0: return .clear
        case 1...3: return .take(layer.id)
        case 4...6:
            return .change(
                layer.id, PoseChange(height: .number(1 + dice.roll(below: canvas.layers.count))))
        case 7: return .change(layer.id, PoseChange(height: .bottom))
        default: return .change(layer.id, pose(height: nil))
        }
    }

    private mutating func pose(height: PoseChange.Height?) -> PoseChange {
        var pose = PoseChange(height: height)
        let some = 1 + dice.roll(below: 7)
        if some & 1 > 0 {
            (pose.x, pose.y) = (dice.roll(below: 900) - 450, dice.roll(below: 900) - 450)
        }
        if some & 2 > 0 { pose.scale = 50 + dice.roll(below: 4000) }
        if some & 4 > 0 { pose.turn = dice.roll(below: 360) }
        return pose
    }

    private static func marks(_ elements: [[UInt8]]) -> [CanvasMark] {
        elements.compactMap { CanvasMark(text: String(decoding: $0, as: UTF8.self)) }
    }
}

extension Bytes24 {
    /// Returns the number in 24 bytes.
    fileprivate static func of(_ number: Int) -> Bytes24 {
        let bytes = (0..<24).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) }
        guard let made = Bytes24(bytes) else { preconditionFailure("24 bytes") }
        return made
    }
}
