import Testing
import Wire

/// Tests that frames have few lengths, and that each message has one.
@Suite struct FramePaddingTests {
    @Test func `every length comes back, and costs at most a sixteenth above 4 KiB`() throws {
        var before = 0
        for count in 0...Message.bytesMax {
            let length = FramePadding.length(forMessage: count)
            #expect(length > count && length >= before && length <= FramePadding.plainMax)
            if count >= 4096 { #expect(length - count - 1 <= count / 16 + 1) }
            before = length
        }
    }

    @Test func `there are few lengths`() {
        let lengths = Set((0...Message.bytesMax).map(FramePadding.length(forMessage:)))
        #expect(lengths.count == 69)
        #expect(
            lengths.sorted().prefix(8) == [256, 512, 1024, 2048, 4096, 4352, 4608, 4864])
        #expect(lengths.max() == FramePadding.plainMax)
    }

    @Test(arguments: [0, 1, 254, 255, 256, 4094, 4095, 4096, 4607, 4608, 65_517, 65_518])
    func `what was filled up is stripped, whatever it ends in`(count: Int) throws {
        for last in [0, 1, 2, 255] as [UInt8] {
            var message = [UInt8](repeating: 7, count: count)
            if count > 0 { message[count - 1] = last }
            var plain = message
            FramePadding.fill(&plain)
            #expect(plain.count == FramePadding.length(forMessage: count))
            #expect(try FramePadding.strip(plain) == message)
        }
    }

    @Test func `what nobody filled up so is refused`() {
        #expect(throws: WireError.self) { try FramePadding.strip([]) }
        #expect(throws: WireError.self) {
            try FramePadding.strip([UInt8](repeating: 0, count: 256))
        }
        var plain: [UInt8] = [8, 1]
        FramePadding.fill(&plain)
        #expect(throws: WireError.self) { try FramePadding.strip(plain + [0]) }
        #expect(throws: WireError.self) { try FramePadding.strip(plain.dropLast()) }
        plain[255] = 2
        #expect(throws: WireError.self) { try FramePadding.strip(plain) }
        // A frame longer than necessary.
        #expect(throws: WireError.self) {
            try FramePadding.strip([8, 1] + [UInt8](repeating: 0, count: 510))
        }
    }
}
