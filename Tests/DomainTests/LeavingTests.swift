import Domain
import Testing

@Suite struct LeavingTests {
    @Test func `a leave names up to eight grants`() {
        for count in [0, 1, 7, 8] {
            let grants = (0..<UInt64(count)).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
            #expect(Leaving.grants(Leaving.bytes(grants)) == grants)
            let left = Leaving.bytes(grants)
            #expect(
                Schema.allows(left, in: Schema.Membership.left, kind: Schema.Membership.kind))
        }
        let nine = Array(1...9 as ClosedRange<UInt64>)
        #expect(Leaving.grants(Leaving.bytes(nine)) == Array(nine.prefix(8)))
    }

    @Test func `half a grant, a ninth and another first byte are no leave`() {
        let whole = Leaving.bytes([1, 2])
        for count in 0..<whole.count where count % 8 != 1 {
            #expect(Leaving.grants(Array(whole.prefix(count))) == nil)
        }
        #expect(Leaving.grants(Leaving.bytes(Array(1...8)) + Array(repeating: 0, count: 8)) == nil)
        #expect(Leaving.grants([2]) == nil)
        #expect(Leaving.grants([0, 0, 0, 0, 0, 0, 0, 0, 1]) == nil)
    }
}
