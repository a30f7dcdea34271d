import CRDT
import Primitives
import Testing

@Suite struct ObservedRemoveSetTests {
    private let quilts = Array("quilts".utf8)

    @Test func `an addition wins over a concurrent removal`() {
        var set = ObservedRemoveSet()
        set.add(.init(element: quilts, dot: .of(0, 1)))
        let seen = set.dots(of: quilts)

        set.add(.init(element: quilts, dot: .of(1, 1)))
        set.remove(quilts, dots: seen)

        #expect(set.elements == [quilts])
    }

    @Test func `a removed element does not come back when its addition arrives late`() {
        var set = ObservedRemoveSet()
        set.remove(quilts, dots: [.of(0, 1)])

        set.add(.init(element: quilts, dot: .of(0, 1)))

        #expect(set.elements.isEmpty)
    }

    @Test func `a removed element can be added anew`() {
        var set = ObservedRemoveSet()
        set.add(.init(element: quilts, dot: .of(0, 1)))
        set.remove(quilts, dots: set.dots(of: quilts))

        set.add(.init(element: quilts, dot: .of(0, 2)))

        #expect(set.elements == [quilts])
    }

    @Test func `a removal takes out only the element it names`() {
        var set = ObservedRemoveSet()
        set.add(.init(element: [1], dot: .of(0, 1)))
        set.add(.init(element: [2], dot: .of(0, 1)))

        set.remove([1], dots: [.of(0, 1)])

        #expect(set.elements == [[2]])
    }

    @Test func `elements stand once and in order of their bytes`() {
        var set = ObservedRemoveSet()

        let elements: [[UInt8]] = [[2], [1, 0], [1], [2]]
        for (index, element) in elements.enumerated() {
            set.add(.init(element: element, dot: .of(index % 2, UInt64(index))))
        }

        #expect(set.elements == [[1], [1, 0], [2]])
    }

    /// Checks every history of four actions by three people against the definition.
    @Test func `all small histories give what the definition says in every order`() {
        var histories = 0
        SmallScope.forEachSetHistory { acts in
            histories += 1
            let removed = Set(acts.filter(\.isRemoval).flatMap(\.names))
            let stays = acts.contains { !$0.isRemoval && !removed.contains($0.dot) }
            var first: ObservedRemoveSet?
            SmallScope.forEachOrder(of: acts) { order in
                var set = ObservedRemoveSet()
                for act in order {
                    if act.isRemoval {
                        set.remove([7], dots: act.names)
                    } else {
                        set.add(.init(element: [7], dot: act.dot))
                    }
                }
                if set.elements.isEmpty == stays || first.map({ $0 != set }) ?? false {
                    Issue.record("\(order)")
                }
                first = set
            }
        }
        #expect(histories > 1000)
    }
}
