import CRDT
import Domain
import Laws
import Primitives
import Testing

/// Laws of concurrent edits to one canvas.
@Suite struct CanvasLawTests {
    @Test(arguments: LawSeeds.seeds(40, soak: 300))
    func `apart or not, all end with one canvas, on which every uncontested edit stands`(
        seed: UInt64
    ) {
        let people = 2 + Int(seed % 2)
        var world = CanvasWorld(people: people, seed: seed)

        for _ in 0..<120 {
            let person = world.dice.roll(below: people)
            if world.dice.roll(below: 5) == 0 {
                world.sync(person, to: world.dice.roll(below: people))
            } else {
                world.act(person)
            }
        }
        for source in 0..<people { for target in 0..<people { world.sync(source, to: target) } }
        for source in 0..<people { for target in 0..<people { world.sync(source, to: target) } }

        let canvas = world.canvas(0)
        for person in 1..<people { #expect(world.canvas(person) == canvas) }
        let taken = Set(world.sayings.filter { $0.aspect == nil }.map(\.layer))
        for layer in Set(world.sayings.map(\.layer)).sorted() {
            guard !taken.contains(layer) else {
                #expect(canvas[layer] == nil, "\(layer.text) was taken off")
                continue
            }
            guard let shown = canvas[layer] else {
                Issue.record("\(layer.text) is not there, and nobody has taken it off")
                continue
            }
            for (word, aspect) in Self.aspects(of: shown) {
                let standing = world.standing(layer, word)
                guard !standing.isEmpty else { continue }
                #expect(standing.contains { $0.aspect == aspect }, "\(layer.text) \(word)")
            }
        }
    }

    @Test func `a concurrent move and turn of one layer both stay`() {
        let id = LayerID(1)
        var base = CanvasDraft([])
        #expect(base.make(.put(id, Self.shirt, PoseChange())) == nil)
        var (one, other) = (CanvasDraft(base.marks), CanvasDraft(base.marks))

        #expect(one.make(.change(id, PoseChange(x: 120, y: -40))) == nil)
        #expect(other.make(.change(id, PoseChange(scale: 800, turn: 5))) == nil)

        let layer = Canvas(Self.merged(base, one, other))[id]
        #expect(layer.map { [$0.x, $0.y, $0.scale, $0.turn] } == [120, -40, 800, 5])
    }

    @Test func `of two who move it at once one is shown, and the next edit settles it`() {
        let id = LayerID(1)
        var base = CanvasDraft([])
        #expect(base.make(.put(id, Self.shirt, PoseChange())) == nil)
        var (one, other) = (CanvasDraft(base.marks), CanvasDraft(base.marks))

        #expect(one.make(.change(id, PoseChange(x: 900))) == nil)
        #expect(one.make(.change(id, PoseChange(x: 10))) == nil)
        #expect(other.make(.change(id, PoseChange(x: 99))) == nil)
        let both = Self.merged(base, one, other)
        var after = CanvasDraft(both)
        #expect(after.make(.change(id, PoseChange(x: 5))) == nil)

        #expect(Canvas(both)[id]?.x == 10, "who has moved it twice knows more")
        #expect(after.canvas[id]?.x == 5)
        #expect(after.gone.count == 2)
        #expect(after.come.count == 1)
    }

    @Test func `a removed layer stays removed, and the next edit clears its remnants`() {
        let (id, second) = (LayerID(1), LayerID(2))
        var base = CanvasDraft([])
        #expect(base.make(.put(id, Self.shirt, PoseChange())) == nil)
        #expect(base.make(.put(second, Self.shirt, PoseChange())) == nil)
        var (one, other) = (CanvasDraft(base.marks), CanvasDraft(base.marks))

        #expect(one.make(.take(id)) == nil)
        #expect(other.make(.change(id, PoseChange(x: 77))) == nil)
        let both = Self.merged(base, one, other)
        var after = CanvasDraft(both, removed: one.gone + other.gone)
        #expect(after.make(.change(second, PoseChange(turn: 9))) == nil)

        #expect(Canvas(both).layers.map(\.id) == [second])
        #expect(both.contains { $0.layer == id })
        #expect(!after.marks.contains { $0.layer == id })
    }

    @Test func `a pose waits for the garment of its layer`() {
        let (id, second) = (LayerID(1), LayerID(2))
        var draft = CanvasDraft([
            CanvasMark(id, .at(x: 3, y: 4), edit: 2),
            CanvasMark(second, .garment(Self.shirt), edit: 1),
        ])

        #expect(draft.make(.change(second, PoseChange(turn: 9))) == nil)
        let later = Canvas(draft.marks + [CanvasMark(id, .garment(Self.shirt), edit: 1)])

        #expect(later[id].map { [$0.x, $0.y] } == [3, 4])
    }

    /// Seed 100937199253 of the law above: a position that was repeated without a change won over one that somebody had
    /// set concurrently.
    @Test func `making room repeats no mark of the other layers`() {
        var dice = Dice(seed: 4)
        var said = 0
        for round in 0..<300 {
            var base = CanvasDraft([])
            for pair in 0..<3 {
                var (one, other) = (CanvasDraft(base.marks), CanvasDraft(base.marks))
                let name = UInt32(2 * pair)
                #expect(one.make(.put(LayerID(name), Self.shirt, PoseChange())) == nil)
                #expect(other.make(.put(LayerID(name + 1), Self.shirt, PoseChange())) == nil)
                base = CanvasDraft(Self.merged(base, one, other))
            }
            for _ in 0..<12 {
                var draft = CanvasDraft(base.marks)
                let before = draft.canvas
                let layer = before.layers[dice.roll(below: before.layers.count)]
                let height = PoseChange.Height.number(1 + dice.roll(below: before.layers.count))
                #expect(draft.make(.change(layer.id, PoseChange(height: height))) == nil)
                for mark in draft.come {
                    guard case .z(let place) = mark.aspect else { continue }
                    said += 1
                    #expect(before[mark.layer]?.z != place, "\(round): \(mark.text)")
                }
                base = CanvasDraft(draft.marks)
            }
        }
        #expect(said > 1000)
    }

    @Test func `two layers that came to one place in the order make room between them`() {
        var (one, other) = (CanvasDraft([]), CanvasDraft([]))
        #expect(one.make(.put(LayerID(1), Self.shirt, PoseChange())) == nil)
        #expect(other.make(.put(LayerID(2), Self.shirt, PoseChange())) == nil)
        var draft = CanvasDraft(one.marks + other.marks)
        #expect(draft.canvas.layers.map(\.z).allSatisfy { $0 == draft.canvas.layers[0].z })

        #expect(draft.make(.put(LayerID(3), Self.shirt, PoseChange(height: .number(2)))) == nil)

        #expect(draft.canvas.layers.map(\.id) == [LayerID(1), LayerID(3), LayerID(2)])
    }

    @Test func `ten thousand times between two others the place stays short`() {
        var draft = CanvasDraft([])
        for number in 1...4 as ClosedRange<UInt32> {
            #expect(draft.make(.put(LayerID(number), Self.shirt, PoseChange())) == nil)
        }

        for _ in 0..<10_000 {
            let lowest = draft.canvas.layers[1].id
            #expect(draft.make(.change(lowest, PoseChange(height: .number(3)))) == nil)
            #expect(draft.canvas.layers[2].id == lowest)
        }

        #expect(draft.canvas.layers.allSatisfy { $0.z.count <= Canvas.zBytesMax })
    }

    @Test(arguments: [(Canvas.layersMax - 1, true), (Canvas.layersMax, false)])
    func `an outfit has at most so many layers`(count: Int, isRoom: Bool) {
        var draft = CanvasDraft([])
        for number in 0..<count {
            #expect(draft.make(.put(LayerID(UInt32(number)), Self.shirt, PoseChange())) == nil)
        }

        let problem = draft.make(.put(LayerID(9999), Self.shirt, PoseChange()))

        #expect((problem == nil) == isRoom)
        #expect(problem?.fix.isEmpty != true)
        #expect(draft.canvas.layers.count == min(count + 1, Canvas.layersMax))
    }

    private static let shirt = ThingReference(Bytes16(high: 1, low: 2))

    private static func merged(_ base: CanvasDraft, _ all: CanvasDraft...) -> [CanvasMark] {
        let gone = Set(all.flatMap(\.gone))
        var marks = base.marks.filter { !gone.contains($0) }
        for mark in all.flatMap(\.come) where !marks.contains(mark) { marks.append(mark) }
        return marks
    }

    private static func aspects(of layer: Canvas.Layer) -> [(String, CanvasMark.Aspect)] {
        let all: [CanvasMark.Aspect] = [
            .garment(layer.garment), .at(x: layer.x, y: layer.y), .scale(layer.scale),
            .turn(layer.turn), .z(layer.z),
        ]
        return all.map { ($0.word, $0) }
    }
}
