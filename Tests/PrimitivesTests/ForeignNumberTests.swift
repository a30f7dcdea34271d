import Primitives
import Testing

/// Tests ranges and numbers from untrusted bytes.
@Suite struct ForeignNumberTests {
    @Test func `a range whose end lies before its start is none`() {
        #expect(Range(from: 3, to: 5) == 3..<5)
        #expect(Range(from: 3, to: 3) == 3..<3)
        #expect(Range(from: 3, to: 2) == nil)
        #expect(Range(from: .max, to: .min) == nil)
    }

    @Test func `a count that is negative or goes beyond every number makes no range`() {
        #expect(Range(from: 3, count: 0) == 3..<3)
        #expect(Range(from: 3, count: 2) == 3..<5)
        #expect(Range(from: 3, count: -1) == nil)
        #expect(Range(from: .max, count: 1) == nil)
        #expect(Range(from: .min, count: -1) == nil)
    }

    @Test func `a number is at most the largest that others may say`() {
        #expect(Int(bigEndian: [UInt8]()) == 0)
        #expect(Int(bigEndian: [1, 2]) == 258)
        #expect(Int(bigEndian: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0] as [UInt8]) == Int.foreignMax)
        #expect(Int(bigEndian: [0, 1, 0, 0, 0, 0, 0, 1]) == nil)
        #expect(Int(bigEndian: [UInt8](repeating: 255, count: 20)) == nil)
    }

    @Test func `bytes that are not there are no slice and no number`() {
        let bytes: [UInt8] = [1, 2, 3]
        #expect(bytes.slice(from: 1, count: 2) == [2, 3])
        #expect(bytes.slice(from: 3, count: 0) == [])
        for (start, count) in [(1, 3), (4, 0), (-1, 1), (1, -1), (.max, 1), (1, .max)] {
            #expect(bytes.slice(from: start, count: count) == nil)
            #expect(bytes.number(at: start, width: count) == nil)
        }
        #expect(bytes.number(at: 1, width: 2) == 515)
        #expect(bytes.littleNumber(at: 1, width: 2) == 770)
    }
}
