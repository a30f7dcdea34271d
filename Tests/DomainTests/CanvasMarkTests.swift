import CRDT
import Domain
import Primitives
import Testing

/// Tests the encoding of aspects of layers.
@Suite struct CanvasMarkTests {
    private static let shirt = ThingReference(Bytes16(high: 0xDEAD_BEEF, low: 2))
    private static let marks = [
        "1f2e3d4c garment 1 \(shirt.text)", "00000000 at 1 0 0",
        "ffffffff at 999999999 -10000 10000",
        "1f2e3d4c scale 2 0.05", "1f2e3d4c scale 2 0.8", "1f2e3d4c scale 2 20", "1f2e3d4c turn 3 0",
        "1f2e3d4c turn 3 359", "1f2e3d4c z 1 80", "1f2e3d4c z 1 0001",
        "1f2e3d4c z 1 \(String(repeating: "01", count: 32))",
    ]

    @Test(arguments: marks)
    func `a mark has one way to be written`(text: String) {
        #expect(CanvasMark(text: text)?.text == text)
        #expect(DetailValue.mark.shows(Array(text.utf8)))
    }

    @Test(arguments: marks)
    func `cut short or with more behind it is none, or another one`(text: String) {
        for count in 0..<text.utf8.count {
            let part = String(decoding: Array(text.utf8.prefix(count)), as: UTF8.self)
            if let mark = CanvasMark(text: part) { #expect(mark.text == part) }
        }
        #expect(CanvasMark(text: text + " ") == nil)
        #expect(CanvasMark(text: text + " 1") == nil)
        #expect(CanvasMark(text: " " + text) == nil)
    }

    @Test(arguments: [
        "", "1f2e3d4c", "1F2E3D4C turn 1 5", "1f2e3d4 turn 1 5", "+f2e3d4c turn 1 5",
        "1f2e3d4c turn 0 5", "1f2e3d4c turn 1000000000 5", "1f2e3d4c turn 01 5",
        "1f2e3d4c turn +1 5",
        "1f2e3d4c turn 1 360", "1f2e3d4c turn 1 -1", "1f2e3d4c turn 1 5.0", "1f2e3d4c at 1 5",
        "1f2e3d4c at 1 10001 0", "1f2e3d4c at 1 0 -10001", "1f2e3d4c at 1 -0 0",
        "1f2e3d4c at 1 1 1 1",
        "1f2e3d4c scale 1 0.049", "1f2e3d4c scale 1 20.001", "1f2e3d4c scale 1 0.80",
        "1f2e3d4c scale 1 .8", "1f2e3d4c scale 1 0,8", "1f2e3d4c scale 1 1e0", "1f2e3d4c z 1 00",
        "1f2e3d4c z 1 ", "1f2e3d4c z 1 8", "1f2e3d4c z 1 80AB", "1f2e3d4c z 1 +1",
        "1f2e3d4c z 1 \(String(repeating: "01", count: 33))", "1f2e3d4c color 1 red",
        "1f2e3d4c garment 1 0", "1f2e3d4c garment 1 \(String(repeating: "Z", count: 26))",
        "1f2e3d4c garment 1 \(shirt.text.lowercased())", "1f2e3d4c  turn 1 5", "1f2e3d4c turn 1 ٥",
        String(repeating: "9", count: 4000),
    ])
    func `any other spelling is no mark`(text: String) {
        #expect(CanvasMark(text: text) == nil)
        #expect(!DetailValue.mark.shows(Array(text.utf8)))
    }

    @Test func `bytes of chance are no marks, and harm nothing`() {
        var dice = Dice(seed: 5)
        let letters = Array("0123456789abcdef .-+garmentatscaleturnz".utf8)

        for _ in 0..<20_000 {
            let count = dice.roll(below: 60)
            let text = (0..<count).map { _ in letters[dice.roll(below: letters.count)] }
            if let mark = CanvasMark(text: String(decoding: text, as: UTF8.self)) {
                #expect(Array(mark.text.utf8) == text)
            }
        }
    }

    @Test(arguments: [
        PoseChange(x: 10_001), PoseChange(y: -10_001), PoseChange(scale: 49),
        PoseChange(scale: 20_001), PoseChange(turn: 360), PoseChange(turn: -1),
        PoseChange(height: .number(0)),
    ])
    func `a pose out of range is refused with what to do`(pose: PoseChange) {
        var draft = CanvasDraft([])

        let problem = draft.make(.put(LayerID(1), Self.shirt, pose))

        #expect(problem?.code == .invalidValue)
        #expect(problem?.fix.isEmpty == false)
        #expect(draft.marks.isEmpty)
    }

    @Test(arguments: [
        PoseChange(x: 10_000, y: -10_000), PoseChange(scale: 50), PoseChange(scale: 20_000),
        PoseChange(turn: 0), PoseChange(turn: 359), PoseChange(height: .number(1)),
        PoseChange(height: .number(99)),
    ])
    func `at the edge of its range it is taken`(pose: PoseChange) {
        var draft = CanvasDraft([])

        #expect(draft.make(.put(LayerID(1), Self.shirt, pose)) == nil)
        #expect(draft.marks.allSatisfy { CanvasMark(text: $0.text) == $0 })
    }

    @Test func `a reference has one spelling`() {
        let text = Self.shirt.text

        #expect(ThingReference(text: text) == Self.shirt)
        #expect(ThingReference(text: text.lowercased()) == nil)
        #expect(ThingReference(text: String(text.dropLast())) == nil)
        #expect(ThingReference(text: text.dropLast() + "-") == nil)
        #expect(DetailValue.reference.shows(Array(text.utf8)))
        #expect(!DetailValue.reference.shows(Array(text.lowercased().utf8)))
    }
}
