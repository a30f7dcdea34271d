import Primitives
import Testing

@testable import Store

@Suite struct RowSetTests {
    @Test(arguments: 1...16)
    func `sets of rows are sets`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let left = (0..<200).map { _ in Int64(dice.roll(below: 1_000)) }
        let right = (0..<200).map { _ in Int64(dice.roll(below: 9_000)) }

        var union = RowSet(left)
        union.formUnion(RowSet(right))
        var both = RowSet(right)
        both.formIntersection(RowSet(left))
        var rest = RowSet(left)
        rest.subtract(RowSet(right))

        #expect(union.rows == Set(left).union(right).sorted())
        #expect(both.rows == Set(left).intersection(right).sorted())
        #expect(rest.rows == Set(left).subtracting(right).sorted())
        #expect(both == RowSet(Set(left).intersection(right).sorted()))
        #expect(union.count == Set(left).union(right).count)
        #expect(!union.contains(-1) && !union.contains(1 << 40))
    }
}
