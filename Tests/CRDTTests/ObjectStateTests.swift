import CRDT
import Primitives
import Testing

@Suite struct ObjectStateTests {
    private let creation = Operation.create(
        Creation(
            kind: 1, values: [FieldValue(.title, [1])],
            elements: [FieldElements(.tags, [[7]])]))

    private func write(_ field: Field, _ value: [UInt8], replacing dots: [Dot]) -> Operation {
        .write(FieldWrite(object: .object, field: field, value: value, replaces: dots))
    }

    private func place(_ isIn: Bool, replacing dots: [Dot]) -> Operation {
        .place(Placement(object: .object, audience: AudienceName(2), isIn: isIn, replaces: dots))
    }

    @Test(arguments: UInt64(1)...256)
    func `the same set of operations gives the same state in any order`(seed: UInt64) {
        let history = History(seed: seed, steps: 40)
        let expected = ObjectState(folding: history.written)

        for order in UInt64(0)..<8 {
            let state = ObjectState(folding: history.shuffled(seed: seed &* 31 &+ order))
            #expect(state == expected)
        }
    }

    @Test(arguments: UInt64(1)...64)
    func `a replay changes nothing`(seed: UInt64) {
        let history = History(seed: seed, steps: 40)
        var state = ObjectState(folding: history.written)
        let before = state

        for entry in history.written.reversed() {
            state.apply(entry.operation, dot: entry.dot, carrier: entry.carrier)
        }

        #expect(state == before)
    }

    @Test func `sets were changed when the last addition or removal says, whatever came first`() {
        let addition = Operation.add(
            ElementAddition(object: .object, field: .tags, element: [8]))
        let removal = Operation.remove(
            ElementRemoval(object: .object, field: .tags, element: [8], dots: [.of(1, 1)]))
        var state = ObjectState()
        state.apply(creation, dot: .of(0, 0), carrier: .of(0, at: 5))
        #expect(state.setsChanged == nil)

        // The second person removed what the first had removed already.
        state.apply(removal, dot: .of(2, 1), carrier: .of(2, at: 9))
        state.apply(removal, dot: .of(0, 1), carrier: .of(0, at: 8))
        state.apply(addition, dot: .of(1, 1), carrier: .of(1, at: 7))

        #expect(state.setsChanged == Carrier.of(2, at: 9).stamp)
        #expect(state.latest == Carrier.of(2, at: 9).stamp)
        #expect(state.set(.tags)?.elements == [[7]])
    }

    @Test func `an edit does not bring a deleted thing back`() {
        var state = ObjectState()
        state.apply(creation, dot: .of(0, 0), carrier: .of(0, at: 0))

        state.apply(
            write(.deletion, [1], replacing: []), dot: .of(0, 1), carrier: .of(0, at: 1))
        state.apply(
            write(.title, [9], replacing: [.of(0, 0)]), dot: .of(1, 1), carrier: .of(1, at: 9))

        #expect(state.isTrashed)
        #expect(state.register(.title)?.shown?.value == [9])
    }

    @Test func `undo brings it back`() {
        var state = ObjectState()
        state.apply(creation, dot: .of(0, 0), carrier: .of(0, at: 0))
        state.apply(
            write(.deletion, [1], replacing: []), dot: .of(0, 1), carrier: .of(0, at: 1))

        state.apply(
            write(.deletion, [], replacing: [.of(0, 1)]), dot: .of(0, 2), carrier: .of(0, at: 2))

        #expect(!state.isTrashed)
        #expect(state.exists)
    }

    @Test func `placements that disagree mean out`() {
        var state = ObjectState()

        state.apply(place(true, replacing: []), dot: .of(0, 1), carrier: .of(0, at: 9))
        #expect(state.isPlaced(in: AudienceName(2)))
        state.apply(place(false, replacing: []), dot: .of(1, 1), carrier: .of(1, at: 1))

        #expect(!state.isPlaced(in: AudienceName(2)))
        #expect(!state.isPlaced(in: AudienceName(3)))
    }

    @Test func `a placement that has seen both decides`() {
        var state = ObjectState()
        state.apply(place(true, replacing: []), dot: .of(0, 1), carrier: .of(0, at: 1))
        state.apply(place(false, replacing: []), dot: .of(1, 1), carrier: .of(1, at: 1))

        let dots = state.placement(in: AudienceName(2))?.dots ?? []
        state.apply(place(true, replacing: dots), dot: .of(0, 2), carrier: .of(0, at: 2))

        #expect(state.isPlaced(in: AudienceName(2)))
    }

    @Test func `an object does not exist before its creation arrives`() {
        var state = ObjectState()

        state.apply(write(.title, [9], replacing: []), dot: .of(1, 1), carrier: .of(1, at: 1))
        #expect(!state.exists)
        state.apply(creation, dot: .of(0, 0), carrier: .of(0, at: 0))

        #expect(state.exists)
        #expect(state.register(.title)?.survivors.count == 2)
    }

    @Test func `a withdrawn copy leaves nothing behind`() {
        var state = ObjectState()
        state.apply(creation, dot: .of(0, 0), carrier: .of(0, at: 0))

        state.apply(
            .withdraw(Withdrawal(object: .object, dots: [.of(0, 0)])), dot: .of(0, 1),
            carrier: .of(0, at: 1))

        #expect(!state.exists)
        #expect(state.register(.title)?.survivors.isEmpty ?? true)
        #expect(state.set(.tags)?.elements.isEmpty ?? true)
    }
}
